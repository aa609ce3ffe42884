import { cn, type Level, useFormat, useT } from '@svc/dashboard-sdk'
import { OctagonAlert, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { arcLength, arcPath, gaugeFill, limits, pointAt } from './scale.ts'

const radius = 42
const fullArc = arcPath(0, 1, radius)
const fullLength = arcLength(radius)

const strokes: Record<Level, string> = { normal: 'stroke-accent', warning: 'stroke-warn', danger: 'stroke-danger' }
const textColors: Record<Level, string> = { normal: '', warning: 'text-warn', danger: 'text-danger' }
const icons = { warning: TriangleAlert, danger: OctagonAlert }

/** Marks on the arc at the limits. */
const ticks = limits.map((share) => {
  const [[x1, y1], [x2, y2]] = [pointAt(share, radius - 4), pointAt(share, radius + 4)]
  return { x1, y1, x2, y2 }
})

interface Props {
  readonly percent: number | undefined
  /** value of a full gauge, in percent */
  readonly max: number
  readonly label: string
  /** name of the server */
  readonly name: string
  /** whether the value is outdated */
  readonly isStale: boolean
}

/** A gauge. Its level is shownLevel by color and icon, and announced to screen readers. */
export function Dial({ percent, max, label, name, isStale }: Props): ReactNode {
  const t = useT()
  const format = useFormat()
  const { share, level } = gaugeFill(percent ?? 0, max)
  const text = percent === undefined ? '–' : format.percent(percent, percent < 9.95 ? 1 : 0)
  const shownLevel: Level = isStale ? 'normal' : level
  const Icon = shownLevel === 'normal' ? undefined : icons[shownLevel]
  const valueText = [text, t(`sdk:meter.${level}`), ...(isStale ? [t('sdk:server.offline')] : [])].join(', ')
  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers draw <meter> as a bar
    <div
      role="meter"
      aria-label={`${label}, ${name}`}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={Math.min(max, percent ?? 0)}
      aria-valuetext={percent === undefined ? t('widget.gauge.nothing') : valueText}
      className={cn(
        'relative aspect-[100/74] w-[min(100cqw,(100cqh-3.5rem)*1.35)] shrink-0',
        isStale && 'opacity-55 grayscale',
      )}
    >
      <svg viewBox="0 4 100 74" className="size-full" aria-hidden="true">
        <path d={fullArc} fill="none" className="stroke-line" strokeWidth="7" strokeLinecap="round" />
        <path
          d={fullArc}
          fill="none"
          className={cn('transition-[stroke-dashoffset] duration-500', strokes[shownLevel], share === 0 && 'opacity-0')}
          strokeWidth="7"
          strokeLinecap="round"
          strokeDasharray={`${fullLength} 200`}
          strokeDashoffset={fullLength * (1 - share)}
        />
        {ticks.map((tick) => (
          <line key={tick.x1} {...tick} className="stroke-panel" strokeWidth="1.2" />
        ))}
      </svg>
      <div
        className={cn(
          'absolute inset-x-0 top-[36%] flex flex-col items-center gap-[1cqmin] text-[clamp(1.25rem,19cqmin,4.5rem)] leading-none',
          textColors[shownLevel],
        )}
      >
        <span className="figures font-semibold tracking-tight">{text}</span>
        {Icon && <Icon className="size-[clamp(0.875rem,0.5em,1.5rem)]" aria-hidden />}
      </div>
    </div>
  )
}
