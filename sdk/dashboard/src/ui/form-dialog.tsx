import type { ComponentProps, ReactNode } from 'react'
import { useT } from '../i18n.ts'
import { useLeaveGuard } from '../leave-guard.ts'
import { Button } from './button.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Dialog } from './dialog.tsx'

/** A dialog with a form. Asks before unsaved changes (`dirty`) are lost. The footer has `aside`, Cancel, and `action`. */
export function FormDialog(
  props: Omit<ComponentProps<typeof Dialog>, 'open' | 'onOpenChange' | 'footer'> & {
    dirty: boolean
    onClose: () => void
    action: ReactNode
    aside?: ReactNode
  },
): ReactNode {
  const { dirty, onClose, action, aside, ...dialog } = props
  const t = useT('sdk')
  const { asking, leave, confirm, stay } = useLeaveGuard(dirty)
  const cancel = () => leave(onClose)
  return (
    <>
      <Dialog
        {...dialog}
        open
        onOpenChange={(open) => !open && cancel()}
        footer={
          <>
            {aside}
            <Button onClick={cancel}>{t('action.cancel')}</Button>
            {action}
          </>
        }
      />
      <ConfirmDialog
        open={asking}
        onOpenChange={(open) => !open && stay()}
        title={t('leave.title')}
        description={t('leave.description')}
        action={t('leave.action')}
        onConfirm={confirm}
      />
    </>
  )
}
