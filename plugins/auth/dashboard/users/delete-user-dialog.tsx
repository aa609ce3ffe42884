import { ConfirmDialog, FailureNote, toast, useMutate, useSession, useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'
import { Effects } from './effects.js'
import { type User, userPath, usersPath } from './user.js'

/** Deletes an account after its name was typed. */
export function DeleteUserDialog(props: {
  user: User
  self: boolean
  onDeleted: () => void
  onClose: () => void
}): ReactNode {
  const { user, self, onDeleted, onClose } = props
  const t = useT()
  const { refresh } = useSession()
  const name = user.username
  const remove = useMutate('DELETE', userPath(user.id), {
    // nobody is left to ask the list for after one's own account is gone
    invalidates: self ? [] : [usersPath],
    onDone: () => {
      toast.success(t('users.deleted', { name }))
      if (self) void refresh()
      else onDeleted()
    },
    onFailed: () => undefined,
  })
  const lastAdmin = remove.error?.status === 400
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('users.deleteTitle', { name })}
      action={t('users.delete')}
      typed={name}
      busy={remove.isPending}
      // closed when the row is gone, so that the focus does not go back to a button that vanishes
      onConfirm={() => remove.mutate(undefined, { onSuccess: onClose })}
    >
      <Effects
        title={t(self ? 'users.deleteSelf' : 'users.deleteText', { name })}
        keys={['users.effect.gone', 'users.effect.keys', 'users.effect.log']}
        name={name}
      />
      {lastAdmin ? (
        <p role="alert" className="rounded-md bg-danger/10 px-3 py-2.5 text-sm">
          {t('users.lastAdmin')}
        </p>
      ) : (
        <FailureNote failure={remove.error} />
      )}
    </ConfirmDialog>
  )
}
