import { Field, PasswordInput, useT } from '@svc/dashboard-sdk'
import { secretMask } from '@svc/protocol'
import type { ReactNode } from 'react'

/** A text that stands for a secret which is stored. */
export const isMasked = (value: unknown): value is string => typeof value === 'string' && value.endsWith(secretMask)

interface SecretProps {
  /** what is sent: what was typed, or `stored` */
  value: unknown
  /** the mask that was shown; something else when there is no secret yet */
  stored: unknown
  onValue: (value: string) => void
  placeholder?: string | undefined
}

/** The input of a secret: a stored one is not shown and stays while nothing is typed. */
export function SecretInput({ value, stored, onValue, placeholder, ...rest }: SecretProps & { 'aria-label'?: string }) {
  const t = useT()
  const kept = isMasked(stored)
  return (
    <PasswordInput
      {...rest}
      value={typeof value === 'string' && value !== stored ? value : ''}
      onChange={({ target }) => onValue(target.value === '' && kept ? stored : target.value)}
      placeholder={kept ? t('secret.stored', { hint: stored }) : placeholder}
      autoComplete="off"
      spellCheck={false}
      className="font-mono placeholder:font-sans"
    />
  )
}

/** A labelled secret. */
export function SecretField(
  props: SecretProps & { label: string; hint?: ReactNode; error: string | undefined },
): ReactNode {
  const { label, hint, error, ...secret } = props
  const t = useT()
  return (
    <Field label={label} hint={isMasked(secret.stored) ? t('secret.keep') : hint} error={error}>
      <SecretInput {...secret} />
    </Field>
  )
}
