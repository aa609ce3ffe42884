import {
  Card,
  CodeBlock,
  StatusDot,
  type StatusTone,
  useApi,
  useFormat,
  useLiveMessage,
  useT,
} from '@svc/dashboard-sdk'
import type { SecurityHostStatus } from '@svc/plugin-security/contract'
import type { ReactNode } from 'react'
import { serverPath } from './paths.ts'

type Source = SecurityHostStatus['sources'][number]

const tones: Readonly<Record<Source['state'], StatusTone>> = {
  reading: 'on',
  behind: 'warn',
  off: 'off',
  missing: 'off',
  denied: 'danger',
  failed: 'danger',
}

const logs: readonly Source['source'][] = ['journal', 'auth_log']

/** What lets the agent read the logs of a host. */
const command = 'sudo usermod -aG systemd-journal,adm svc-agent && sudo systemctl restart svc-agent'

/** How the agent watches its host: where it reads, what it cannot read, and how long it still learns. */
export function HostStatus({ serverId, isOnline }: { serverId: string; isOnline: boolean }): ReactNode {
  const t = useT()
  const format = useFormat()
  const path = serverPath(serverId)
  const { data, refetch } = useApi<SecurityHostStatus | null>(path, { enabled: isOnline, staleTime: 0 })
  useLiveMessage<{ server_id: string }>('security_status', ({ server_id }) => {
    if (server_id === serverId) void refetch()
  })
  if (!isOnline || !data) return null
  const { sources, learning_until, suppressed_events, skipped_bytes, skipped_seconds } = data
  const hasLog = sources.some(
    ({ source, state }) => logs.includes(source) && (state === 'reading' || state === 'behind'),
  )
  // While one log is read, the others do not matter.
  const shown = sources.filter(({ source, state }) => !hasLog || !logs.includes(source) || tones[state] !== 'off')
  const isDenied = sources.some(({ source, state }) => logs.includes(source) && state === 'denied')
  return (
    <Card title={t('status.title')} className="mb-4">
      <ul className="flex flex-wrap gap-x-6 gap-y-2">
        {shown.map(({ source, state, path: file }) => (
          <li key={source} className="min-w-0">
            <StatusDot
              tone={hasLog && logs.includes(source) && state === 'denied' ? 'off' : tones[state]}
              label={t('status.source', { source: t(`source.${source}`), state: t(`state.${state}`) })}
            />
            {file !== null && file !== undefined && (
              <code className="ml-4.5 block truncate text-faint text-xs">{file}</code>
            )}
          </li>
        ))}
      </ul>
      {!hasLog && (
        <div className="mt-4 text-sm">
          <p className="font-medium text-warn">{t('status.blind')}</p>
          <p className="mt-0.5 text-muted">{t(isDenied ? 'status.blindDenied' : 'status.blindMissing')}</p>
          {isDenied && <CodeBlock text={command} label={t('status.blindDenied')} />}
        </div>
      )}
      {learning_until !== null && (
        <p className="mt-3 text-muted text-sm">{t('status.learning', { until: format.dateTime(learning_until) })}</p>
      )}
      {suppressed_events > 0 && (
        <p className="mt-3 text-sm text-warn">
          {t('status.suppressed', { count: suppressed_events, number: format.number(suppressed_events) })}
        </p>
      )}
      {skipped_bytes > 0 && (
        <p className="mt-3 text-sm text-warn">{t('status.skipped', { amount: format.bytes(skipped_bytes) })}</p>
      )}
      {skipped_seconds > 0 && (
        <p className="mt-3 text-sm text-warn">{t('status.skipped', { amount: format.duration(skipped_seconds) })}</p>
      )}
    </Card>
  )
}
