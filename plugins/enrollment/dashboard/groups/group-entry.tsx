import { DeleteDialog, IconButton, useMutate, useT } from '@svc/dashboard-sdk'
import type { Group } from '@svc/plugin-enrollment/contract'
import { ArrowDown, ArrowUp, Pencil, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { groupsPath } from '../server/groups-path.ts'
import { RenameForm } from './rename-form.tsx'

/** A group that can be renamed inline, moved and deleted. */
export function GroupEntry(props: {
  group: Group
  servers: number
  /** undefined for the first and last group */
  onUp: (() => void) | undefined
  onDown: (() => void) | undefined
  moving: boolean
}): ReactNode {
  const { group, servers, onUp, onDown, moving } = props
  const t = useT()
  const [isRenaming, setRenaming] = useState(false)
  const [deleting, setDeleting] = useState(false)
  const path = `${groupsPath}/${group.id}`
  const rename = useMutate<{ name: string }>('PUT', path, { invalidates: [groupsPath], onFailed: () => undefined })
  if (isRenaming) {
    return (
      <RenameForm
        name={group.name}
        input={{ 'aria-label': t('groups.name'), maxLength: 128 }}
        onRename={(name) => rename.mutateAsync({ name })}
        onClose={() => setRenaming(false)}
      />
    )
  }
  return (
    <li className="flex items-center gap-2 py-1.5 pr-2 pl-4">
      <span className="flex min-w-0 flex-1 items-baseline gap-x-3 max-md:flex-col">
        <span className="max-w-full flex-1 truncate font-medium text-sm" data-tip={group.name}>
          {group.name}
        </span>
        <span className="figures whitespace-nowrap text-faint text-xs">{t('groups.count', { count: servers })}</span>
      </span>
      <IconButton
        label={t('groups.up', { name: group.name })}
        aria-disabled={!onUp || moving}
        onClick={moving ? undefined : onUp}
        className="max-md:size-7"
      >
        <ArrowUp aria-hidden />
      </IconButton>
      <IconButton
        label={t('groups.down', { name: group.name })}
        aria-disabled={!onDown || moving}
        onClick={moving ? undefined : onDown}
        className="max-md:size-7"
      >
        <ArrowDown aria-hidden />
      </IconButton>
      <IconButton label={t('groups.rename', { name: group.name })} onClick={() => setRenaming(true)}>
        <Pencil aria-hidden />
      </IconButton>
      <IconButton label={t('groups.delete', { name: group.name })} onClick={() => setDeleting(true)}>
        <Trash2 aria-hidden />
      </IconButton>
      {deleting && (
        <DeleteDialog
          path={path}
          invalidates={[groupsPath]}
          title={t('groups.deleteTitle', { name: group.name })}
          description={t('groups.deleteHint', { count: servers })}
          action={t('groups.deleteAction')}
          onClose={() => setDeleting(false)}
        />
      )}
    </li>
  )
}
