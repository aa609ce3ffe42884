import { ConfirmDialog, FailureNote, toast, useMutate, useServer, useT } from '@svc/dashboard-sdk'
import { type ReactNode, useState } from 'react'

/** Deletes a server after its name was typed. */
export function DeleteDialog(props: { id: string; onClose: () => void; onDeleted?: () => void }): ReactNode {
  const { id, onClose, onDeleted } = props
  const t = useT()
  // The row leaves the live list before the answer arrives; the title keeps the name.
  const row = useServer(id)
  const [name, setName] = useState(row?.name ?? '')
  if (row && row.name !== name) setName(row.name)
  const remove = useMutate('DELETE', `/api/servers/${id}`, {
    invalidates: ['/api/servers'],
    onDone: () => {
      toast.success(t('delete.done', { name }))
      onDeleted?.()
      onClose()
    },
    onFailed: () => undefined,
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('delete.title', { name })}
      description={t('delete.description')}
      action={t('delete.action')}
      typed={name}
      busy={remove.isPending}
      onConfirm={() => remove.mutate()}
    >
      {remove.error && <FailureNote failure={remove.error} />}
    </ConfirmDialog>
  )
}
