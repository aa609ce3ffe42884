import type { ReactNode } from 'react'
import { cn } from '../../cn.ts'
import { useT } from '../../i18n.ts'
import { type Line, lookOf } from './colors.ts'
import { type HiddenLines, useLineClicks } from './hidden-lines.ts'

/** In a widget the legend scrolls to leave room for the plot. */
const inWidget = 'in-data-filling:max-h-[33cqh] in-data-filling:overflow-y-auto in-data-filling:overscroll-contain'
/** Longer legends scroll. */
const maxVisibleEntries = 12
const scrolling = 'max-h-40 overflow-y-auto overscroll-contain'

/** The legend. Click toggles a line; double-click or Alt+click shows only this line. */
export function ChartLegend(props: {
  lines: readonly Line[]
  choice: HiddenLines
  /** beside the name of a line */
  figures?: (line: Line) => ReactNode
}): ReactNode {
  const { lines, choice, figures } = props
  const t = useT('sdk')
  const clicks = useLineClicks(choice)
  return (
    <ul
      aria-label={t('chart.lines')}
      className={cn(
        '-mx-1 flex flex-wrap gap-x-3 gap-y-0.5 text-muted text-xs',
        lines.length > maxVisibleEntries && scrolling,
        inWidget,
      )}
    >
      {lines.map((line) => {
        const shown = !choice.hidden.has(line.id)
        return (
          <li key={line.id} className="min-w-0">
            <button
              type="button"
              aria-pressed={shown}
              data-tip={t('chart.legendHint')}
              {...clicks(line.id)}
              className="group inline-flex max-w-full touch-manipulation select-none items-center gap-1.5 rounded-xs px-1 py-0.5 pointer-coarse:min-h-8 hover:bg-accent-soft"
            >
              <ChartSwatch line={line} hidden={!shown} />
              <span
                data-tip={line.label}
                className={cn('truncate', shown ? 'group-hover:text-ink' : 'text-faint line-through')}
              >
                {line.label}
              </span>
              {shown && figures?.(line)}
            </button>
          </li>
        )
      })}
    </ul>
  )
}

/** A CSS gradient that looks like the dashed line. */
function dashed(color: string, dash: readonly number[]): string {
  let at = 0
  const stops = dash.map((length, part) => {
    const from = at
    at += length / 2
    return `${part % 2 === 0 ? color : 'transparent'} ${from}px ${at}px`
  })
  return `repeating-linear-gradient(90deg, ${stops.join(', ')})`
}

type Look = Pick<Line, 'color' | 'dash'>

/** The color and dash of a line; hollow if hidden. */
export const ChartSwatch = ({ line, hidden = false }: { line: Look; hidden?: boolean }): ReactNode => (
  <span
    aria-hidden="true"
    className="h-1 w-4 shrink-0 rounded-full forced-color-adjust-none"
    style={{
      background: hidden ? 'transparent' : line.dash ? dashed(colorOf(line), line.dash) : colorOf(line),
      boxShadow: hidden ? 'inset 0 0 0 1px var(--line-strong)' : undefined,
    }}
  />
)

const colorOf = (line: Look) => `var(--chart-${((line.color - 1) % 6) + 1})`

/** The swatch of a line for custom legends; `color` as in its series. */
export const LineSwatch = ({ color, hidden = false }: { color: number; hidden?: boolean }): ReactNode => (
  <ChartSwatch line={lookOf(color)} hidden={hidden} />
)
