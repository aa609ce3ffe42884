import { setImmediate } from 'node:timers/promises'
import { matchingSpans, withinBounds } from '@svc/plugin-alerts/contract'
import type { OffloadContext } from '@svc/plugin-sdk'
import { hoursPerDay, minutesPerHour } from '@svc/series'
import { recordsReader } from '../history.ts'
import { minutesPerDay } from '../uptime/minute-set.ts'
import { self, uptimeStore } from '../uptime/uptime-store.ts'
import { isEnough } from './threshold-types.ts'

export interface ReplayedServer {
  readonly number: number
  /** the value that is 100 %; absent: the column is compared as it is */
  readonly total?: number
}

export interface ReplayInput {
  readonly servers: readonly ReplayedServer[]
  /** minutes since the epoch; `to` is exclusive */
  readonly from: number
  readonly to: number
  readonly condition: { readonly min?: number | null; readonly max?: number | null; readonly share?: number | null }
  /** minutes that are looked at */
  readonly window: number
  /** the column to compare; null: whether there are records at all */
  readonly column: string | null
  /** without a column: seconds without records until the condition holds */
  readonly offlineSeconds: number
}

/** By server number: start and exclusive end of each span of minutes, flattened. */
export type Replayed = readonly (readonly [number: number, minutes: Uint32Array])[]

/** Reads one column of a server. Minutes before the raw records have the mean of their hour. */
function makeValuesReader({ db, log }: Pick<OffloadContext, 'db' | 'log'>, column: string) {
  const raw = recordsReader(db, 'raw', { log, fields: [column] })
  const hourly = recordsReader(db, 'hourly', { log, fields: [column] })
  return (number: number, from: number, to: number, put: (minute: number, value: number) => void) => {
    let first = to
    for (const [hour, { slots, cells }] of raw({ number, from, to: to - 1 })) {
      for (const [i, slot] of slots.entries()) {
        const minute = hour * minutesPerHour + slot
        const value = cells[0]?.[i]
        first = Math.min(first, minute)
        if (typeof value === 'number' && minute >= from && minute < to) put(minute, value)
      }
    }
    const [firstHour, lastHour] = [Math.ceil(from / minutesPerHour), Math.floor(first / minutesPerHour) - 1]
    if (lastHour < firstHour) return
    for (const [day, { slots, cells }] of hourly({ number, from: firstHour, to: lastHour })) {
      for (const [i, slot] of slots.entries()) {
        const hour = day * hoursPerDay + slot
        const value = cells[0]?.[i]
        if (typeof value !== 'number' || hour < firstHour || hour > lastHour) continue
        for (let minute = 0; minute < minutesPerHour; minute++) put(hour * minutesPerHour + minute, value)
      }
    }
  }
}

const missing = 2

/** Gives the same results as `judgeValues` in each minute, but compares each value only once. */
function makeThresholdReplay(context: OffloadContext, column: string, { from, to, condition, window }: ReplayInput) {
  const read = makeValuesReader(context, column)
  const first = from - window
  const seen = new Uint8Array(to - first)
  return ({ number, total }: ReplayedServer): Uint32Array => {
    seen.fill(missing)
    read(number, first, to, (minute, value) => {
      seen[minute - first] = withinBounds(condition, total === undefined ? value : (value / total) * 100) ? 1 : 0
    })
    let [values, matching] = [0, 0]
    const count = (minute: number, sign: 1 | -1) => {
      const found = seen[minute - first] as number
      if (found === missing) return
      values += sign
      matching += sign * found
    }
    for (let minute = first; minute < from; minute++) count(minute, 1)
    return matchingSpans(from, to, (minute) => {
      count(minute, 1)
      count(minute - window, -1)
      return values > 0 && isEnough(matching, values, condition.share)
    })
  }
}

/** Offline: minutes without a record, after a first one, in which this program was running. */
function makeOfflineReplay({ db }: OffloadContext, { from, to, offlineSeconds }: ReplayInput) {
  const store = uptimeStore(db)
  const [firstDay, lastDay] = [Math.floor(from / minutesPerDay) - 1, Math.floor((to - 1) / minutesPerDay)]
  const watched = store.list(self, firstDay, lastDay)
  const minutesToWait = Math.ceil(offlineSeconds / 60)
  return ({ number }: ReplayedServer): Uint32Array => {
    const online = store.list(number, firstDay, lastDay)
    let since: number | undefined
    let wasOnline = false
    const isOffline = (minute: number): boolean => {
      const [day, slot] = [Math.floor(minute / minutesPerDay), minute % minutesPerDay]
      const isOnline = online.get(day)?.[slot] === 1
      wasOnline ||= isOnline
      if (isOnline || !wasOnline || watched.get(day)?.[slot] !== 1) since = undefined
      else since ??= minute
      return since !== undefined && minute - since >= minutesToWait
    }
    for (let minute = firstDay * minutesPerDay; minute < from; minute++) isOffline(minute)
    return matchingSpans(from, to, isOffline)
  }
}

const serversPerTurn = 10

/** Runs in the maintenance worker and evaluates a condition over stored history. */
export default async (context: OffloadContext, input: ReplayInput): Promise<Replayed> => {
  const { column } = input
  const replay = column === null ? makeOfflineReplay(context, input) : makeThresholdReplay(context, column, input)
  const replayed: [number, Uint32Array][] = []
  for (const [i, server] of input.servers.entries()) {
    // So that an abort can arrive.
    if (i > 0 && i % serversPerTurn === 0) await setImmediate()
    context.signal.throwIfAborted()
    const minutes = replay(server)
    if (minutes.length > 0) replayed.push([server.number, minutes])
  }
  return replayed
}
