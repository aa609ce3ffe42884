import type { AbsoluteRange } from '@svc/dashboard-sdk'
import { mergeRounds } from './merge-rounds.ts'
import type { Reading } from './reading.ts'
import { type Recorded, type Round, type Rounds, roundsOf } from './round.ts'

/** What the tab shows of a stretch of time. */
export interface Shown {
  readonly rounds: Rounds
  readonly points: Reading['points']
  /** seconds between two points of a target */
  readonly step: number
  /** the time axis; undefined: as wide as the rounds */
  readonly span: AbsoluteRange | undefined
}

const hour = 3600
const hourOf = (at: number) => Math.floor(at / hour) * hour

/** The rounds of hours that are not summed up yet, as hours. */
function foldedHours(fresh: readonly Round[], known: readonly Round[]): readonly Round[] {
  const summed = new Set(known.map(({ time }) => hourOf(time)))
  const hours = new Map<number, Round[]>()
  for (const round of fresh) {
    const start = hourOf(round.time)
    if (summed.has(start)) continue
    const list = hours.get(start)
    if (list) list.push(round)
    else hours.set(start, [round])
  }
  return [...hours].map(([start, rounds]) => mergeRounds(rounds, start))
}

/** Hours that were summed up, and after them those that will be. */
export function hoursWith(hourly: readonly Recorded[], tail: readonly Recorded[]): Rounds {
  const known = roundsOf(hourly)
  const fresh = roundsOf(tail)
  const ids = new Set([...known.keys(), ...fresh.keys()])
  return new Map(
    [...ids].map((id) => {
      const list = known.get(id) ?? []
      return [id, [...list, ...foldedHours(fresh.get(id) ?? [], list)].sort((a, b) => a.time - b.time)]
    }),
  )
}
