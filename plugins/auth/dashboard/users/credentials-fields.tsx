import { Checkbox, type FormState, useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'
import { AssignedPasswordField } from './assigned-password-field.tsx'
import type { User } from './user.ts'
import type { UserDraft } from './user-draft.ts'

/** Resets of another user's password and second factor. */
export function CredentialsFields({ user, form }: { user: User; form: FormState<UserDraft> }): ReactNode {
  const t = useT()
  const { draft } = form
  return (
    <fieldset className="flex flex-col gap-3.5">
      <legend className="mb-2.5 font-medium text-sm">{t('users.signInWays')}</legend>
      <Checkbox
        label={t(user.has_password ? 'users.reset' : 'users.give')}
        hint={t(user.has_password ? 'users.resetHint' : 'users.giveHint')}
        checked={draft.reset}
        onChange={({ target }) =>
          form.set({ reset: target.checked, mustChange: target.checked || user.must_change_password })
        }
      />
      {draft.reset && (
        <div className="pl-6.5">
          <AssignedPasswordField
            label={t('password.new')}
            value={draft.password}
            onChange={(password) => form.set({ password })}
            username={user.username}
            error={form.error('password')}
          />
          <Checkbox
            className="mt-3.5"
            label={t('users.revokeApiKeys')}
            hint={t('users.revokeApiKeysHint')}
            checked={draft.revokeApiKeys}
            onChange={({ target }) => form.set({ revokeApiKeys: target.checked })}
          />
        </div>
      )}
      {(user.has_password || draft.reset) && (
        <Checkbox
          label={t('users.mustChangeNext')}
          hint={t('users.mustChangeHint')}
          checked={draft.mustChange}
          onChange={({ target }) => form.set({ mustChange: target.checked })}
        />
      )}
      {user.has_2fa && (
        <Checkbox
          label={t('users.resetTwoFactor')}
          hint={t('users.resetTwoFactorHint')}
          checked={draft.resetTwoFactor}
          onChange={({ target }) => form.set({ resetTwoFactor: target.checked })}
        />
      )}
    </fieldset>
  )
}
