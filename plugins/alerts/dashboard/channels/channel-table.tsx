import {
  Badge,
  type Column,
  IconButton,
  RelativeTime,
  StatusDot,
  Switch,
  Table,
  useLanguage,
  useMutate,
  useT,
} from '@svc/dashboard-sdk'
import type { Channel } from '@svc/plugin-alerts/contract'
import { Pencil, SendHorizontal, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { deliveryTones } from '../deliveries/delivery-table.tsx'
import type { ChannelType } from '../groups/use-notifications.ts'
import { useReason } from '../parts/reason.ts'
import { channelsPath, oneOf } from '../paths.ts'

export type ChannelAct = 'edit' | 'delete' | 'test'

/** The channels with how their last delivery went. */
export function ChannelTable(props: {
  channels: readonly Channel[] | undefined
  types: readonly ChannelType[]
  failure: unknown
  onRetry: () => void
  onAct: (act: ChannelAct, channel: Channel) => void
  empty: ReactNode
}): ReactNode {
  const { channels, types, failure, onRetry, onAct, empty } = props
  const t = useT()
  const language = useLanguage()
  const turn = useMutate<Channel>('PUT', ({ id }) => oneOf(channelsPath, id), {
    body: ({ enabled }) => ({ enabled: !enabled }),
    invalidates: [channelsPath],
  })
  const typeName = (type: string) => types.find((one) => one.type === type)?.name[language] ?? type
  const reason = useReason()
  const problemOf = (name: string) => {
    const type = types.find((one) => one.type === name)
    return type && reason(type.problem, type.problem_zh)
  }
  const last = ({ last_delivery }: Channel) =>
    last_delivery === null ? (
      <span className="text-faint">{t('channel.neverUsed')}</span>
    ) : (
      <>
        <span className="flex flex-wrap items-center gap-x-2">
          <StatusDot tone={deliveryTones[last_delivery.state]} label={t(`delivery.${last_delivery.state}`)} />
          <RelativeTime at={last_delivery.at} className="text-faint text-xs" />
        </span>
        {last_delivery.error !== null && (
          <span className="mt-0.5 block max-w-prose break-words text-danger text-xs">
            {reason(last_delivery.error, last_delivery.error_zh)}
          </span>
        )}
      </>
    )
  const columns: Column<Channel>[] = [
    {
      id: 'name',
      header: t('column.channel'),
      cell: (channel) => (
        <>
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="wrap-anywhere font-medium">{channel.name}</span>
            <Badge>{typeName(channel.notify_type)}</Badge>
            {!channel.available && <Badge tone="warn">{t('channel.off')}</Badge>}
          </span>
          {problemOf(channel.notify_type) && (
            <span className="mt-0.5 block max-w-prose break-words text-warn text-xs">
              {problemOf(channel.notify_type)}
            </span>
          )}
          <span className="mt-1 block md:hidden">{last(channel)}</span>
        </>
      ),
    },
    { id: 'last', header: t('column.lastDelivery'), className: 'max-md:hidden', cell: last },
    {
      id: 'enabled',
      header: t('column.enabled'),
      className: 'w-20',
      cell: (channel) => (
        <Switch
          checked={turn.isPending && turn.variables.id === channel.id ? !channel.enabled : channel.enabled}
          onChange={() => turn.mutate(channel)}
          label={t('channel.enable', { name: channel.name })}
        />
      ),
    },
    {
      id: 'acts',
      label: t('column.acts'),
      align: 'right',
      className: 'w-32 max-sm:w-12',
      cell: (channel) => (
        <div className="flex justify-end max-sm:flex-col">
          <IconButton
            label={t('channel.testOne', { name: channel.name })}
            size="sm"
            disabled={!channel.available}
            onClick={() => onAct('test', channel)}
          >
            <SendHorizontal aria-hidden />
          </IconButton>
          <IconButton
            label={t('action.editName', { name: channel.name })}
            size="sm"
            onClick={() => onAct('edit', channel)}
          >
            <Pencil aria-hidden />
          </IconButton>
          <IconButton
            label={t('action.deleteName', { name: channel.name })}
            size="sm"
            onClick={() => onAct('delete', channel)}
          >
            <Trash2 aria-hidden />
          </IconButton>
        </div>
      ),
    },
  ]
  return (
    <Table
      caption={t('notifications.channels')}
      columns={columns}
      rows={channels}
      rowKey={({ id }) => id}
      failure={failure}
      onRetry={onRetry}
      empty={empty}
    />
  )
}
