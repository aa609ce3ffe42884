import type { NewRecord, RecordConsumer } from '@svc/plugin-metrics/contract'
import type { Database } from '@svc/plugin-sdk'
import { numberBits, packKey } from '@svc/series'
import type { Activity } from './advisories.ts'

const minutesPerHour = 60
const hoursPerDay = 24

const isBusy = ({ net_in_speed, net_out_speed, disk_io }: NewRecord['report']) =>
  net_in_speed > 0 ||
  net_out_speed > 0 ||
  (disk_io ?? []).some((disk) => disk.read_bytes_per_sec > 0 || disk.write_bytes_per_sec > 0)

/** Maintains the hourly sums behind the advisories. A minute that is written twice counts once. */
export function makeActivityLedger(db: Database): RecordConsumer['onRecords'] {
  const add = db.prepare<[number, number, number, number, number, number]>(`
    INSERT INTO accounting_activity_hours (id, last_minute, samples, cpu, memory, busy) VALUES (?, ?, 1, ?, ?, ?)
    ON CONFLICT DO UPDATE SET
      last_minute = max(last_minute, excluded.last_minute), samples = samples + 1, cpu = cpu + excluded.cpu,
      memory = memory + excluded.memory, busy = max(busy, excluded.busy)
    WHERE excluded.last_minute > last_minute OR ?`)
  return (records) => {
    for (const { number, minute, report, late } of records) {
      const key = packKey(Math.floor(minute / minutesPerHour), number)
      add.run(key, minute, report.cpu, report.mem_used, isBusy(report) ? 1 : 0, late ? 1 : 0)
    }
  }
}

type Row = { number: number; samples: number; cpu: number; memory: number; busy: number; last: number }

export interface ActivityInput {
  /** of the servers */
  readonly numbers: readonly number[]
  /** epoch seconds */
  readonly now: number
}

/** Activity of the last 24 full hours by server number; `lastMinute` looks back one hour more. */
export function activityOf(db: Database, { numbers, now }: ActivityInput): ReadonlyMap<number, Activity> {
  const hour = Math.floor(now / 3600)
  const rows = db
    .prepare<[{ oldest: number; newest: number; numbers: string }], Row>(
      `WITH RECURSIVE hours (hour) AS (SELECT @oldest UNION ALL SELECT hour + 1 FROM hours WHERE hour < @newest)
       SELECT n.value AS number, max(last_minute) AS last,
         total(samples) FILTER (WHERE hour > @oldest) AS samples, total(cpu) FILTER (WHERE hour > @oldest) AS cpu,
         total(memory) FILTER (WHERE hour > @oldest) AS memory, max(busy AND hour > @oldest) AS busy
       FROM json_each(@numbers) n CROSS JOIN hours
         CROSS JOIN accounting_activity_hours a ON a.id = hour * ${2 ** numberBits} + n.value
       GROUP BY n.value`,
    )
    .all({ oldest: hour - hoursPerDay, newest: hour, numbers: JSON.stringify(numbers) })
  return new Map(
    rows.map(({ number, samples, cpu, memory, busy, last }) => [
      number,
      {
        samples,
        meanCpu: samples > 0 ? cpu / samples : 0,
        meanMemory: samples > 0 ? memory / samples : 0,
        busy: busy === 1,
        lastMinute: last,
      },
    ]),
  )
}
