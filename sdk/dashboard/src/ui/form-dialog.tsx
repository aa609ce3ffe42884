import type { ComponentProps, ReactNode } from 'react'
import { Form } from '../form/form.tsx'
import type { FormHandle } from '../form/use-form.ts'
import { useT } from '../i18n.ts'
import { useLeaveGuard } from '../leave-guard.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { LeaveDialog } from './leave-dialog.tsx'

type DialogProps = Omit<ComponentProps<typeof Dialog>, 'open' | 'onOpenChange' | 'footer'> & {
  onClose: () => void
  /** left of the buttons */
  aside?: ReactNode
}

/**
 * A dialog with a form: `form` with the label of its submit button, or `dirty` and `action` for one that does without
 * `useForm`. Asks before unsaved changes are lost. The footer has `aside`, Cancel, and the submit button.
 */
export function FormDialog(
  props: DialogProps & ({ form: FormHandle; submit: ReactNode } | { dirty: boolean; action: ReactNode }),
): ReactNode {
  if (!('form' in props)) return <GuardedDialog {...props} />
  const { form, submit, children, ...dialog } = props
  return (
    <GuardedDialog
      {...dialog}
      dirty={form.isDirty}
      action={
        <Button type="submit" form={form.id} variant="primary" busy={form.isSubmitting}>
          {submit}
        </Button>
      }
    >
      <Form form={form}>{children}</Form>
    </GuardedDialog>
  )
}

function GuardedDialog(props: DialogProps & { dirty: boolean; action: ReactNode }) {
  const { dirty, onClose, action, aside, ...dialog } = props
  const t = useT('sdk')
  const guard = useLeaveGuard(dirty)
  const cancel = () => guard.leave(onClose)
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
      <LeaveDialog guard={guard} />
    </>
  )
}
