import type { ReactNode } from 'react'
import { cn } from '../../cn.ts'
import { useT } from '../../i18n.ts'
import { type Line, lookOf } from './colors.ts'
import { type HiddenLines, useLineClicks } from './hidden-lines.ts'

/** In a widget the lines need the room more than their names do. */
const inWidget = 'in-data-filling:max-h-[33cqh] in-data-filling:overflow-y-auto in-data-filling:overscroll-contain'
/** So many entries are all in sight; of more one scrolls. */
const most = 12
const tooMany = 'max-h-40 overflow-y-auto overscroll-contain'

/** Which line is which. Each entry shows or hides its line; double click or Alt and click shows it alone. */
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
        lines.length > most && tooMany,
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
              title={t('chart.legendHint')}
              {...clicks(line.id)}
              className="group inline-flex max-w-full touch-manipulation select-none items-center gap-1.5 rounded-xs px-1 py-0.5 pointer-coarse:min-h-8 hover:bg-accent-soft"
            >
              <ChartSwatch line={line} hidden={!shown} />
              <span
                title={line.label}
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

/** What a dashed line looks like in the width of a swatch. */
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

/** The colour of a line, and its dashes; hollow while it is hidden. */
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

/** The mark of a line for what stands beside a chart instead of its legend; `color` as in its series. */
export const LineSwatch = ({ color, hidden = false }: { color: number; hidden?: boolean }): ReactNode => (
  <ChartSwatch line={lookOf(color)} hidden={hidden} />
)
