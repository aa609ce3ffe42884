import { Button, Card, type Column, PageLink, RelativeTime, Table, useApi, useT } from '@svc/dashboard-sdk'
import type { Monitor } from '@svc/plugin-monitors/contract'
import type { ReactNode } from 'react'
import { NameCell } from '../list/name-cell.tsx'
import { monitorsPage } from '../pages.ts'
import { monitorsPath } from '../paths.ts'
import { stateOf } from '../state/monitor-state.ts'
import { StateMark } from '../state/state-mark.tsx'
import { useMonitorChanges } from '../use-monitor-changes.ts'

const maxShown = 5

/** Service monitors that fail, with the reason, on the home page; nothing while all is well. */
export default function FailingMonitors(): ReactNode {
  const t = useT()
  const { data = [], refetch } = useApi<readonly Monitor[]>(monitorsPath)
  useMonitorChanges(() => void refetch())
  const failing = data.filter((monitor) => ['down', 'failing'].includes(stateOf(monitor)))
  if (failing.length === 0) return null
  const title = t('home.failing', { count: failing.length })
  const columns: Column<Monitor>[] = [
    { id: 'name', header: t('list.name'), cell: (monitor) => <NameCell monitor={monitor} /> },
    {
      id: 'state',
      header: t('list.state'),
      className: 'max-sm:hidden w-44',
      cell: (monitor) => <StateMark monitor={monitor} />,
    },
    {
      id: 'checked',
      header: t('list.checked'),
      className: 'max-md:hidden w-44 whitespace-nowrap text-muted',
      cell: ({ last_checked_at: at }) => at && <RelativeTime at={at} />,
    },
  ]
  return (
    <Card
      flush
      className="mb-5"
      title={title}
      actions={
        <Button size="sm" asChild>
          <PageLink page={monitorsPage}>{t('home.all')}</PageLink>
        </Button>
      }
    >
      <Table caption={title} columns={columns} rows={failing.slice(0, maxShown)} rowKey={({ id }) => id} />
    </Card>
  )
}
