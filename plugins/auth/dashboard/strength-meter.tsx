import { cn, useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'
import { passwordStrength } from './password-strength.ts'

const tones = ['bg-line-strong', 'bg-danger', 'bg-warn', 'bg-ok', 'bg-ok']

/** Strength of a new password as four bars and a word. */
export function StrengthMeter({ password, username }: { password: string; username?: string }): ReactNode {
  const t = useT()
  const strength = passwordStrength(password, username)
  return (
    <span className="flex items-center gap-2">
      <span aria-hidden="true" className="flex flex-1 gap-1">
        {[1, 2, 3, 4].map((bar) => (
          <span key={bar} className={cn('h-1 flex-1 rounded-full', bar <= strength ? tones[strength] : 'bg-line')} />
        ))}
      </span>
      <span aria-live="polite" className="w-16 text-right text-xs">
        <span className="sr-only">{t('password.strength')}: </span>
        {t(`password.level.${strength}`)}
      </span>
    </span>
  )
}
