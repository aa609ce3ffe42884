import type { ComponentProps, ReactNode } from 'react'
import { useT } from '../i18n.js'
import { useLeaveGuard } from '../leave-guard.js'
import { ConfirmDialog } from './confirm-dialog.js'
import { Dialog } from './dialog.js'

/**
 * A dialog with a form: asks before it is closed or left with something typed (`dirty`). `footer` is given the act of
 * closing, for its cancel button.
 */
export function FormDialog(
  props: Omit<ComponentProps<typeof Dialog>, 'open' | 'onOpenChange' | 'footer'> & {
    dirty: boolean
    onClose: () => void
    footer: (cancel: () => void) => ReactNode
  },
): ReactNode {
  const { dirty, onClose, footer, ...dialog } = props
  const t = useT('sdk')
  const { asking, leave, confirm, stay } = useLeaveGuard(dirty)
  const cancel = () => leave(onClose)
  return (
    <>
      <Dialog {...dialog} open onOpenChange={(open) => !open && cancel()} footer={footer(cancel)} />
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
