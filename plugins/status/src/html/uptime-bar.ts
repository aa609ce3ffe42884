import type { TextCode } from '@svc/protocol/text'
import { type Html, html } from './html.ts'
import type { Reader } from './reader.ts'

/** A day of a server or service. */
export interface BarDay {
  readonly date: string
  /** null: no data */
  readonly percent: number | null
  /** what happened, as sentences */
  readonly notes: readonly string[]
}

export interface Thresholds {
  readonly yellow: number
  readonly red: number
}

/** One letter per state, because the script reads the states of all days from an attribute. */
const letters = { ok: 'o', degraded: 'd', down: 'x', none: 'n' } as const
type DayState = keyof typeof letters

export const dayStates: readonly { readonly state: DayState; readonly letter: string; readonly code: TextCode }[] = [
  { state: 'ok', letter: letters.ok, code: 'status.DAY_OK' },
  { state: 'degraded', letter: letters.degraded, code: 'status.DAY_DEGRADED' },
  { state: 'down', letter: letters.down, code: 'status.DAY_DOWN' },
  { state: 'none', letter: letters.none, code: 'status.DAY_NONE' },
]

export function dayState(percent: number | null, { yellow, red }: Thresholds): DayState {
  if (percent === null) return 'none'
  return percent < red ? 'down' : percent < yellow ? 'degraded' : 'ok'
}

const pitch = 6
const height = 24
/** Where the marks of bad days are cut, so that they differ without color: once, or twice. */
const cuts: Readonly<Record<DayState, readonly number[]>> = { ok: [], degraded: [8], down: [7, 15], none: [] }

/** The spans of consecutive days in the same state. */
function runsOf(states: readonly DayState[]) {
  const runs: { state: DayState; from: number; to: number }[] = []
  for (const [index, state] of states.entries()) {
    const last = runs.at(-1)
    if (last?.state === state) last.to = index + 1
    else runs.push({ state, from: index, to: index + 1 })
  }
  return runs
}

/**
 * The bars of some days. One dashed line per run of days draws them all, so that a hundred servers with ninety days each
 * stay a small document.
 */
function drawing(states: readonly DayState[]): Html {
  const runs = runsOf(states)
  const line = (y: number) => (run: { from: number; to: number }) => `M${run.from * pitch} ${y}H${run.to * pitch}`
  const path = (name: string, d: string) => d !== '' && html`<path class="${name}" d="${d}"/>`
  const ofState = (state: DayState) => runs.filter((run) => run.state === state)
  const cut = runs.flatMap((run) => cuts[run.state].map((y) => line(y)(run))).join('')
  return html`<svg viewBox="0 0 ${states.length * pitch - 2} ${height}" preserveAspectRatio="none" aria-hidden="true">${dayStates.map(
    ({ state }) =>
      path(
        state,
        ofState(state)
          .map(line(height / 2))
          .join(''),
      ),
  )}${path('cuts', cut)}</svg>`
}

interface BarOptions {
  readonly id: string
  /** whose uptime it is */
  readonly name: string
  readonly days: readonly BarDay[]
  readonly percent: number | null
  readonly thresholds: Thresholds
}

/** Uptime by day. The script adds the details of a day, for the pointer and for arrow keys. */
export function uptimeBar({ format, t }: Reader, { id, name, days, percent, thresholds }: BarOptions): Html {
  const states = days.map((day) => dayState(day.percent, thresholds))
  const bad = states.filter((state) => state === 'degraded' || state === 'down').length
  const notes = Object.fromEntries(
    days.flatMap(({ percent: share, notes: words }, index) =>
      share === null || (share === 100 && words.length === 0)
        ? []
        : [[index, [format.percent(share, 2), ...words].join(' · ')]],
    ),
  )
  const summary =
    percent === null
      ? t('status.BAR_NO_DATA', { name })
      : t('status.BAR_SUMMARY', { name, days: days.length, percent: format.percent(percent, 2), bad })
  return html`<div class="bar" id="bar-${id}" role="img" aria-label="${summary}" data-from="${days[0]?.date}" data-days="${states
    .map((state) => letters[state])
    .join('')}" data-notes="${JSON.stringify(notes)}">${drawing(states)}</div>`
}
