import { DeleteDialog, useServer, useT } from '@svc/dashboard-sdk'
import { type ReactNode, useState } from 'react'

/** Deletes a server after its name has been typed. */
export function DeleteServerDialog(props: { id: string; onClose: () => void; onDeleted?: () => void }): ReactNode {
  const { id, onClose, onDeleted } = props
  const t = useT()
  // The row disappears from the live list before the response arrives; keep the name for the title.
  const row = useServer(id)
  const [name, setName] = useState(row?.name ?? '')
  if (row && row.name !== name) setName(row.name)
  return (
    <DeleteDialog
      path={`/api/servers/${id}`}
      invalidates={['/api/servers']}
      title={t('delete.title', { name })}
      description={t('delete.description')}
      action={t('delete.action')}
      typed={name}
      done={t('delete.done', { name })}
      {...(onDeleted ? { onDeleted } : {})}
      onClose={onClose}
    />
  )
}
