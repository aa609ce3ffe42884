import {
  Badge,
  Card,
  type Column,
  EmptyState,
  ErrorState,
  RelativeTime,
  StaleNote,
  Stat,
  StatPanels,
  StatSkeletons,
  Table,
  useApi,
  useCodedText,
  useFormat,
  useT,
} from '@svc/dashboard-sdk'
import type { AlertGroup, AlertGroupPage, NoiseReport } from '@svc/plugin-alerts/contract'
import { Layers } from 'lucide-react'
import type { ReactNode } from 'react'
import { CursorPager, useCursors } from '../parts/cursor-pager.tsx'
import { alertGroupsPath, noisePath } from '../paths.ts'

const pageSize = 25

/** How many messages grouping saved. */
function Noise(): ReactNode {
  const t = useT()
  const format = useFormat()
  const { data, error, refetch } = useApi<NoiseReport>(noisePath, { staleTime: 5000, refetchInterval: 30_000 })
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <StatSkeletons />
  const share = data.notices > 0 ? data.saved / data.notices : 0
  return (
    <StatPanels label={t('alertGroups.noise', { count: data.days })}>
      <Stat label={t('alertGroups.alerts')} hint={t('alertGroups.noise', { count: data.days })}>
        {format.number(data.notices)}
      </Stat>
      <Stat label={t('alertGroups.messages')}>{format.number(data.messages)}</Stat>
      <Stat label={t('alertGroups.saved')} hint={t('alertGroups.savedHint', { share: format.percent(share * 100) })}>
        {format.number(data.saved)}
      </Stat>
      <Stat label={t('alertGroups.groups')}>{format.number(data.groups)}</Stat>
    </StatPanels>
  )
}

/** Alerts that were sent as one message, and what that saved. */
export function AlertGroupsTab(): ReactNode {
  const t = useT()
  const format = useFormat()
  const sentence = useCodedText()
  const cursors = useCursors('')
  const { data, error, refetch } = useApi<AlertGroupPage>(alertGroupsPath, {
    search: { limit: pageSize, cursor: cursors.cursor },
    staleTime: 0,
    refetchInterval: 10_000,
    keepPrevious: true,
  })
  const status = ({ closed_at, firing }: AlertGroup) =>
    closed_at === null ? (
      <Badge tone="danger">{t('alertGroups.firing', { count: firing, number: format.number(firing) })}</Badge>
    ) : (
      <Badge tone="ok">{t('alert.resolved')}</Badge>
    )
  const columns: Column<AlertGroup>[] = [
    {
      id: 'cause',
      header: t('alertGroups.cause'),
      cell: (group) => (
        <>
          <span className="wrap-anywhere block font-medium first-letter:uppercase">
            {group.cause_text ? sentence(group.cause_text) : t('alertGroups.single')}
          </span>
          {group.notification_group !== null && (
            <span className="block text-faint text-xs">{group.notification_group}</span>
          )}
          <span className="mt-1 block sm:hidden">{status(group)}</span>
        </>
      ),
    },
    { id: 'status', header: t('column.firing'), className: 'max-sm:hidden', cell: status },
    {
      id: 'alerts',
      header: t('alertGroups.alerts'),
      align: 'right',
      cell: ({ alerts }) => format.number(alerts),
    },
    {
      id: 'messages',
      header: t('alertGroups.messages'),
      align: 'right',
      cell: ({ messages }) => format.number(messages),
    },
    {
      id: 'since',
      header: t('column.openSince'),
      className: 'whitespace-nowrap',
      cell: ({ first_at }) => <RelativeTime at={first_at} />,
    },
  ]
  return (
    <>
      <p className="mb-3 max-w-prose text-muted text-sm">{t('alertGroups.lead')}</p>
      <Noise />
      {data && <StaleNote error={error} onRetry={() => void refetch()} />}
      <Card flush>
        <Table
          caption={t('notifications.grouping')}
          columns={columns}
          rows={data?.items}
          rowKey={({ id }) => id}
          error={data ? undefined : error}
          onRetry={() => void refetch()}
          empty={<EmptyState icon={Layers} title={t('alertGroups.none')} description={t('alertGroups.noneHint')} />}
        />
        <CursorPager cursors={cursors} next={data?.next} />
      </Card>
    </>
  )
}
