import { Button, Card, type Column, PageLink, Table, useT } from '@svc/dashboard-sdk'
import type { Monitor } from '@svc/plugin-monitors/contract'
import type { ReactNode } from 'react'
import { NameCell } from '../list/name-cell.tsx'
import { monitorsPage } from '../pages.ts'
import { StateMark } from '../state/state-mark.tsx'
import { useFailing } from './use-failing.ts'

const maxShown = 5

/** Service monitors that fail, with the reason, on the home page; nothing while all is well. */
export default function FailingMonitors(): ReactNode {
  const t = useT()
  const { failing = [] } = useFailing() ?? {}
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
  ]
  return (
    <Card
      flush
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
