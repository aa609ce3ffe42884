import { DeleteDialog, useSession, useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'
import { Consequences } from './consequences.tsx'
import { type User, userPath, usersPath } from './user.ts'

/** Deletes an account once its name has been typed. */
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
  return (
    <DeleteDialog
      path={userPath(user.id)}
      // the list cannot be fetched any more after deleting one's own account
      invalidates={self ? [] : [usersPath]}
      title={t('users.deleteTitle', { name })}
      action={t('users.delete')}
      typed={name}
      done={t('users.deleted', { name })}
      onDeleted={self ? () => void refresh() : onDeleted}
      onClose={onClose}
    >
      <Consequences
        title={t(self ? 'users.deleteSelf' : 'users.deleteText', { name })}
        keys={['users.effect.gone', 'users.effect.keys', 'users.effect.log']}
        name={name}
      />
    </DeleteDialog>
  )
}
