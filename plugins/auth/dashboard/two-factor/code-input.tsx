import { cn, Input } from '@svc/dashboard-sdk'
import type { ComponentProps, ReactNode } from 'react'
import { digitsOf, isComplete, isMisplacedRecoveryCode } from './codes.ts'

type Props = Omit<ComponentProps<'input'>, 'value' | 'onChange'> & {
  value: string
  onChange: (digits: string) => void
  /** the sixth digit was typed, or all of them were pasted or filled in */
  onComplete?: (digits: string) => void
  /** a recovery code was pasted here */
  onRecoveryCode?: (typed: string) => void
}

/** The six digits of an authenticator. Devices offer the code from a message or their own password store. */
export function CodeInput({ value, onChange, onComplete, onRecoveryCode, className, ...props }: Props): ReactNode {
  function take(typed: string) {
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
      onChange={(event) => take(event.target.value)}
      className={cn(
        'figures h-12 text-center font-mono text-[1.375rem] tracking-[0.4em] placeholder:opacity-35 max-md:text-[1.375rem]',
        // the space after the last digit would push the others off the middle
        'pl-[calc(0.75rem+0.4em)]',
        className,
      )}
    />
  )
}
