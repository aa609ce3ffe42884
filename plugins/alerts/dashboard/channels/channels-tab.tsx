import { Button, Card, DeleteDialog, EmptyState, useMutate, usePageSearch, useT } from '@svc/dashboard-sdk'
import type { Channel } from '@svc/plugin-alerts/contract'
import { Plus, Send } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useChannels, useChannelTypes } from '../groups/use-notifications.ts'
import { notificationsPage } from '../pages.ts'
import { channelsPath, deliveriesPath, groupsPath, itemPath } from '../paths.ts'
import { ChannelDialog } from './channel-dialog.tsx'
import { type ChannelAction, ChannelTable } from './channel-table.tsx'
import { TestDialog } from './test-dialog.tsx'

export function ChannelsTab(): ReactNode {
  const t = useT()
  const channels = useChannels()
  const types = useChannelTypes()
  const [open, setOpen] = useState<{ readonly action: ChannelAction; readonly channel: Channel } | 'add'>()
  const [{ add: isAdding }, setSearch] = usePageSearch(notificationsPage)
  const close = () => {
    setOpen(undefined)
    if (isAdding) setSearch({ add: false })
  }
  const test = useMutate<Channel>('POST', ({ id }) => `${itemPath(channelsPath, id)}/test`, {
    body: () => undefined,
    invalidates: [channelsPath, deliveriesPath],
    onFailed: () => undefined,
  })
  const startAction = (action: ChannelAction, channel: Channel) => {
    setOpen({ action, channel })
    if (action === 'test') test.mutate(channel)
  }
  const add = (
    <Button variant="primary" disabled={!types.data} onClick={() => setOpen('add')}>
      <Plus aria-hidden />
      {t('channel.add')}
    </Button>
  )
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-prose text-muted text-sm">{t('channel.tabLead')}</p>
        {channels.data && channels.data.length > 0 && add}
      </div>
      <Card flush>
        <ChannelTable
          channels={channels.data}
          types={types.data ?? []}
          error={channels.error}
          onRetry={() => void channels.refetch()}
          onAction={startAction}
          empty={<EmptyState icon={Send} title={t('channel.none')} description={t('channel.noneHint')} action={add} />}
        />
      </Card>
      {(open === 'add' || isAdding) && types.data && <ChannelDialog types={types.data} onClose={close} />}
      {typeof open === 'object' && open.action === 'edit' && types.data && (
        <ChannelDialog channel={open.channel} types={types.data} onClose={close} />
      )}
      {typeof open === 'object' && open.action === 'test' && (
        <TestDialog channel={open.channel} test={test} onClose={close} />
      )}
      {typeof open === 'object' && open.action === 'delete' && (
        <DeleteDialog
          path={itemPath(channelsPath, open.channel.id)}
          invalidates={[channelsPath, groupsPath]}
          title={t('channel.deleteTitle', { name: open.channel.name })}
          description={t('channel.deleteHint')}
          action={t('channel.delete')}
          done={t('channel.deleted', { name: open.channel.name })}
          onClose={close}
        />
      )}
    </>
  )
}
