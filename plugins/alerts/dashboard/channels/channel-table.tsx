import {
  Badge,
  type Column,
  IconButton,
  RelativeTime,
  StatusDot,
  Switch,
  Table,
  useCodedText,
  useMutate,
  useT,
} from '@svc/dashboard-sdk'
import type { Channel, ChannelTypeView } from '@svc/plugin-alerts/contract'
import { Pencil, SendHorizontal, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { deliveryTones } from '../deliveries/delivery-table.tsx'
import { channelsPath, itemPath } from '../paths.ts'

export type ChannelAction = 'edit' | 'delete' | 'test'

/** Channels with their last delivery. */
export function ChannelTable(props: {
  channels: readonly Channel[] | undefined
  types: readonly ChannelTypeView[]
  error: unknown
  onRetry: () => void
  onAction: (action: ChannelAction, channel: Channel) => void
  empty: ReactNode
}): ReactNode {
  const { channels, types, error, onRetry, onAction, empty } = props
  const t = useT()
  const sentence = useCodedText()
  const toggle = useMutate<Channel>('PUT', ({ id }) => itemPath(channelsPath, id), {
    body: ({ enabled }) => ({ enabled: !enabled }),
    invalidates: [channelsPath],
  })
  const typeOf = ({ notify_type }: Channel) => types.find(({ type }) => type === notify_type)
  const typeName = (channel: Channel) => {
    const type = typeOf(channel)
    return type ? sentence(type.name_text) : channel.notify_type
  }
  const problemOf = (channel: Channel) => {
    const problem = typeOf(channel)?.problem_text
    return problem && sentence(problem)
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
        {last_delivery.error_text && (
          <span className="mt-0.5 block max-w-prose break-words text-danger text-xs">
            {sentence(last_delivery.error_text)}
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
            <Badge>{typeName(channel)}</Badge>
            {!channel.available && <Badge tone="warn">{t('channel.off')}</Badge>}
          </span>
          {problemOf(channel) && (
            <span className="mt-0.5 block max-w-prose break-words text-warn text-xs">{problemOf(channel)}</span>
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
          checked={toggle.isPending && toggle.variables.id === channel.id ? !channel.enabled : channel.enabled}
          onChange={() => toggle.mutate(channel)}
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
            onClick={() => onAction('test', channel)}
          >
            <SendHorizontal aria-hidden />
          </IconButton>
          <IconButton
            label={t('action.editName', { name: channel.name })}
            size="sm"
            onClick={() => onAction('edit', channel)}
          >
            <Pencil aria-hidden />
          </IconButton>
          <IconButton
            label={t('action.deleteName', { name: channel.name })}
            size="sm"
            onClick={() => onAction('delete', channel)}
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
      error={error}
      onRetry={onRetry}
      empty={empty}
    />
  )
}
