import { setImmediate } from 'node:timers/promises'
import { matchingSpans, withinBounds } from '@svc/plugin-alerts/contract'
import type { OffloadContext } from '@svc/plugin-sdk'
import type { Round } from '../rounds/round.ts'
import { hoursReader, roundsReader } from '../rounds/rounds-reader.ts'
import { networkTables } from '../rounds/tables.ts'
import { comparedValue, comparison, type NetworkType } from './compared-value.ts'
import { lookBack, RecentMinutes, unmeasured, worse } from './history/recent-minutes.ts'

export interface ReplayInput {
  readonly type: NetworkType
  readonly condition: { readonly min: number | null; readonly max: number | null }
  /** minutes before the current one that are looked at */
  readonly window: number
  /** with the numbers of their targets */
  readonly servers: readonly { readonly number: number; readonly targets: readonly number[] }[]
  /** minutes since the epoch; `to` is exclusive */
  readonly from: number
  readonly to: number
}

/** By server number: start and exclusive end of each span of minutes, flattened. */
export type Replayed = readonly (readonly [number: number, minutes: Uint32Array])[]

const minutesPerHour = 60

/** Runs in the maintenance worker and evaluates a condition over stored rounds, at the end of each minute. */
export default async (
  { db, log, signal }: OffloadContext,
  { type, condition, window, servers, from, to }: ReplayInput,
): Promise<Replayed> => {
  const span = { from: (from - lookBack) * 60, to: to * 60 - 1 }
  const replayed: [number, Uint32Array][] = []

  function replay(server: number, targets: readonly number[]): Uint32Array {
    const wanted = new Set(targets)
    const raw = roundsReader(db, networkTables, { log, wanted }).hours({ server, ...span })
    let next = raw.next()
    const firstRaw = next.done ? Math.floor(span.to / 3600) + 1 : next.value[0]
    const hourly =
      firstRaw * 3600 > span.from
        ? hoursReader(db, networkTables, { log, wanted })({ server, from: span.from, to: firstRaw * 3600 - 1 })
        : undefined
    const byTarget = targets.map((target) => ({
      recent: new RecentMinutes(),
      target,
      rounds: [] as readonly Round[],
      at: 0,
      /** before the raw rounds each minute is the mean of its hour */
      hours: new Map(hourly?.get(target)?.map((round) => [Math.floor(round.at / 3600), round])),
    }))

    function advance(minute: number): void {
      const hour = Math.floor(minute / minutesPerHour)
      if (!next.done && next.value[0] === hour) {
        const [, series] = next.value
        for (const one of byTarget) {
          one.rounds = series.get(one.target) ?? []
          one.at = 0
        }
        next = raw.next()
      }
      for (const one of byTarget) {
        const { rounds, recent, hours } = one
        const mean = hour < firstRaw ? hours.get(hour) : undefined
        if (mean) recent.add({ ...mean, at: minute * 60 })
        for (; one.at < rounds.length && (rounds[one.at] as Round).at < minute * 60 + 60; one.at++) {
          recent.add(rounds[one.at] as Round)
        }
      }
    }

    for (let minute = from - lookBack; minute < from; minute++) advance(minute)
    return matchingSpans(from, to, (minute) => {
      advance(minute)
      const worst = byTarget.reduce(
        (found, { recent }) => worse(found, recent.average(minute * 60, window)),
        unmeasured,
      )
      const value = comparedValue[type](worst)
      return value !== null && withinBounds(condition, value, comparison)
    })
  }

  for (const { number, targets } of servers) {
    // So that an abort can arrive.
    await setImmediate()
    signal.throwIfAborted()
    const minutes = replay(number, targets)
    if (minutes.length > 0) replayed.push([number, minutes])
  }
  return replayed
}
