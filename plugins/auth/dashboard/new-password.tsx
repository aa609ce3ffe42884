import { Field, PasswordInput, useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'
import { characterCount, minPasswordLength } from './password-strength.ts'
import { StrengthMeter } from './strength-meter.tsx'

export interface NewPassword {
  readonly password: string
  readonly repeat: string
}

/** Text keys of validation errors by field. */
export function newPasswordErrors({ password, repeat }: NewPassword): { password?: string; repeat?: string } {
  if (characterCount(password) < minPasswordLength) return { password: 'password.tooShort' }
  return password === repeat ? {} : { repeat: 'password.mismatch' }
}

/** New password and its repetition, with a strength meter. `errors` are translated texts. */
export function NewPasswordFields(props: {
  value: NewPassword
  onChange: (value: NewPassword) => void
  errors: { password?: string | undefined; repeat?: string | undefined }
  username?: string
}): ReactNode {
  const { value, onChange, errors, username = '' } = props
  const t = useT()
  const hint = value.password ? <StrengthMeter password={value.password} username={username} /> : t('password.hint')
  return (
    <>
      <Field label={t('password.new')} hint={hint} error={errors.password}>
        <PasswordInput
          name="new_password"
          autoComplete="new-password"
          className="max-md:h-11"
          value={value.password}
          onChange={(event) => onChange({ ...value, password: event.target.value })}
        />
      </Field>
      <Field label={t('password.repeat')} error={errors.repeat}>
        <PasswordInput
          name="repeat"
          autoComplete="new-password"
          className="max-md:h-11"
          value={value.repeat}
          onChange={(event) => onChange({ ...value, repeat: event.target.value })}
        />
      </Field>
    </>
  )
}
