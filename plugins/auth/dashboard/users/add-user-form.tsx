import { ApiFailure, Checkbox, FailureNote, Field, fieldRules, Input, useT } from '@svc/dashboard-sdk'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { focusField } from '../focus-field.ts'
import { GivenPassword } from './given-password.tsx'
import { RoleField } from './role-field.tsx'
import { type NewUser, newUserProblems } from './user-draft.ts'

const shownInPlace = ['username', 'password', 'role']

/** Name, first password and role of a new account. */
export function AddUserForm(props: {
  id: string
  draft: NewUser
  onDraft: (draft: NewUser) => void
  onSubmit: () => void
  failure: unknown
}): ReactNode {
  const { id, draft, onDraft, onSubmit, failure } = props
  const t = useT()
  const form = useRef<HTMLFormElement>(null)
  const [tried, setTried] = useState(false)
  const problems = newUserProblems(draft)
  const rules = fieldRules(failure, t)
  const taken = failure instanceof ApiFailure && failure.status === 409
  const inPlace = taken || shownInPlace.some((field) => rules[field])
  const refused = taken ? 'username' : Object.keys(rules).join(' ')

  useEffect(() => {
    if (refused) focusField(form.current, ...refused.split(' '))
  }, [refused])

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (problems.username || problems.password) focusField(form.current, ...Object.keys(problems))
    else onSubmit()
  }

  return (
    <form ref={form} id={id} onSubmit={submit} noValidate className="flex flex-col gap-4.5">
      <Field
        label={t('users.name')}
        error={tried && problems.username ? t(problems.username) : taken ? t('sdk:refusals.is taken') : rules.username}
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
      <GivenPassword
        label={t('users.password')}
        value={draft.password}
        onChange={(password) => onDraft({ ...draft, password })}
        username={draft.username}
        error={tried && problems.password ? t(problems.password) : rules.password}
      />
      <Checkbox
        label={t('users.mustChange')}
        hint={t('users.mustChangeHint')}
        checked={draft.mustChange}
        onChange={(event) => onDraft({ ...draft, mustChange: event.target.checked })}
      />
      <RoleField value={draft.role} onChange={(role) => onDraft({ ...draft, role })} error={rules.role} />
      {!inPlace && <FailureNote failure={failure} />}
    </form>
  )
}
