import type { ReactNode } from 'react'
import type { ApiError } from '../api/api-error.ts'
import { useMutate } from '../api/query.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { InlineError } from './inline-error.tsx'
import { toast } from './toast.tsx'

/**
 * Asks, sends DELETE to `path`, and closes when what it named is gone from the lists too, so that the focus does not go back
 * to a button that vanishes. A failure is shown in place. Mount it to open it.
 */
export function DeleteDialog(props: {
  path: string
  /** path prefixes of the queries to invalidate afterwards */
  invalidates: readonly string[]
  title: ReactNode
  description?: ReactNode
  /** what the button says: the act, not "OK" */
  action: ReactNode
  /** the user has to type it first */
  typed?: string
  /** said once it is done */
  done?: string
  /** called once it is done, before the lists are read again */
  onDeleted?: () => void
  onClose: () => void
  /** what to show of a failure, when the plugin knows more than its words say */
  explain?: (failure: ApiError) => ApiError
  children?: ReactNode
}): ReactNode {
  const { path, invalidates, title, description, action, typed, done, onDeleted, onClose, explain, children } = props
  const remove = useMutate('DELETE', path, {
    invalidates,
    onDone: () => {
      if (done !== undefined) toast.success(done)
      onDeleted?.()
    },
    onFailed: () => undefined,
  })
  const failure = remove.error && (explain?.(remove.error) ?? remove.error)
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
      {(children || failure) && (
        <>
          {children}
          <InlineError failure={failure} />
        </>
      )}
    </ConfirmDialog>
  )
}
