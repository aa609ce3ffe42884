import { Field, Input, PasswordInput, useApi, useMe, useT } from '@svc/dashboard-sdk'
import type { ComponentProps, ReactNode } from 'react'

interface Account {
  readonly has_password: boolean
}

/** What an account proves itself with: accounts of a sign-in provider have no password. */
export function useProofKind(): 'password' | 'code' {
  const { data } = useApi<Account>('/api/auth/me')
  return data?.has_password === false ? 'code' : 'password'
}

/** Asks for the password of the account again, or for a code. */
export function ProofField(props: {
  kind: 'password' | 'code'
  error: string | undefined
  input: ComponentProps<'input'>
}): ReactNode {
  const { kind, error, input } = props
  const t = useT()
  const { username } = useMe()
  return (
    <Field label={t(`proof.${kind}`)} hint={t('proof.hint')} error={error}>
      <input type="text" hidden readOnly autoComplete="username" value={username} />
      {kind === 'password' ? (
        <PasswordInput {...input} autoComplete="current-password" />
      ) : (
        <Input {...input} autoComplete="one-time-code" inputMode="numeric" />
      )}
    </Field>
  )
}
