import { type Column, Dialog, EmptyState, RelativeTime, Table, useApi, useFormat, useT } from '@svc/dashboard-sdk'
import type { AlertRule, AlertState } from '@svc/plugin-alerts/contract'
import { BellOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { AlertMark } from '../parts/alert-mark.tsx'
import { ServerLink } from '../parts/server-link.tsx'
import { SilencedBadge } from '../parts/silenced-badge.tsx'
import { SourceMark } from '../parts/source-mark.tsx'
import { useAlertRefresh } from '../parts/use-alert-refresh.ts'
import { itemPath, rulesPath } from '../paths.ts'

/** States of a rule by server. */
export function StatesDialog({ rule, onClose }: { rule: AlertRule; onClose: () => void }): ReactNode {
  const t = useT()
  const format = useFormat()
  const path = `${itemPath(rulesPath, rule.id)}/states`
  const { data, error, refetch } = useApi<AlertState[]>(path, { staleTime: 0, refetchInterval: 10_000 })
  useAlertRefresh(path)
  const notified = ({ last_notified_at }: AlertState) =>
    last_notified_at === null ? (
      <span className="text-faint">{t('alert.nobody')}</span>
    ) : (
      <RelativeTime at={last_notified_at} />
    )
  const mark = ({ resolved }: AlertState) => <AlertMark status={resolved ? 'resolved' : 'firing'} />
  const columns: Column<AlertState>[] = [
    {
      id: 'server',
      header: t('column.server'),
      cell: (state) => (
        <>
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <ServerLink id={state.server_id} name={state.server_name} />
            <SourceMark source={state.source} />
            <SilencedBadge alert={state} />
          </span>
          <span className="block sm:hidden">{mark(state)}</span>
          <span className="block text-faint text-xs sm:hidden">
            {t('column.lastNotice')}: {notified(state)}
          </span>
        </>
      ),
    },
    { id: 'state', header: t('column.state'), className: 'max-sm:hidden', cell: mark },
    {
      id: 'since',
      header: t('column.openSince'),
      className: 'whitespace-nowrap',
      cell: ({ first_triggered_at, resolved_at }) => (
        <>
          <RelativeTime at={first_triggered_at} />
          {resolved_at !== null && (
            <span className="block text-faint text-xs">
              {t('alert.lasted', {
                span: format.duration((Date.parse(resolved_at) - Date.parse(first_triggered_at)) / 1000),
              })}
            </span>
          )}
        </>
      ),
    },
    { id: 'notified', header: t('column.lastNotice'), className: 'max-sm:hidden', cell: notified },
    {
      id: 'count',
      header: t('column.count'),
      align: 'right',
      className: 'max-sm:hidden',
      cell: ({ count }) => format.number(count),
    },
  ]
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('states.title', { name: rule.name })}
      description={t('states.lead')}
      width="lg"
      flush
    >
      <Table
        caption={t('states.title', { name: rule.name })}
        columns={columns}
        rows={data}
        rowKey={({ server_id, source }) => `${server_id}:${source}`}
        error={error}
        onRetry={() => void refetch()}
        empty={<EmptyState icon={BellOff} title={t('states.empty')} description={t('states.emptyHint')} />}
      />
    </Dialog>
  )
}
