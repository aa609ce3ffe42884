import { ConfirmDialog, InlineError, toast, useMutate, useT } from '@svc/dashboard-sdk'
import type { ServerStatus } from '@svc/protocol'
import { type ReactNode, useState } from 'react'

const maxListedNames = 8

/** Deletes servers after their number has been typed. */
export function BulkDeleteDialog(props: {
  servers: readonly ServerStatus[]
  onClose: () => void
  onDeleted: () => void
}): ReactNode {
  const { onClose, onDeleted } = props
  const t = useT()
  const [servers] = useState(props.servers)
  const remove = useMutate<{ ids: readonly string[] }, { deleted: number }>('POST', '/api/servers/batch-delete', {
    invalidates: ['/api/servers'],
    onDone: ({ deleted }) => {
      toast.success(t('bulk.delete.done', { count: deleted }))
      onDeleted()
      onClose()
    },
    onFailed: () => undefined,
  })
  const count = servers.length
  const online = servers.filter((server) => server.online).length
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('bulk.delete.title', { count })}
      description={t('bulk.delete.description', { count })}
      action={t('bulk.delete.action', { count })}
      typed={t('bulk.delete.word', { count })}
      busy={remove.isPending}
      onConfirm={() => remove.mutate({ ids: servers.map(({ id }) => id) })}
    >
      <div className="flex flex-col gap-3 text-sm">
        <ul className="max-h-40 overflow-y-auto rounded-md bg-sunken px-3.5 py-2.5 ring-1 ring-line ring-inset">
          {servers.slice(0, maxListedNames).map(({ id, name }) => (
            <li key={id} className="truncate">
              {name}
            </li>
          ))}
          {count > maxListedNames && (
            <li className="text-muted">{t('bulk.delete.more', { count: count - maxListedNames })}</li>
          )}
        </ul>
        {online > 0 && <p className="text-warn">{t('bulk.delete.online', { count: online })}</p>}
        {remove.error && <InlineError error={remove.error} />}
      </div>
    </ConfirmDialog>
  )
}
