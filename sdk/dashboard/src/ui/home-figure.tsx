import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '../cn.ts'
import type { PageRef } from '../page.ts'
import { PageLink } from '../page-link.tsx'
import { Skeleton } from './skeleton.tsx'

const inks = { ok: 'text-ok', warn: 'text-warn', danger: 'text-danger', neutral: 'text-ink' }

/** One figure at the top of the start page; the whole tile links to where it comes from. */
export function HomeFigure<Path extends string, Search>(props: {
  icon: LucideIcon
  label: string
  /** undefined while it loads */
  value: string | undefined
  /** smaller, after the value */
  of?: string
  /** a line below, for example the worst one */
  detail?: ReactNode
  tone: keyof typeof inks
  page: PageRef<Path, Search>
  search?: Partial<Search>
}): ReactNode {
  const { icon: Icon, label, value, of, detail, tone, page, search } = props
  const target = { page, params: undefined, search } as { page: PageRef; params: undefined; search: object }
  return (
    <div className="panel relative flex min-h-24 min-w-0 flex-col px-4 py-3 transition-shadow hover:shadow-pop has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-accent xl:px-5">
      <p className="caption flex items-center gap-1.5">
        <Icon className="size-3.5 shrink-0" aria-hidden />
        <PageLink {...target} otherwise={label} className="truncate outline-none after:absolute after:inset-0">
          {label}
        </PageLink>
      </p>
      {value === undefined ? (
        <Skeleton className="mt-1.5 h-7 w-16" />
      ) : (
        <p className="figures flex items-baseline gap-1.5">
          <span className={cn('font-semibold text-[1.75rem] leading-9 tracking-tight', inks[tone])}>{value}</span>
          {of && <span className="text-faint text-lg">{of}</span>}
        </p>
      )}
      <p className="mt-auto h-4 truncate text-muted text-xs">{detail}</p>
    </div>
  )
}
