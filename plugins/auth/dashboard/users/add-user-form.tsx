import { ApiError, Checkbox, Field, fieldRules, InlineError, Input, useT } from '@svc/dashboard-sdk'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { focusField } from '../focus-field.ts'
import { AssignedPasswordField } from './assigned-password-field.tsx'
import { RoleField } from './role-field.tsx'
import { type NewUser, newUserErrors } from './user-draft.ts'

const inlineFields = ['username', 'password', 'role']

/** Username, initial password and role of a new account. */
export function AddUserForm(props: {
  id: string
  draft: NewUser
  onDraft: (draft: NewUser) => void
  onSubmit: () => void
  error: unknown
}): ReactNode {
  const { id, draft, onDraft, onSubmit, error } = props
  const t = useT()
  const form = useRef<HTMLFormElement>(null)
  const [submitted, setSubmitted] = useState(false)
  const errors = newUserErrors(draft)
  const rules = fieldRules(error, t)
  const taken = error instanceof ApiError && error.status === 409
  const isShownInline = taken || inlineFields.some((field) => rules[field])
  const errorFields = taken ? 'username' : Object.keys(rules).join(' ')

  useEffect(() => {
    if (errorFields) focusField(form.current, ...errorFields.split(' '))
  }, [errorFields])

  function submit(event: FormEvent) {
    event.preventDefault()
    setSubmitted(true)
    if (errors.username || errors.password) focusField(form.current, ...Object.keys(errors))
    else onSubmit()
  }

  return (
    <form ref={form} id={id} onSubmit={submit} noValidate className="flex flex-col gap-4.5">
      <Field
        label={t('users.name')}
        error={submitted && errors.username ? t(errors.username) : taken ? t('sdk:refusals.is taken') : rules.username}
      >
        <Input
          name="username"
          value={draft.username}
          onChange={(event) => onDraft({ ...draft, username: event.target.value })}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <AssignedPasswordField
        label={t('users.password')}
        value={draft.password}
        onChange={(password) => onDraft({ ...draft, password })}
        username={draft.username}
        error={submitted && errors.password ? t(errors.password) : rules.password}
      />
      <Checkbox
        label={t('users.mustChange')}
        hint={t('users.mustChangeHint')}
        checked={draft.mustChange}
        onChange={(event) => onDraft({ ...draft, mustChange: event.target.checked })}
      />
      <RoleField value={draft.role} onChange={(role) => onDraft({ ...draft, role })} error={rules.role} />
      {!isShownInline && <InlineError error={error} />}
    </form>
  )
}
