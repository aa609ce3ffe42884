import { ApiError, fieldRules, InlineError, PageLink, useT } from '@svc/dashboard-sdk'
import type { FormEvent, ReactNode } from 'react'
import { securityPage } from '../pages.ts'
import { Consequences } from './consequences.tsx'
import { CredentialsFields } from './credentials-fields.tsx'
import { RoleField } from './role-field.tsx'
import type { User } from './user.ts'
import { consequencesOf, draftErrors, type UserDraft } from './user-draft.ts'

/** Role, password and second factor of an account, and the consequences of saving. */
export function EditUserForm(props: {
  id: string
  user: User
  self: boolean
  draft: UserDraft
  onDraft: (draft: UserDraft) => void
  onSubmit: () => void
  submitted: boolean
  error: unknown
}): ReactNode {
  const { id, user, self, draft, onDraft, onSubmit, submitted, error } = props
  const t = useT()
  const rules = fieldRules(error, t)
  const passwordError = submitted ? draftErrors(draft).password : undefined
  // the only 400 of this route: the last admin cannot be demoted
  const lastAdmin = error instanceof ApiError && error.status === 400 && draft.role !== user.role
  const isShownInline = lastAdmin || rules.password || rules.role
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form id={id} onSubmit={submit} noValidate className="flex flex-col gap-5">
      <RoleField
        value={draft.role}
        onChange={(role) => onDraft({ ...draft, role })}
        error={lastAdmin ? t('users.lastAdmin') : rules.role}
      />
      {self ? (
        <p className="text-muted text-sm">
          {t('users.ownCredentials')}{' '}
          <PageLink page={securityPage} className="text-accent underline underline-offset-2">
            {t('security.title')}
          </PageLink>
        </p>
      ) : (
        <CredentialsFields
          user={user}
          draft={draft}
          onDraft={onDraft}
          error={passwordError ? t(passwordError) : rules.password}
        />
      )}
      <Consequences title={t('users.effect.title')} keys={consequencesOf(user, draft, self)} name={user.username} />
      {!isShownInline && <InlineError error={error} />}
    </form>
  )
}
