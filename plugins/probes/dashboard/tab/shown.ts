import type { AbsoluteRange } from '@svc/dashboard-sdk'
import type { Reading } from './reading.ts'
import { mergeRounds, type Recorded, type Round, type Rounds, roundsOf } from './round.ts'

/** The rounds shown in the tab. */
export interface Shown {
  readonly rounds: Rounds
  readonly points: Reading['points']
  /** seconds between two points of a target */
  readonly step: number
  /** the time axis; undefined: the times of the rounds */
  readonly span: AbsoluteRange | undefined
}

const hour = 3600
const hourOf = (at: number) => Math.floor(at / hour) * hour

/** Aggregates the rounds of hours without a record. */
function aggregateHours(fresh: readonly Round[], hourly: readonly Round[]): readonly Round[] {
  const recorded = new Set(hourly.map(({ time }) => hourOf(time)))
  const hours = new Map<number, Round[]>()
  for (const round of fresh) {
    const start = hourOf(round.time)
    if (recorded.has(start)) continue
    const list = hours.get(start)
    if (list) list.push(round)
    else hours.set(start, [round])
  }
  return [...hours].map(([start, rounds]) => mergeRounds(rounds, start))
}

/** Hourly records, followed by hours aggregated from rounds. */
export function hoursWith(hourly: readonly Recorded[], tail: readonly Recorded[]): Rounds {
  const stored = roundsOf(hourly)
  const fresh = roundsOf(tail)
  const ids = new Set([...stored.keys(), ...fresh.keys()])
  return new Map(
    [...ids].map((id) => {
      const list = stored.get(id) ?? []
      return [id, [...list, ...aggregateHours(fresh.get(id) ?? [], list)].sort((a, b) => a.time - b.time)]
    }),
  )
}
