import { DeleteDialog, useT } from '@svc/dashboard-sdk'
import type { Monitor } from '@svc/plugin-monitors/contract'
import type { ReactNode } from 'react'
import { type Editing, MonitorDialog } from '../form/monitor-dialog.tsx'
import { monitorPath, monitorsPath } from '../paths.ts'

/** The open dialog. */
export type DialogState = Editing | { readonly action: 'delete'; readonly monitor: Monitor }

/** Renders the open dialog, if any. */
export function MonitorDialogs(props: {
  dialog: DialogState | undefined
  onClose: () => void
  onDeleted?: () => void
}): ReactNode {
  const { dialog, onClose, onDeleted } = props
  const t = useT()
  if (!dialog) return null
  if (dialog.action !== 'delete') return <MonitorDialog editing={dialog} onClose={onClose} />
  const { id, name } = dialog.monitor
  return (
    <DeleteDialog
      path={monitorPath(id)}
      invalidates={[monitorsPath]}
      title={t('delete.title', { name })}
      description={t('delete.description')}
      action={t('delete.action')}
      done={t('delete.done', { name })}
      {...(onDeleted ? { onDeleted } : {})}
      onClose={onClose}
    />
  )
}
