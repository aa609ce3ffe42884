import type { Clock, Database } from '@svc/plugin-sdk'
import { blocksStore, hourOfMinute, minuteOf, minutesPerHour, packPeriod } from '@svc/series'
import { columns } from './columns.ts'
import type { NewRecord, PastRecords } from './contract.ts'
import { minutes } from './record-block.ts'
import type { recordsStore } from './records-store.ts'
import { sealBlock } from './sealing/block-code.ts'
import { hourlyRecord } from './sealing/hourly-record.ts'
import { self, uptimeStore } from './uptime/uptime-store.ts'

interface Parts {
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
  readonly store: Pick<ReturnType<typeof recordsStore>, 'write'>
  /** what is derived from each record */
  perRecord(records: readonly NewRecord[]): void
  /** Passes records to other plugins: their sums and averages need only some of an hour. */
  pass(records: readonly NewRecord[]): void
}

/** Minutes between the records that are passed on. */
const passedStep = 10

/** Stores a past hour as the program would have: recent hours as records, earlier ones sealed. */
export function makePastRecords({ db, clock, store, perRecord, pass }: Parts): PastRecords {
  const uptime = uptimeStore(db)
  const sealed = blocksStore(db, minutes.blocks)
  const insertHourly = db.prepare<(number | string | null)[]>(
    `INSERT OR REPLACE INTO metrics_hourly_records (id, hour, ${columns.map(({ name }) => name).join(', ')})
     VALUES (?, ?${', ?'.repeat(columns.length)})`,
  )

  const seal = (number: number, hour: number, records: readonly NewRecord[], keepsMinutes: boolean) => {
    const cells = columns.map(({ take }) => records.map(({ report }) => take(report)))
    const block = { slots: records.map(({ minute }) => minute % minutesPerHour), cells }
    insertHourly.run(packPeriod(number, hour), hour, ...(hourlyRecord(block) as (number | string | null)[]))
    if (keepsMinutes) sealed.put(number, hour, sealBlock(block))
    perRecord(records)
    pass(records.filter(({ minute }) => minute % passedStep === 0))
  }

  return {
    write({ id: serverId, number }, hour, { step, reports }) {
      const current = hourOfMinute(minuteOf(clock.now()))
      const records = reports.map(({ minute, report }): NewRecord => ({ serverId, number, minute, report }))
      db.transaction(() => {
        for (const { minute } of records) {
          uptime.addSpan(number, minute, minute + step)
        }
        uptime.addSpan(self, hour * minutesPerHour, Math.min((hour + 1) * minutesPerHour, minuteOf(clock.now())))
        if (records.length === 0) return
        // The last complete hour is not aggregated yet.
        if (hour >= current - 1) store.write(records)
        else seal(number, hour, records, step === 1)
      })
    },
  }
}
