import { useFormat } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'

/** Percent of one core, and as a bar its share of `full`. */
export function CpuCell({ percent, full }: { percent: number; full: number }): ReactNode {
  const format = useFormat()
  return (
    <span className="inline-block w-16 align-middle sm:w-24">
      {format.percent(percent, percent < 99.95 ? 1 : 0)}
      <span aria-hidden className="mt-1 block h-[3px] overflow-hidden rounded-full bg-line">
        <span
          className="block h-full origin-left rounded-full bg-accent transition-transform duration-500"
          style={{ transform: `scaleX(${percent / full})` }}
        />
      </span>
    </span>
  )
}
