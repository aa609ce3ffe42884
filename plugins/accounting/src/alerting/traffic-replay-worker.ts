import { setImmediate } from 'node:timers/promises'
import { matchingSpans } from '@svc/plugin-alerts/contract'
import type { OffloadContext } from '@svc/plugin-sdk'
import { makeZone } from '../traffic/calendar.ts'
import type { CycleRule } from '../traffic/cycle.ts'
import { trafficStore } from '../traffic/traffic-store.ts'
import { directions, firstDay, hoursOf, type Interval, isHours, type TrafficType } from './traffic-types.ts'

/** By server number: start and exclusive end of each span of minutes, flattened. */
export type Replayed = readonly (readonly [number: number, minutes: Uint32Array])[]

export interface TrafficReplayInput {
  readonly type: TrafficType
  readonly interval: Interval
  readonly limit: number
  /** IANA name */
  readonly zone: string
  /** how far the sums of hours go back; before, those of days count */
  readonly hoursKept: number
  readonly servers: readonly { readonly number: number; readonly billing: CycleRule }[]
  /** minutes since the epoch; `to` is exclusive */
  readonly from: number
  readonly to: number
}

/** The day of an instant, and when it began. */
interface DayTime {
  readonly day: number
  /** epoch seconds */
  readonly start: number
}

const secondsPerHour = 3600
const serversPerTurn = 10

/** Makes functions that find the day of an instant within a range. */
function makeDays(zoneName: string, from: number, to: number) {
  const zone = makeZone(zoneName)
  const first = zone.dayOf(from)
  const starts = Array.from({ length: zone.dayOf(to) - first + 2 }, (_, i) => zone.startOf(first + i))
  /** Instants must come in order. */
  return () => {
    let i = 0
    return (seconds: number): DayTime => {
      while ((starts[i + 1] as number) <= seconds) i += 1
      return { day: first + i, start: starts[i] as number }
    }
  }
}

/**
 * Runs in the maintenance worker and evaluates a condition on traffic, at the end of each minute. Stored are sums of hours and,
 * for longer, of days: within them traffic is assumed to have flowed evenly.
 */
export default async (
  { db, signal }: OffloadContext,
  { type, interval, limit, zone, hoursKept, servers, from, to }: TrafficReplayInput,
): Promise<Replayed> => {
  const store = trafficStore(db)
  // The longest day, and the longest interval of hours.
  const [firstHour, lastHour] = [Math.floor(from / 60) - 25, Math.floor(to / 60)]
  const dayTimes = makeDays(zone, firstHour * secondsPerHour, to * 60)
  /** Sums of shares are not exact. */
  const isReached = (bytes: number) => Math.round(bytes) >= limit
  const replayed: [number, Uint32Array][] = []

  function replay(number: number, billing: CycleRule): Uint32Array {
    const hours = new Map(
      store.sums('hourly', number, firstHour, lastHour).map((row) => [row.unit, directions[type](row)]),
    )
    const lastDay = dayTimes()(to * 60).day
    const days = new Map(
      store.sums('daily', number, lastDay - 30 - 366, lastDay).map((row) => [row.unit, directions[type](row)]),
    )

    /** Traffic up to an instant, in order of time, since the first one. */
    function makeCounter() {
      const time = dayTimes()
      let [total, at] = [0, firstHour * secondsPerHour]
      return (seconds: number): number => {
        while (at < seconds) {
          const hour = Math.floor(at / secondsPerHour)
          const end = Math.min(seconds, (hour + 1) * secondsPerHour)
          const perHour = hour < lastHour - hoursKept ? (days.get(time(at).day) ?? 0) / 24 : (hours.get(hour) ?? 0)
          total += (perHour * (end - at)) / secondsPerHour
          at = end
        }
        return total
      }
    }

    if (isHours(interval)) {
      const [now, before] = [makeCounter(), makeCounter()]
      const length = hoursOf[interval] * secondsPerHour
      return matchingSpans(from, to, (minute) => isReached(now(minute * 60 + 60) - before(minute * 60 + 60 - length)))
    }

    const [timeOf, counter] = [dayTimes(), makeCounter()]
    let [today, earlier, atStart] = [Number.NaN, 0, 0]
    return matchingSpans(from, to, (minute) => {
      const { day, start } = timeOf(minute * 60)
      if (day !== today) {
        today = day
        atStart = counter(start)
        earlier = 0
        for (let past = firstDay(interval, billing, day); past < day; past++) earlier += days.get(past) ?? 0
      }
      return isReached(earlier + counter(minute * 60 + 60) - atStart)
    })
  }

  for (const [i, { number, billing }] of servers.entries()) {
    // So that an abort can arrive.
    if (i > 0 && i % serversPerTurn === 0) await setImmediate()
    signal.throwIfAborted()
    const minutes = replay(number, billing)
    if (minutes.length > 0) replayed.push([number, minutes])
  }
  return replayed
}
