import type { NewRecord, RecordConsumer } from '../records-store.js'
import { gained } from './gained.js'
import type { TrafficStore } from './traffic-store.js'
import type { Zone } from './zone.js'

const minutesPerHour = 60

/**
 * Books what each record adds to the traffic of its server, on its hour and its day, in the transaction that writes the
 * record. The counters it was computed from are stored along, so that nothing is lost or counted twice when the program
 * ends at any moment. The day is booked by the minute and not summed from hours: in some time zones a day begins in the
 * middle of an hour.
 */
export function makeLedger(store: TrafficStore, zone: Zone): RecordConsumer {
  const book = ({ number, minute, report }: NewRecord, day: number) => {
    const { net_in_transfer, net_out_transfer, uptime } = report
    const now = { minute, in: net_in_transfer, out: net_out_transfer, uptime }
    const traffic = gained(store.counters(number), now)
    if (!traffic) return
    store.keep(number, now)
    if (traffic.in === 0 && traffic.out === 0) return
    store.add('hourly', Math.floor(minute / minutesPerHour), number, traffic)
    store.add('daily', day, number, traffic)
  }

  return (records) => {
    const days = new Map<number, number>()
    for (const record of records) {
      const { minute } = record
      const day = days.get(minute) ?? zone.dayOf(minute * 60)
      days.set(minute, day)
      book(record, day)
    }
  }
}
