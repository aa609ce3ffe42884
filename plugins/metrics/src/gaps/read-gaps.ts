import { type Database, invalid, type OffloadContext, toTimestamp } from '@svc/plugin-sdk'
import type { Span } from '@svc/plugin-system/contract'
import { minutesPerDay } from '../uptime/minute-set.ts'
import { self, uptimeStore } from '../uptime/uptime-store.ts'
import { agentStartsStore } from './agent-starts-store.ts'
import { gapsOf } from './cause.ts'

export interface GapsInput {
  readonly number: number
  /** minutes since the epoch, both inclusive */
  readonly from: number
  readonly to: number
  /** the minute that is not over yet */
  readonly current: number
  /** minutes whose records are on their way to the disk */
  readonly arriving: readonly number[]
  readonly planned: readonly Span[]
  readonly running: readonly Span[]
}

/** Gaps of one answer. */
const most = 20_000

const dayOf = (minute: number) => Math.floor(minute / minutesPerDay)

/** The gaps of a server as the text of a JSON array. Throws 422 when they are too many. */
export function gapsText(db: Database, input: GapsInput): string {
  const { number, from, to, current } = input
  if (from > to) return '[]'
  const uptime = uptimeStore(db)
  const recorded = uptime.of(number, dayOf(from), dayOf(current))
  const watched = uptime.of(self, dayOf(from - 1), dayOf(to))
  const arriving = new Set(input.arriving)
  const isRecorded = (minute: number) =>
    recorded.get(dayOf(minute))?.[minute % minutesPerDay] === 1 || arriving.has(minute)
  let next = to + 1
  while (next <= current && !isRecorded(next)) next += 1
  const starts = agentStartsStore(db)
  const end = (Math.min(next, current) + 1) * 60
  const gaps = gapsOf({
    ...input,
    isRecorded,
    isWatched: (minute) => watched.get(dayOf(minute))?.[minute % minutesPerDay] === 1,
    next: next <= current ? next : undefined,
    agentStarts: starts.until(number, 'agent', end),
    hostStarts: starts.until(number, 'host', end),
  })
  if (gaps.length > most) throw invalid('to', `ends a range of more than ${most} gaps; ask for a shorter one`)
  return JSON.stringify(gaps.map((gap) => ({ from: toTimestamp(gap.from), to: toTimestamp(gap.to), cause: gap.cause })))
}

/** Runs in the maintenance worker: reads a long range. */
export default ({ db }: OffloadContext, input: GapsInput): string => gapsText(db, input)
