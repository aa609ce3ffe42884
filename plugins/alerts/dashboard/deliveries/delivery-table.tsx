import {
  Button,
  type Column,
  RelativeTime,
  StatusDot,
  type StatusTone,
  Table,
  toast,
  useCodedText,
  useFormat,
  useMutate,
  useNow,
  useT,
} from '@svc/dashboard-sdk'
import type { Delivery } from '@svc/plugin-alerts/contract'
import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { channelsPath, deliveriesPath, itemPath } from '../paths.ts'

export const deliveryTones: Readonly<Record<Delivery['state'], StatusTone>> = {
  sent: 'on',
  waiting: 'pending',
  failed: 'danger',
}

/** Deliveries, newest first; failed ones can be retried. */
export function DeliveryTable(props: { deliveries: readonly Delivery[] | undefined; empty: ReactNode }): ReactNode {
  const { deliveries, empty } = props
  const t = useT()
  const format = useFormat()
  const retry = useMutate<Delivery>('POST', ({ id }) => `${itemPath(deliveriesPath, id)}/retry`, {
    body: () => undefined,
    invalidates: [deliveriesPath, channelsPath],
    onDone: () => void toast.success(t('delivery.retried')),
  })
  const now = useNow(10_000)
  const sentence = useCodedText()
  const details = ({ error_text, attempts, next_attempt_at, notices, state }: Delivery) => (
    <>
      {notices > 1 && (
        <span className="block text-faint text-xs">
          {t('delivery.notices', { count: notices, number: format.number(notices) })}
        </span>
      )}
      {error_text && <span className="block break-words text-danger text-xs">{sentence(error_text)}</span>}
      {state === 'waiting' && next_attempt_at !== null && (
        <span className="block text-faint text-xs">
          {Date.parse(next_attempt_at) > now ? (
            <>
              {t('delivery.next')} <RelativeTime at={next_attempt_at} ahead />
            </>
          ) : (
            t('delivery.due')
          )}
        </span>
      )}
      {attempts > 1 && (
        <span className="block text-faint text-xs">
          {t('delivery.attempts', { count: attempts, number: format.number(attempts) })}
        </span>
      )}
    </>
  )
  const retryButton = (delivery: Delivery) =>
    delivery.state === 'failed' &&
    // tests are sent again from the channel
    delivery.event !== 'test' && (
      <Button
        size="sm"
        busy={retry.isPending && retry.variables.id === delivery.id}
        onClick={() => retry.mutate(delivery)}
        aria-label={t('delivery.retryOne', { title: delivery.title })}
      >
        <RotateCw aria-hidden />
        {t('delivery.retry')}
      </Button>
    )
  const columns: Column<Delivery>[] = [
    {
      id: 'state',
      header: t('column.state'),
      className: '[td&]:align-top whitespace-nowrap max-md:hidden',
      cell: ({ state }) => <StatusDot tone={deliveryTones[state]} label={t(`delivery.${state}`)} />,
    },
    {
      id: 'what',
      header: t('column.notice'),
      className: '[td&]:align-top',
      cell: (delivery) => (
        <>
          <StatusDot
            tone={deliveryTones[delivery.state]}
            label={t(`delivery.${delivery.state}`)}
            className="mb-1 md:hidden"
          />
          <span className="block wrap-anywhere font-medium">{delivery.title}</span>
          <span className="block text-faint text-xs">
            {t(`delivery.event.${delivery.event}`)}
            <span className="md:hidden"> · {delivery.channel_name}</span>
          </span>
          {details(delivery)}
          <span className="mt-1.5 block sm:hidden">{retryButton(delivery)}</span>
        </>
      ),
    },
    {
      id: 'channel',
      header: t('column.channel'),
      className: '[td&]:align-top max-md:hidden',
      cell: ({ channel_name }) => <span className="wrap-anywhere">{channel_name}</span>,
    },
    {
      id: 'at',
      header: t('column.time'),
      className: '[td&]:align-top whitespace-nowrap',
      cell: ({ created_at, finished_at }) => <RelativeTime at={finished_at ?? created_at} />,
    },
    {
      id: 'acts',
      label: t('column.acts'),
      align: 'right',
      className: '[td&]:align-top w-28 max-sm:hidden',
      cell: retryButton,
    },
  ]
  return (
    <Table
      caption={t('notifications.deliveries')}
      columns={columns}
      rows={deliveries}
      rowKey={({ id }) => String(id)}
      empty={empty}
    />
  )
}
