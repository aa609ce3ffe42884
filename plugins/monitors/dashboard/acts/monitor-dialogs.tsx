import { DeleteDialog, useT } from '@svc/dashboard-sdk'
import type { Monitor } from '@svc/plugin-monitors/contract'
import type { ReactNode } from 'react'
import { type Editing, MonitorDialog } from '../form/monitor-dialog.tsx'
import { monitorPath, monitorsPath } from '../paths.ts'

/** What is being done in a dialog. */
export type Doing = Editing | { readonly act: 'delete'; readonly monitor: Monitor }

/** The dialog of what is being done, if anything is. */
export function MonitorDialogs(props: {
  doing: Doing | undefined
  onClose: () => void
  onDeleted?: () => void
}): ReactNode {
  const { doing, onClose, onDeleted } = props
  const t = useT()
  if (!doing) return null
  if (doing.act !== 'delete') return <MonitorDialog editing={doing} onClose={onClose} />
  const { id, name } = doing.monitor
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
