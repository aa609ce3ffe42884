import { Badge, Button, Card, type Column, DeleteDialog, EmptyState, IconButton, Table, useT } from '@svc/dashboard-sdk'
import type { Channel, Group } from '@svc/plugin-alerts/contract'
import { Pencil, Plus, Trash2, UsersRound } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { groupsPath, itemPath, rulesPath } from '../paths.ts'
import { GroupDialog } from './group-dialog.tsx'
import { useChannels, useGroups } from './use-notifications.ts'

export function GroupsTab(): ReactNode {
  const t = useT()
  const groups = useGroups()
  const channels = useChannels()
  const [open, setOpen] = useState<{ readonly action: 'edit' | 'delete'; readonly group: Group } | 'add'>()
  const close = () => setOpen(undefined)
  const byId = new Map(channels.data?.map((channel): [string, Channel] => [channel.id, channel]))
  const channelsOf = ({ built_in, notification_ids }: Group) =>
    built_in ? (
      <span className="text-muted">{t('group.allHint')}</span>
    ) : notification_ids.length === 0 ? (
      <span className="text-warn">{t('group.empty')}</span>
    ) : (
      <span className="flex flex-wrap gap-1">
        {notification_ids.map((id) => {
          const channel = byId.get(id)
          return (
            <Badge key={id} tone={channel?.enabled === false ? 'neutral' : 'accent'}>
              <span className="truncate">{channel?.name ?? t('group.deletedChannel')}</span>
            </Badge>
          )
        })}
      </span>
    )
  const nameOf = (group: Group) => (group.built_in ? t('group.all') : group.name)
  const columns: Column<Group>[] = [
    {
      id: 'name',
      header: t('column.group'),
      cell: (group) => (
        <>
          <span className="wrap-anywhere font-medium">{nameOf(group)}</span>
          <span className="mt-1 block sm:hidden">{channelsOf(group)}</span>
          <span className="mt-1 block text-faint text-xs sm:hidden">{t('group.rules', { count: group.rules })}</span>
        </>
      ),
    },
    {
      id: 'channels',
      header: t('column.channels'),
      className: 'max-sm:hidden',
      cell: channelsOf,
    },
    {
      id: 'rules',
      header: t('column.usedBy'),
      className: 'max-sm:hidden whitespace-nowrap',
      cell: ({ rules }) => t('group.rules', { count: rules }),
    },
    {
      id: 'acts',
      label: t('column.acts'),
      align: 'right',
      className: 'w-24',
      cell: (group) => (
        <div className="flex justify-end">
          <IconButton
            label={t('action.editName', { name: nameOf(group) })}
            size="sm"
            onClick={() => setOpen({ action: 'edit', group })}
          >
            <Pencil aria-hidden />
          </IconButton>
          {!group.built_in && (
            <IconButton
              label={t('action.deleteName', { name: group.name })}
              size="sm"
              onClick={() => setOpen({ action: 'delete', group })}
            >
              <Trash2 aria-hidden />
            </IconButton>
          )}
        </div>
      ),
    },
  ]
  const add = (
    <Button variant="primary" onClick={() => setOpen('add')}>
      <Plus aria-hidden />
      {t('group.add')}
    </Button>
  )
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-prose text-muted text-sm">{t('group.tabLead')}</p>
        {groups.data && groups.data.length > 0 && add}
      </div>
      <Card flush>
        <Table
          caption={t('notifications.groups')}
          columns={columns}
          rows={groups.data}
          rowKey={({ id }) => id}
          error={groups.error}
          onRetry={() => void groups.refetch()}
          empty={
            <EmptyState icon={UsersRound} title={t('group.none')} description={t('group.noneHint')} action={add} />
          }
        />
      </Card>
      {open === 'add' && <GroupDialog onClose={close} />}
      {typeof open === 'object' && open.action === 'edit' && <GroupDialog group={open.group} onClose={close} />}
      {typeof open === 'object' && open.action === 'delete' && (
        <DeleteDialog
          path={itemPath(groupsPath, open.group.id)}
          invalidates={[groupsPath, rulesPath]}
          title={t('group.deleteTitle', { name: open.group.name })}
          description={t('group.deleteHint', { count: open.group.rules })}
          action={t('group.delete')}
          done={t('group.deleted', { name: open.group.name })}
          onClose={close}
        />
      )}
    </>
  )
}
