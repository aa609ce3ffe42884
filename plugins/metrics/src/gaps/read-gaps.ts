import type { Server } from '@svc/plugin-enrollment/contract'
import {
  type Core,
  type Database,
  invalid,
  makeBounded,
  type OffloadContext,
  type Registry,
  toSeconds,
  toTimestamp,
} from '@svc/plugin-sdk'
import type { Runs, Span } from '@svc/plugin-system/contract'
import { minuteOf } from '@svc/series'
import type { PlannedOutages } from '../contract.ts'
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
    throw invalid('to', 'metrics.TOO_MANY_GAPS', { limit: maxGaps })
  }
  return JSON.stringify(gaps.map((gap) => ({ from: toTimestamp(gap.from), to: toTimestamp(gap.to), cause: gap.cause })))
}

/** Entry point in the maintenance worker, for long ranges. */
export default ({ db }: OffloadContext, input: GapsInput): string => gapsText(db, input)

/** Reading this many minutes takes about a millisecond; older or longer ranges go to the worker. */
const maxMainThreadMinutes = 2 * 1440

interface Dependencies extends Pick<Core, 'db' | 'clock' | 'log' | 'offload'> {
  readonly runs: Runs
  readonly planned: Registry<PlannedOutages>
  /** `retention.uptime_daily_days`: how far back recorded minutes are known */
  readonly uptimeDays: number
  /** minutes of a server whose records are not written to disk yet */
  unwrittenMinutes(server: Server): readonly number[]
}

/** Reads the gaps of servers. Throws 429 when too many long ranges are already being read. */
export function makeGapsReader({ db, clock, log, offload, runs, planned, uptimeDays, unwrittenMinutes }: Dependencies) {
  const bounded = makeBounded()

  /** A failing plugin must not break the history. */
  const plannedFor = (serverId: string, span: Span): Span[] =>
    planned.all().flatMap((one) => {
      try {
        return one.within(serverId, span)
      } catch (error) {
        log.error({ err: error, from: one.plugin }, 'failed to read planned outages')
        return []
      }
    })

  return async (server: Server, from: number, to: number): Promise<string> => {
    const current = minuteOf(clock.now())
    const first = Math.max(from, Math.ceil(server.createdAt / 60), current - uptimeDays * 1440)
    const last = Math.min(to, current - 1)
    if (first > last) return '[]'
    const span = { from: first * 60, to: (last + 1) * 60 }
    const input: GapsInput = {
      number: server.number,
      from: first,
      to: last,
      current,
      unwritten: unwrittenMinutes(server),
      planned: plannedFor(server.id, span),
      // run boundaries matter, so read beyond the span
      running: runs.within({ from: span.from - 3600, to: toSeconds(clock.now()) }),
    }
    if (current - first <= maxMainThreadMinutes) return gapsText(db, input)
    return bounded(() => offload<GapsInput, string>(new URL('./read-gaps.js', import.meta.url), input))
  }
}
