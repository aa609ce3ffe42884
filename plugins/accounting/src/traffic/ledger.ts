import type { NewRecord, RecordConsumer } from '@svc/plugin-metrics/contract'
import type { Zone } from './calendar.ts'
import { type Counters, type Traffic, trafficBetween } from './counters.ts'
import { fillHole, holesAfter } from './holes.ts'
import type { TrafficStore } from './traffic-store.ts'

const minutesPerHour = 60

/**
 * Books the traffic of each record on its hour and day, in the transaction that writes the record. The counters are stored
 * in the same transaction, so a crash neither loses traffic nor counts it twice. Days are booked separately rather than
 * summed from hours because in some time zones a day starts in the middle of an hour. A late record takes its share from the
 * following record, so the result does not depend on the order of arrival.
 */
export function makeLedger(store: TrafficStore, zone: Zone): RecordConsumer['onRecords'] {
  const add = (number: number, minute: number, traffic: Traffic, dayOf: (minute: number) => number) => {
    if (traffic.in === 0 && traffic.out === 0) return
    store.add('hourly', Math.floor(minute / minutesPerHour), number, traffic)
    store.add('daily', dayOf(minute), number, traffic)
  }

  const book = ({ number, minute, report, late }: NewRecord, dayOf: (minute: number) => number) => {
    const { net_in_transfer, net_out_transfer, uptime } = report
    const now: Counters = { minute, in: net_in_transfer, out: net_out_transfer, uptime }
    const last = store.counters(number)
    const holes = last?.holes ?? []
    const filled = late ? fillHole(holes, now) : undefined
    if (last && filled) {
      store.setCounters(number, last, { ...last, holes: filled.holes })
      add(number, minute, filled.own, dayOf)
      add(number, filled.after.minute, filled.correction, dayOf)
      return
    }
    const traffic = trafficBetween(last, now)
    if (!traffic) return
    store.setCounters(number, last, { ...now, holes: holesAfter(holes, last, now) })
    add(number, minute, traffic, dayOf)
  }

  return (records) => {
    const days = new Map<number, number>()
    const dayOf = (minute: number) => {
      const day = days.get(minute) ?? zone.dayOf(minute * 60)
      days.set(minute, day)
      return day
    }
    for (const record of records) book(record, dayOf)
  }
}
