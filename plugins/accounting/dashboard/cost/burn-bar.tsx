import { useFormat, useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'

/**
 * Elapsed share of a billing cycle's price. It fills up with time, so unlike resource usage it never turns yellow or red.
 */
export function BurnBar(props: { percent: number; label: string; detail?: ReactNode }): ReactNode {
  const t = useT()
  const format = useFormat()
  const percent = Math.min(100, Math.max(0, props.percent))
  const text = format.percent(percent, 0)
  return (
    <div className="min-w-0">
      <div className="flex items-baseline justify-between gap-2 text-xs">
        <span className="figures font-medium">{text}</span>
        {props.detail && <span className="figures truncate text-faint">{props.detail}</span>}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: browsers draw <meter> in their own colors */}
      <div
        role="meter"
        aria-label={props.label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(percent)}
        aria-valuetext={t('cost.burned', { share: text })}
        className="mt-1 h-[3px] overflow-hidden rounded-full bg-line"
      >
        <div className="h-full origin-left rounded-full bg-accent" style={{ transform: `scaleX(${percent / 100})` }} />
      </div>
    </div>
  )
}
