import { flagAddress } from '@svc/protocol/text'
import { type ReactNode, useState } from 'react'
import { cn } from '../cn.ts'
import { useCountryName } from '../use-country-name.ts'
import { flagEmoji, supportsFlagEmoji } from './flag-emoji.ts'

/** The flag of a country: an emoji, a picture where fonts have no flags, or the code if there is no such flag. */
export function Flag({ code, className }: { code: string | null; className?: string }): ReactNode {
  const name = useCountryName()
  const [missing, setMissing] = useState<string>()
  const emoji = code ? flagEmoji(code) : undefined
  if (!code || !emoji) return null
  const label = name(code) ?? code
  if (supportsFlagEmoji()) {
    return (
      <span role="img" aria-label={label} data-tip={label} className={cn('shrink-0 text-base leading-none', className)}>
        {emoji}
      </span>
    )
  }
  if (missing !== code) {
    return (
      <img
        src={flagAddress(code)}
        alt={label}
        data-tip={label}
        width={20}
        height={14}
        loading="lazy"
        decoding="async"
        onError={() => setMissing(code)}
        className={cn('inline-block h-3.5 w-5 shrink-0 rounded-xs object-cover ring-1 ring-line', className)}
      />
    )
  }
  return (
    <abbr
      data-tip={label}
      className={cn(
        'figures inline-grid h-4 w-6 shrink-0 place-items-center rounded-xs bg-sunken font-semibold text-[0.625rem] text-muted leading-none no-underline ring-1 ring-line ring-inset',
        className,
      )}
    >
      {code}
    </abbr>
  )
}
