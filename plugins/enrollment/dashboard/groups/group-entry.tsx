import { Button, DeleteDialog, errorText, IconButton, Input, useMutate, useT } from '@svc/dashboard-sdk'
import type { Group } from '@svc/plugin-enrollment/contract'
import { ArrowDown, ArrowUp, Check, Pencil, Trash2, X } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { groupsPath } from '../server/use-groups.js'

/** A group that can be renamed in place, and moved up and down. */
export function GroupEntry(props: {
  group: Group
  servers: number
  /** absent at the ends */
  onUp: (() => void) | undefined
  onDown: (() => void) | undefined
  moving: boolean
}): ReactNode {
  const { group, servers, onUp, onDown, moving } = props
  const t = useT()
  const [name, setName] = useState<string>()
  const [deleting, setDeleting] = useState(false)
  const path = `${groupsPath}/${group.id}`
  const rename = useMutate<{ name: string }>('PUT', path, {
    invalidates: [groupsPath],
    onDone: () => setName(undefined),
    onFailed: () => undefined,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const wanted = name?.trim()
    if (wanted && wanted !== group.name) rename.mutate({ name: wanted })
    else setName(undefined)
  }
  const stop = () => {
    setName(undefined)
    rename.reset()
  }
  if (name !== undefined) {
    return (
      <li className="px-3 py-2">
        <form onSubmit={submit} className="flex items-center gap-2">
          <Input
            aria-label={t('groups.name')}
            value={name}
            onChange={(event) => setName(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Escape') return
              event.stopPropagation()
              stop()
            }}
            maxLength={128}
            autoComplete="off"
            aria-invalid={rename.error ? true : undefined}
            autoFocus
          />
          <Button type="submit" variant="primary" busy={rename.isPending} disabled={!name.trim()} className="h-9">
            <Check aria-hidden />
            {t('groups.save')}
          </Button>
          <IconButton label={t('sdk:action.cancel')} onClick={stop}>
            <X aria-hidden />
          </IconButton>
        </form>
        {rename.error && (
          <p role="alert" className="mt-1.5 text-danger text-xs">
            {errorText(rename.error, t)}
          </p>
        )}
      </li>
    )
  }
  return (
    <li className="flex items-center gap-2 py-1.5 pr-2 pl-4">
      <span className="flex min-w-0 flex-1 items-baseline gap-x-3 max-md:flex-col">
        <span className="max-w-full flex-1 truncate font-medium text-sm" title={group.name}>
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
      <IconButton label={t('groups.rename', { name: group.name })} onClick={() => setName(group.name)}>
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
