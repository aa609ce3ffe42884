import { cn, type Level, useFormat, useT } from '@svc/dashboard-sdk'
import { OfflineNote, WithServer } from '@svc/dashboard-sdk/widgets'
import { defineWidget, useMetric, z } from '@svc/widget-sdk'
import { OctagonAlert, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { arcLength, arcPath, gaugeFill, limits, pointAt } from './gauge-scale.ts'

const paths = { cpu: 'cpu', memory: 'mem_percent', swap: 'swap_percent', disk: 'disk_percent' } as const

const configSchema = z.object({
  server_id: z.serverId().optional().describe('widget.label.server'),
  metric: z.enum(['cpu', 'memory', 'swap', 'disk']).default('cpu').describe('widget.label.metric'),
  label: z.string().max(60).optional().describe('widget.label.text'),
  max: z.number().min(1).max(100).default(100).describe('widget.gauge.max'),
})

type Config = z.output<typeof configSchema>

function Gauge({ config, id, isOnline }: { config: Config; id: string; isOnline: boolean }): ReactNode {
  const t = useT()
  const percent = useMetric(id, paths[config.metric])
  const name = useMetric(id, 'name')
  const label = config.label || t(`widget.label.metric.${config.metric}`)
  return (
    <div className="@container-[size] flex h-full flex-col items-center justify-center text-center">
      <Dial percent={percent} max={config.max} label={label} name={name ?? ''} isStale={!isOnline} />
      <p className="max-w-full truncate font-medium text-[clamp(0.75rem,6cqmin,1rem)] leading-tight">{label}</p>
      <p className="max-w-full truncate text-[clamp(0.6875rem,5cqmin,0.875rem)] text-muted leading-tight">{name}</p>
      {!isOnline && <OfflineNote serverId={id} className="max-w-full leading-tight" />}
    </div>
  )
}

/** A percentage of one server as a gauge. */
export default defineWidget({
  configSchema,
  component: ({ config, instanceId, isEditing }) => (
    <WithServer serverId={config.server_id} instanceId={instanceId} isEditing={isEditing}>
      {(server) => <Gauge config={config} {...server} />}
    </WithServer>
  ),
})

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
