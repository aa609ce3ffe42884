import type { ReactNode } from 'react'

const fills = ['bg-chart-1', 'bg-chart-2', 'bg-chart-3', 'bg-chart-4', 'bg-chart-5', 'bg-chart-6']

/** What the colours of a chart mean, and a figure of each. */
export const Legend = (props: {
  entries: readonly { readonly id: string; readonly label: string; readonly color: number; readonly figure?: string }[]
}): ReactNode => (
  <ul className="mb-1 flex max-h-9 flex-wrap gap-x-3 overflow-hidden text-muted text-xs">
    {props.entries.map(({ id, label, color, figure }) => (
      <li key={id} className="flex min-w-0 items-center gap-1.5">
        <span aria-hidden className={`size-2 shrink-0 rounded-xs ${fills[color - 1] ?? 'bg-faint'}`} />
        <span className="truncate">{label}</span>
        {figure && <span className="figures whitespace-nowrap text-faint">{figure}</span>}
      </li>
    ))}
  </ul>
)
