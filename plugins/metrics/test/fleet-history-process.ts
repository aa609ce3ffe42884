import { createTestKernel } from '@svc/kernel/testing'
import accounting from '@svc/plugin-accounting'
import enrollment from '@svc/plugin-enrollment'
import { servers } from '@svc/plugin-enrollment/contract'
import system from '@svc/plugin-system'
import { dayOfHour, hoursPerDay, packKey, packPeriod } from '@svc/series'
import { columns } from '../src/columns.ts'
import { gpuRecorder } from '../src/gpu-records.ts'
import metrics from '../src/index.ts'
import { recordsStore } from '../src/records-store.ts'
import { sealBlock } from '../src/sealing/block-code.ts'
import { hourlyRecord } from '../src/sealing/hourly-record.ts'
import { databaseOf } from '../src/testing.ts'
import { makeSimulatedHost } from './simulated-host.ts'

/**
 * Fills the data directory of a stopped server with history of all its servers, as if it had run for `days`: hourly records,
 * sealed except for today, sealed hours of the last eight days, and unsealed records of the last two hours. Cleanup has to
 * delete what is older than the default retention.
 * `node fleet-history-process.ts <data directory> <days>`
 */
const [dataDir = '', days] = process.argv.slice(2)
const now = Date.now()
const minute = Math.floor(now / 60_000)
const current = Math.floor(minute / 60)
const first = current - Number(days) * 24
const today = dayOfHour(current)
const firstSealed = current - 8 * 24
/** Number of different hosts. Blocks do not contain the server, so the rest of the fleet repeats these. */
const distinct = 20

const kernel = await createTestKernel({ plugins: [system, enrollment, metrics, accounting], dataDir, now })
const raw = kernel.database
const fleet = kernel.service(servers).list()
const db = databaseOf(kernel)
const records = recordsStore(db)
const gpus = gpuRecorder(db)
const insertTraffic = raw.prepare('INSERT INTO accounting_traffic_hourly VALUES (?, 1, 1)')
const seal = raw.prepare('INSERT INTO metrics_sealed_hours (id, hour, block) VALUES (?, ?, ?)')
const sealDay = raw.prepare('INSERT INTO metrics_sealed_days (id, day, block) VALUES (?, ?, ?)')
const insertHourly = raw.prepare(
  `INSERT INTO metrics_hourly_records (id, hour, ${columns.map(({ name }) => name).join(', ')})
   VALUES (?, ?${', ?'.repeat(columns.length)})`,
)

for (let index = 0; index < distinct; index++) {
  const nextReport = makeSimulatedHost(index)
  const mine = fleet.filter((_, i) => i % distinct === index)
  const hours = Array.from({ length: current - 1 - first }, (_, i) => {
    const reports = Array.from({ length: 60 }, nextReport)
    const cells = columns.map(({ take }) => reports.map(take))
    const hour = { slots: reports.map((_, minute) => minute), cells }
    const at = first + i
    return { at, reports, summary: hourlyRecord(hour), block: at < firstSealed ? undefined : sealBlock(hour) }
  })
  const days = Array.from({ length: today - dayOfHour(first) }, (_, i) => {
    const day = dayOfHour(first) + i
    const of = hours.filter(({ at }) => dayOfHour(at) === day)
    const cells = columns.map((_, c) => of.map(({ summary }) => summary[c] ?? null))
    return { day, block: sealBlock({ slots: of.map(({ at }) => at % hoursPerDay), cells }) }
  })
  const hot = Array.from({ length: minute - (current - 1) * 60 }, (_, i) => ({
    minute: (current - 1) * 60 + i,
    report: nextReport(),
  }))
  for (const { number, id: serverId } of mine) {
    raw.transaction(() => {
      for (const { day, block } of days) sealDay.run(packPeriod(number, day), day, block)
      for (const { at, reports, summary, block } of hours) {
        if (dayOfHour(at) === today) insertHourly.run(packPeriod(number, at), at, ...summary)
        if (!block) continue
        seal.run(packPeriod(number, at), at, block)
        insertTraffic.run(packKey(at, number))
        if (at >= firstSealed + 24) continue
        gpus(reports.map((report, i) => ({ serverId, number, minute: at * 60 + i, report })))
      }
      records.write(hot.map((one) => ({ ...one, serverId, number })))
    })()
  }
}
raw.pragma('wal_checkpoint(TRUNCATE)')
await kernel.close()
process.exit()
