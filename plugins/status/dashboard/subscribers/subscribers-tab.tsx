import {
  Card,
  type Column,
  DeleteDialog,
  EmptyState,
  IconButton,
  RelativeTime,
  StaleNote,
  StatusDot,
  Table,
  useApi,
  useCodedText,
  useT,
} from '@svc/dashboard-sdk'
import type { Subscriber } from '@svc/plugin-status/contract'
import { MailPlus, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { subscribersPath } from '../paths.ts'

/** Who is notified of incidents and maintenance. */
export function SubscribersTab(): ReactNode {
  const t = useT()
  const sentence = useCodedText()
  const [removed, setRemoved] = useState<Subscriber>()
  const { data, error, refetch } = useApi<readonly Subscriber[]>(subscribersPath)
  const columns: Column<Subscriber>[] = [
    {
      id: 'target',
      header: t('subscribers.target'),
      cell: ({ target, last_error_text }) => (
        <>
          <p className="wrap-anywhere">{target}</p>
          {last_error_text && <p className="wrap-anywhere text-danger text-xs">{sentence(last_error_text)}</p>}
        </>
      ),
    },
    {
      id: 'type',
      header: t('subscribers.type'),
      className: 'max-sm:hidden text-muted',
      cell: ({ type }) => t(`subscribers.types.${type}`),
    },
    {
      id: 'state',
      header: t('subscribers.state'),
      cell: ({ confirmed }) => (
        <StatusDot
          tone={confirmed ? 'on' : 'pending'}
          label={t(confirmed ? 'subscribers.confirmed' : 'subscribers.unconfirmed')}
        />
      ),
    },
    {
      id: 'since',
      header: t('subscribers.since'),
      className: 'max-md:hidden whitespace-nowrap text-muted',
      cell: ({ created_at }) => <RelativeTime at={created_at} />,
    },
    {
      id: 'delete',
      label: t('subscribers.delete'),
      className: 'w-10',
      cell: (subscriber) => (
        <IconButton label={t('subscribers.deleteOne', subscriber)} onClick={() => setRemoved(subscriber)}>
          <Trash2 aria-hidden />
        </IconButton>
      ),
    },
  ]
  return (
    <>
      {data && <StaleNote error={error} onRetry={() => void refetch()} />}
      <p className="mb-3 text-muted text-sm">{t('subscribers.lead')}</p>
      <Card flush>
        <Table
          caption={t('tabs.subscribers')}
          columns={columns}
          rows={data}
          rowKey={({ id }) => id}
          error={error}
          onRetry={() => void refetch()}
          empty={<EmptyState icon={MailPlus} title={t('subscribers.empty')} description={t('subscribers.emptyHint')} />}
        />
      </Card>
      {removed && (
        <DeleteDialog
          path={`${subscribersPath}/${removed.id}`}
          invalidates={[subscribersPath]}
          title={t('subscribers.deleteTitle', { target: removed.target })}
          description={t('subscribers.deleteHint')}
          action={t('subscribers.delete')}
          done={t('subscribers.deleted')}
          onClose={() => setRemoved(undefined)}
        />
      )}
    </>
  )
}
