import type { ReactNode } from 'react'
import { useMutate } from '../api/query.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { InlineError } from './inline-error.tsx'
import { toast } from './toast.tsx'

/**
 * Confirms, sends DELETE to `path`, and closes once the affected queries are refetched, so that the focus does not return to a
 * button that is about to disappear. Errors are shown in place. Mount it to open it.
 */
export function DeleteDialog(props: {
  path: string
  /** path prefixes of the queries to invalidate afterwards */
  invalidates: readonly string[]
  title: ReactNode
  description?: ReactNode
  /** button label: a verb, not "OK" */
  action: ReactNode
  /** text the user must type first */
  typed?: string
  /** success toast */
  done?: string
  /** called after the deletion, before queries are refetched */
  onDeleted?: () => void
  onClose: () => void
  children?: ReactNode
}): ReactNode {
  const { path, invalidates, title, description, action, typed, done, onDeleted, onClose, children } = props
  const remove = useMutate('DELETE', path, {
    invalidates,
    onDone: () => {
      if (done !== undefined) toast.success(done)
      onDeleted?.()
    },
    onFailed: () => undefined,
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={description}
      action={action}
      {...(typed === undefined ? {} : { typed })}
      busy={remove.isPending}
      onConfirm={() => remove.mutate(undefined, { onSuccess: onClose })}
    >
      {(children || remove.error) && (
        <>
          {children}
          <InlineError error={remove.error} />
        </>
      )}
    </ConfirmDialog>
  )
}
