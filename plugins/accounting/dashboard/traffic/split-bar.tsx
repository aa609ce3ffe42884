import { useFormat, useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'

/** Inbound and outbound traffic as one stacked bar; `of` is the full width. */
export function SplitBar(props: { bytesIn: number; bytesOut: number; of: number; plain?: boolean }): ReactNode {
  const { bytesIn, bytesOut, of, plain = false } = props
  const t = useT()
  const format = useFormat()
  const share = (bytes: number) => (of > 0 ? Math.min(100, (bytes / of) * 100) : 0)
  const [shareIn, shareOut] = [share(bytesIn), share(bytesOut)]
  return (
    <>
      <span aria-hidden className="flex h-2 gap-px overflow-hidden rounded-full bg-line">
        <span className="bg-chart-1" style={{ width: `${shareIn}%` }} />
        <span className="bg-chart-2" style={{ width: `${shareOut}%` }} />
      </span>
      {!plain && of > 0 && (
        <p className="figures mt-1.5 flex flex-wrap gap-x-4 text-faint text-xs">
          {[['in', 'bg-chart-1', shareIn] as const, ['out', 'bg-chart-2', shareOut] as const].map(
            ([id, color, value]) => (
              <span key={id} className="inline-flex items-center gap-1.5">
                <span aria-hidden className={`size-2 rounded-[2px] ${color}`} />
                {t(`line.${id}`)} {format.percent(value, 0)}
              </span>
            ),
          )}
        </p>
      )}
    </>
  )
}
