import { Badge, Card, InlineError, useApi, useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'
import type { AgentPluginView } from '../../src/agent-plugin-schema.ts'

const tones = { running: 'ok', denied: 'neutral', refused: 'danger', failed: 'danger' } as const

/** The plugins from the folder of the host; nothing on a host without any. */
export function AgentPluginsCard({ serverId }: { readonly serverId: string }): ReactNode {
  const t = useT()
  const path = `/api/servers/${encodeURIComponent(serverId)}/agent-plugins`
  const { data, error } = useApi<AgentPluginView[]>(path, { refetchInterval: 15_000 })
  if (error && !data) return <InlineError error={error} />
  if (!data || data.length === 0) return null
  return (
    <Card title={t('agentPlugins.title')} description={t('agentPlugins.hint')} className="lg:col-span-2">
      <ul className="flex flex-col gap-3">
        {data.map(({ name, version, state, reason }) => (
          <li key={name} className="min-w-0 text-sm">
            <span className="flex flex-wrap items-center gap-2">
              <span className="min-w-0 break-all font-medium">{name}</span>
              {version && <span className="text-faint">{version}</span>}
              <Badge tone={reason && state === 'running' ? 'warn' : tones[state]}>
                {t(`agentPlugins.state.${state}`)}
              </Badge>
            </span>
            {reason && <span className="mt-0.5 block break-words text-muted">{reason}</span>}
            {state === 'denied' && <span className="mt-0.5 block text-muted">{t('agentPlugins.denied')}</span>}
          </li>
        ))}
      </ul>
    </Card>
  )
}
