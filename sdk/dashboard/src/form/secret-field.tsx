import { secretMask } from '@svc/protocol'
import type { ReactNode } from 'react'
import { useT } from '../i18n.ts'
import { Field } from '../ui/field.tsx'
import { PasswordInput } from '../ui/password-input.tsx'

/** Whether a value is the mask of a stored secret. */
export const isMasked = (value: unknown): value is string => typeof value === 'string' && value.endsWith(secretMask)

interface SecretProps {
  /** the entered text, or `stored` */
  value: unknown
  /** the mask, if a secret is stored */
  stored: unknown
  onValue: (value: string) => void
  placeholder?: string | undefined
}

/** A secret input. While it is empty, the stored secret is kept. */
export function SecretInput({
  value,
  stored,
  onValue,
  placeholder,
  ...rest
}: SecretProps & { 'aria-label'?: string }): ReactNode {
  const t = useT('sdk')
  const isStored = isMasked(stored)
  return (
    <PasswordInput
      {...rest}
      value={typeof value === 'string' && value !== stored ? value : ''}
      onChange={({ target }) => onValue(target.value === '' && isStored ? stored : target.value)}
      placeholder={isStored ? t('secret.stored', { hint: stored }) : placeholder}
      autoComplete="off"
      spellCheck={false}
      className="font-mono placeholder:font-sans"
    />
  )
}

/** A labeled secret input. */
export function SecretField(
  props: SecretProps & { label: string; hint?: ReactNode; error: string | undefined },
): ReactNode {
  const { label, hint, error, ...secret } = props
  const t = useT('sdk')
  return (
    <Field label={label} hint={isMasked(secret.stored) ? t('secret.keep') : hint} error={error}>
      <SecretInput {...secret} />
    </Field>
  )
}
