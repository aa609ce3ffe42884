import { type Database, invalid, type OffloadContext, toTimestamp } from '@svc/plugin-sdk'
import type { Span } from '@svc/plugin-system/contract'
import { minutesPerDay } from '../uptime/minute-set.ts'
import { self, uptimeStore } from '../uptime/uptime-store.ts'
import { agentStartsStore } from './agent-starts-store.ts'
import { findGaps } from './find-gaps.ts'

export interface GapsInput {
  readonly number: number
  /** minutes since the epoch, both inclusive */
  readonly from: number
  readonly to: number
  /** the current, unfinished minute */
  readonly current: number
  /** minutes whose records are not written to disk yet */
  readonly unwritten: readonly number[]
  readonly planned: readonly Span[]
  readonly running: readonly Span[]
}

/** Maximum number of gaps in one response. */
const maxGaps = 20_000

const dayOf = (minute: number) => Math.floor(minute / minutesPerDay)

/** The gaps of a server as a serialized JSON array. Throws 422 when there are more than `maxGaps`. */
export function gapsText(db: Database, input: GapsInput): string {
  const { number, from, to, current } = input
  if (from > to) return '[]'
  const uptime = uptimeStore(db)
  const recorded = uptime.list(number, dayOf(from), dayOf(current))
  const watched = uptime.list(self, dayOf(from - 1), dayOf(to))
  const arriving = new Set(input.unwritten)
  const isRecorded = (minute: number) =>
    recorded.get(dayOf(minute))?.[minute % minutesPerDay] === 1 || arriving.has(minute)
  let next = to + 1
  while (next <= current && !isRecorded(next)) next += 1
  const starts = agentStartsStore(db)
  const end = (Math.min(next, current) + 1) * 60
  const gaps = findGaps({
    ...input,
    isRecorded,
    isWatched: (minute) => watched.get(dayOf(minute))?.[minute % minutesPerDay] === 1,
    next: next <= current ? next : undefined,
    agentStarts: starts.before(number, 'agent', end),
    hostStarts: starts.before(number, 'host', end),
  })
  if (gaps.length > maxGaps) {
    throw invalid('to', `exceeds the limit of ${maxGaps} gaps per request; shorten the range`)
  }
  return JSON.stringify(gaps.map((gap) => ({ from: toTimestamp(gap.from), to: toTimestamp(gap.to), cause: gap.cause })))
}

/** Entry point in the maintenance worker, for long ranges. */
export default ({ db }: OffloadContext, input: GapsInput): string => gapsText(db, input)
