import type { ReactNode } from 'react'
import { cn } from '../cn.ts'
import { useFormat } from '../use-format.ts'

/** A count beside an entry of the sidebar; nothing for 0. `label` says what is counted, for screen readers. */
export function NavCount(props: { count: number; label: string; tone?: 'danger' | 'warn' | 'neutral' }): ReactNode {
  const { count, label, tone = 'neutral' } = props
  const format = useFormat()
  if (count === 0) return null
  return (
    <span
      data-tip={label}
      className={cn(
        'figures ml-auto inline-flex h-5 min-w-5 shrink-0 items-center justify-center rounded-full px-1.5 font-semibold text-2xs',
        tone === 'danger' && 'bg-danger/14 text-danger',
        tone === 'warn' && 'bg-warn/15 text-warn',
        tone === 'neutral' && 'bg-line text-muted',
      )}
    >
      <span aria-hidden>{count > 999 ? '999+' : format.number(count)}</span>
      <span className="sr-only">{label}</span>
    </span>
  )
}
