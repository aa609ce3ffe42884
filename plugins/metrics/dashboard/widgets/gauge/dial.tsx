import { cn, type Level, useFormat, useT } from '@svc/dashboard-sdk'
import { OctagonAlert, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { arcLength, arcPath, gaugeFill, limits, pointAt } from './scale.ts'

const radius = 42
const whole = arcPath(0, 1, radius)
const length = arcLength(radius)

const strokes: Record<Level, string> = { normal: 'stroke-accent', warning: 'stroke-warn', danger: 'stroke-danger' }
const textColors: Record<Level, string> = { normal: '', warning: 'text-warn', danger: 'text-danger' }
const icons = { warning: TriangleAlert, danger: OctagonAlert }

/** Short lines across the arc where the limits lie. */
const ticks = limits.map((share) => {
  const [[x1, y1], [x2, y2]] = [pointAt(share, radius - 4), pointAt(share, radius + 4)]
  return { x1, y1, x2, y2 }
})

interface Props {
  readonly percent: number | undefined
  /** percent that fill it */
  readonly max: number
  readonly label: string
  /** whose figure it is */
  readonly name: string
  /** not current */
  readonly isStale: boolean
}

/** An arc that fills with a share. Its level is told by colour, by a sign, and by what screen readers say. */
export function Dial({ percent, max, label, name, isStale }: Props): ReactNode {
  const t = useT()
  const format = useFormat()
  const { share, level } = gaugeFill(percent ?? 0, max)
  const text = percent === undefined ? '–' : format.percent(percent, percent < 9.95 ? 1 : 0)
  const shown: Level = isStale ? 'normal' : level
  const Icon = shown === 'normal' ? undefined : icons[shown]
  const spoken = [text, t(`sdk:meter.${level}`), ...(isStale ? [t('sdk:server.offline')] : [])].join(', ')
  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers draw <meter> as a bar
    <div
      role="meter"
      aria-label={`${label}, ${name}`}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={Math.min(max, percent ?? 0)}
      aria-valuetext={percent === undefined ? t('widget.gauge.nothing') : spoken}
      className={cn(
        'relative aspect-[100/74] w-[min(100cqw,(100cqh-3.5rem)*1.35)] shrink-0',
        isStale && 'opacity-55 grayscale',
      )}
    >
      <svg viewBox="0 4 100 74" className="size-full" aria-hidden="true">
        <path d={whole} fill="none" className="stroke-line" strokeWidth="7" strokeLinecap="round" />
        <path
          d={whole}
          fill="none"
          className={cn('transition-[stroke-dashoffset] duration-500', strokes[shown], share === 0 && 'opacity-0')}
          strokeWidth="7"
          strokeLinecap="round"
          strokeDasharray={`${length} 200`}
          strokeDashoffset={length * (1 - share)}
        />
        {ticks.map((tick) => (
          <line key={tick.x1} {...tick} className="stroke-panel" strokeWidth="1.2" />
        ))}
      </svg>
      <div
        className={cn(
          'absolute inset-x-0 top-[36%] flex flex-col items-center gap-[1cqmin] text-[clamp(1.25rem,19cqmin,4.5rem)] leading-none',
          textColors[shown],
        )}
      >
        <span className="figures font-semibold tracking-tight">{text}</span>
        {Icon && <Icon className="size-[clamp(0.875rem,0.5em,1.5rem)]" aria-hidden />}
      </div>
    </div>
  )
}
