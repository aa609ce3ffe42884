import { useFormat } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'

/** CPU in percent of one core, with a bar that is filled at `full` percent. */
export function CpuCell({ percent, full }: { percent: number; full: number }): ReactNode {
  const format = useFormat()
  return (
    <span className="inline-flex flex-col items-end gap-1 align-middle md:flex-row-reverse md:items-center md:gap-3">
      <span className="md:min-w-12">{format.percent(percent, percent < 99.95 ? 1 : 0)}</span>
      <span aria-hidden className="h-[3px] w-16 overflow-hidden rounded-full bg-line">
        <span
          className="block h-full origin-left rounded-full bg-accent transition-transform duration-500"
          style={{ transform: `scaleX(${percent / full})` }}
        />
      </span>
    </span>
  )
}
