import type { NewRecord, RecordConsumer } from '../records-store.ts'
import { type Counters, gained, type Traffic } from './counters.ts'
import { fill, holesAfter } from './holes.ts'
import type { TrafficStore } from './traffic-store.ts'
import type { Zone } from './zone.ts'

const minutesPerHour = 60

/**
 * Books what each record adds to the traffic of its server, on its hour and its day, in the transaction that writes the
 * record. The counters it was computed from are stored along, so that nothing is lost or counted twice when the program
 * ends at any moment. The day is booked by the minute and not summed from hours: in some time zones a day begins in the
 * middle of an hour. A record that comes late takes its part of what was booked on the one after it: in whatever order
 * records come, the same is booked in the end.
 */
export function makeLedger(store: TrafficStore, zone: Zone): RecordConsumer {
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
    const filled = late ? fill(holes, now) : undefined
    if (last && filled) {
      store.keep(number, last, { ...last, holes: filled.holes })
      add(number, minute, filled.own, dayOf)
      add(number, filled.after.minute, filled.correction, dayOf)
      return
    }
    const traffic = gained(last, now)
    if (!traffic) return
    store.keep(number, last, { ...now, holes: holesAfter(holes, last, now) })
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
