import type { Server } from '@svc/plugin-enrollment/contract'
import { type Core, makeBounded, type Registry, toSeconds } from '@svc/plugin-sdk'
import type { Runs, Span } from '@svc/plugin-system/contract'
import type { PlannedOutages } from '../contract.ts'
import { minuteOf } from '../record-key.ts'
import { type GapsInput, gapsText } from './read-gaps.ts'

/** Minutes that are read on the main thread in about a millisecond; older and longer ranges go to the worker. */
const fewMinutes = 2 * 1440

interface Dependencies extends Pick<Core, 'db' | 'clock' | 'log' | 'offload'> {
  readonly runs: Runs
  readonly planned: Registry<PlannedOutages>
  /** days that it is known which minutes have a record */
  readonly knownDays: number
  /** minutes of a server whose records are on their way to the disk */
  arriving(server: Server): readonly number[]
}

/** Reads the gaps of servers. Throws 429 when too many long ranges are being read already. */
export function makeGapsReader({ db, clock, log, offload, runs, planned, knownDays, arriving }: Dependencies) {
  const bounded = makeBounded()

  /** A plugin that fails to tell its outages must not take the history with it. */
  const plannedFor = (serverId: string, span: Span): Span[] =>
    planned.all().flatMap((one) => {
      try {
        return one.within(serverId, span)
      } catch (error) {
        log.error({ err: error, from: one.plugin }, 'planned outages could not be read')
        return []
      }
    })

  return async (server: Server, from: number, to: number): Promise<string> => {
    const current = minuteOf(clock.now())
    const first = Math.max(from, Math.ceil(server.createdAt / 60), current - knownDays * 1440)
    const last = Math.min(to, current - 1)
    if (first > last) return '[]'
    const span = { from: first * 60, to: (last + 1) * 60 }
    const input: GapsInput = {
      ...{ number: server.number, from: first, to: last, current },
      arriving: arriving(server),
      planned: plannedFor(server.id, span),
      // where runs begin and end matters, so the span must not cut them
      running: runs.within({ from: span.from - 3600, to: toSeconds(clock.now()) }),
    }
    if (current - first <= fewMinutes) return gapsText(db, input)
    return bounded(() => offload<GapsInput, string>(new URL('./read-gaps.js', import.meta.url), input))
  }
}
