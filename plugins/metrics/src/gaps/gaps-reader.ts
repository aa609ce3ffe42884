import type { Server } from '@svc/plugin-enrollment/contract'
import { type Core, makeBounded, type Registry, toSeconds } from '@svc/plugin-sdk'
import type { Runs, Span } from '@svc/plugin-system/contract'
import type { PlannedOutages } from '../contract.ts'
import { minuteOf } from '../record-key.ts'
import { type GapsInput, gapsText } from './read-gaps.ts'

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
