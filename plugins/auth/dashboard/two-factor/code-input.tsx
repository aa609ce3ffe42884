import { cn, Input } from '@svc/dashboard-sdk'
import type { ComponentProps, ReactNode } from 'react'
import { digitsOf, isComplete, isMisplacedRecoveryCode } from './codes.ts'

type Props = Omit<ComponentProps<'input'>, 'value' | 'onChange'> & {
  value: string
  onChange: (digits: string) => void
  /** called once all six digits are typed, pasted or autofilled */
  onComplete?: (digits: string) => void
  /** called when a recovery code is pasted */
  onRecoveryCode?: (typed: string) => void
}

/** Input for the six digits of an authenticator app, with autofill of one-time codes. */
export function CodeInput({ value, onChange, onComplete, onRecoveryCode, className, ...props }: Props): ReactNode {
  function onInput(typed: string) {
    if (onRecoveryCode && isMisplacedRecoveryCode(typed)) return onRecoveryCode(typed)
    const digits = digitsOf(typed)
    onChange(digits)
    if (isComplete(digits) && digits !== value) onComplete?.(digits)
  }
  return (
    <Input
      name="totp_code"
      inputMode="numeric"
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      placeholder="000000"
      {...props}
      value={value}
      onChange={(event) => onInput(event.target.value)}
      className={cn(
        'figures h-12 text-center font-mono text-[1.375rem] tracking-[0.4em] placeholder:opacity-35 max-md:text-[1.375rem]',
        // compensates the letter spacing after the last digit, to keep the text centered
        'pl-[calc(0.75rem+0.4em)]',
        className,
      )}
    />
  )
}
