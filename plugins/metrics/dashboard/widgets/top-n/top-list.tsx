import { cn, keepOrder, levelOf, PageLink, useFormat, useHoverOrFocus, useT } from '@svc/dashboard-sdk'
import { serverPage } from '@svc/plugin-enrollment/dashboard/pages'
import { type ReactNode, useEffect, useState } from 'react'
import type { Ranked, TopMetric } from './ranking.ts'

const fills = { normal: 'bg-accent/18', warning: 'bg-warn/22', danger: 'bg-danger/22' }

/** The servers with their values as bars. The order does not change under the pointer or focus. */
export function TopList({
  label,
  metric,
  rows,
}: {
  label: string
  metric: TopMetric
  rows: readonly Ranked[]
}): ReactNode {
  const { held, handlers } = useHoverOrFocus()
  const [shown, setShown] = useState(rows)
  useEffect(() => setShown((last) => (held.current ? keepOrder(last, rows) : rows)), [rows, held])
  return (
    <ol aria-label={label} className="flex flex-col gap-0.5" {...handlers}>
      {shown.map((row) => (
        <Row key={row.id} metric={metric} row={row} />
      ))}
    </ol>
  )
}

function Row({ metric, row: { id, name, value, fraction } }: { metric: TopMetric; row: Ranked }) {
  const t = useT()
  const format = useFormat()
  const isShare = metric !== 'bandwidth'
  const level = isShare ? levelOf(value) : 'normal'
  return (
    <li className="relative flex h-6 min-w-0 items-center gap-3 overflow-hidden rounded-sm bg-sunken/60 px-2 text-sm max-md:h-9">
      <span
        aria-hidden
        className={cn('absolute inset-0 origin-left', fills[level])}
        style={{ transform: `scaleX(${fraction})` }}
      />
      <PageLink
        page={serverPage}
        params={{ id }}
        search={{ tab: 'metrics' }}
        title={name}
        otherwise={<span className="relative min-w-0 flex-1 truncate">{name}</span>}
        className="relative min-w-0 flex-1 truncate rounded-xs hover:underline"
      >
        {name}
      </PageLink>
      <span className="figures relative shrink-0 font-medium">
        {isShare ? format.percent(value, 1) : format.rate(value)}
        {level !== 'normal' && <span className="sr-only">, {t(`sdk:meter.${level}`)}</span>}
      </span>
    </li>
  )
}
