import type { ReactNode } from 'react'
import { cn } from '../cn.ts'
import { useCountryName } from '../use-country-name.ts'
import { flagEmoji, supportsFlagEmoji } from './flag-emoji.ts'

/** The flag of a country, or its code if flag emoji are not supported. */
export function Flag({ code, className }: { code: string | null; className?: string }): ReactNode {
  const name = useCountryName()
  const emoji = code ? flagEmoji(code) : undefined
  if (!code || !emoji) return null
  const title = name(code) ?? code
  return supportsFlagEmoji() ? (
    <span role="img" aria-label={title} title={title} className={cn('shrink-0 text-base leading-none', className)}>
      {emoji}
    </span>
  ) : (
    <abbr
      title={title}
      className={cn(
        'figures inline-grid h-4 w-6 shrink-0 place-items-center rounded-xs bg-sunken font-semibold text-[0.625rem] text-muted leading-none no-underline ring-1 ring-line ring-inset',
        className,
      )}
    >
      {code}
    </abbr>
  )
}
