import { Badge, cn, type HiddenLines, LineSwatch, useFormat, useLineClicks, useT } from '@svc/dashboard-sdk'
import type { ReactNode } from 'react'
import { placeName, providerName } from '../targets/target-names.ts'
import type { Shown } from './shown.ts'
import { type RoundStats, statsOf } from './stats.ts'
import type { Probed } from './target-lines.ts'
import { missingCapability, type TabContext } from './use-tab.ts'

/** The line of a target in the charts. */
export interface TargetLine {
  readonly id: string
  readonly label: string
  /** index of the line; lines are dashed from the seventh on */
  readonly color: number
}

/**
 * The targets, as the legend of the charts: a click toggles a line, a double click or Alt+click shows it alone.
 */
export function TargetCards(props: {
  probed: readonly Probed[]
  /** one per target */
  lines: readonly TargetLine[]
  shown: Shown
  choice: HiddenLines
  context: TabContext
}): ReactNode {
  const { probed, lines, shown, choice, context } = props
  const t = useT()
  const clicks = useLineClicks(choice)
  return (
    <ul
      aria-label={t('target.list')}
      className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,15rem),1fr))] gap-2.5"
    >
      {probed.map(({ target, assigned }, index) => {
        const line = lines[index]
        if (!line) return null
        const visible = !choice.hidden.has(target.id)
        const stats = statsOf(shown.rounds.get(target.id) ?? [])
        const missing = missingCapability(context.record, target.probe_type)
        return (
          <li key={target.id} className="min-w-0">
            <button
              type="button"
              aria-pressed={visible}
              data-tip={t('target.hint')}
              {...clicks(target.id)}
              className="panel flex h-full w-full flex-col touch-manipulation select-none overflow-hidden px-3.5 py-2.5 text-left transition-opacity hover:shadow-pop"
            >
              <span className="flex min-w-0 items-center gap-2">
                <LineSwatch color={line.color} hidden={!visible} />
                <span
                  className={cn('min-w-0 flex-1 truncate font-medium text-sm', !visible && 'text-muted line-through')}
                >
                  {line.label}
                </span>
                {!assigned && <Badge>{t('target.former')}</Badge>}
                <span className="shrink-0 text-2xs text-muted uppercase">{target.probe_type}</span>
              </span>
              <span className="block truncate text-muted text-xs">
                {[providerName(t, target), placeName(t, target)].filter(Boolean).join(' · ') || target.target}
              </span>
              <Reading stats={stats} none={t(shown.span ? 'target.noneInRange' : 'target.noData')} />
              {assigned && missing && (
                <span className="mt-1 block text-warn text-xs">{t('target.missing', { capability: missing })}</span>
              )}
            </button>
          </li>
        )
      })}
    </ul>
  )
}

function Reading({ stats, none }: { stats: RoundStats; none: string }): ReactNode {
  const t = useT()
  const format = useFormat()
  const { p50, p95, loss } = stats
  if (loss === null) return <span className="mt-1.5 block text-muted text-xs">{none}</span>
  const ms = (value: number | null) => (value === null ? '–' : format.ms(value))
  return (
    <span className="figures mt-1.5 grid grid-cols-3 gap-2 text-sm">
      <Part label={t('target.p50')}>{ms(p50)}</Part>
      <Part label={t('target.p95')}>{ms(p95)}</Part>
      <Part label={t('target.loss')} className={loss > 0.1 ? 'text-danger' : loss > 0 ? 'text-warn' : undefined}>
        {format.percent(loss * 100, loss > 0 && loss < 0.1 ? 1 : 0)}
      </Part>
    </span>
  )
}

const Part = (props: { label: string; className?: string | undefined; children: ReactNode }): ReactNode => (
  <span className="min-w-0">
    <span className="caption block truncate">{props.label}</span>
    <span className={cn('font-medium', props.className)}>{props.children}</span>
  </span>
)
