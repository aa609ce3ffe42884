import { createTestKernel } from '@svc/kernel/testing'
import enrollment from '@svc/plugin-enrollment'
import { servers } from '@svc/plugin-enrollment/contract'
import system from '@svc/plugin-system'
import { sealBatch } from '@svc/series'
import probes from '../src/index.ts'
import { assignmentsStore } from '../src/network/targets-store.ts'
import { numbersStore } from '../src/numbers-store.ts'
import type { Round } from '../src/rounds/round.ts'
import { roundsStore } from '../src/rounds/rounds-store.ts'
import { hourSealing } from '../src/rounds/seal-worker.ts'
import { hourOf, hourSeconds, networkTables } from '../src/rounds/tables.ts'
import { databaseOf } from './database.ts'

/**
 * Fills the data directory of a stopped server with rounds of the assigned targets:
 * a sealed day of the first servers, and the unsealed last hour of all servers.
 * `node probe-history-process.ts <data directory> <servers with a day>`
 */
const [dataDir = '', withDay = ''] = process.argv.slice(2)
const now = Date.now()
const current = hourOf(now / 1000)
const kernel = await createTestKernel({ plugins: [system, enrollment, probes], dataDir, now })
const db = databaseOf(kernel)
const numbers = numbersStore(db)
const assigned = assignmentsStore(db).all()
const rounds = roundsStore(db, networkTables)
const log = {
  error(...damage: unknown[]) {
    throw new Error(JSON.stringify(damage))
  },
}
const sealing = hourSealing(db, networkTables, log)

/** Realistic latencies: a base per target, noise and occasional loss. */
function measured(target: number, at: number): Round {
  const path = 5000 + ((target * 7919) % 200) * 1000
  const jitter = 200 + ((target * 104_729) % 20) * 150
  const noise = () => Math.random() + Math.random() + Math.random() - 1.5
  const avg = Math.round(path + noise() * jitter)
  const [min, max] = [Math.round(avg - Math.random() * jitter), Math.round(avg + Math.random() * 3 * jitter)]
  return {
    at,
    avg: avg / 1000,
    min: min / 1000,
    max: max / 1000,
    sent: 10,
    received: Math.random() < 0.03 ? 9 : 10,
    rounds: 1,
    error: null,
  }
}

/** Rounds of each target start at a different second. */
const minutes = Array.from({ length: 60 }, (_, i) => i * 60)
const timeOf = (hour: number, minute: number, target: number) =>
  hour * hourSeconds + minute + ((target * 13) % 59) + (Math.random() < 0.1 ? 1 : 0)

for (const [index, { id, number: server }] of kernel.service(servers).list().entries()) {
  const targets = (assigned.get(id) ?? []).map(numbers.getOrCreate)
  const days = index < Number(withDay) ? 24 : 0
  for (let hour = current - 1 - days; hour < current - 1; hour++) {
    const of = (target: number) => minutes.map((minute) => measured(target, timeOf(hour, minute, target)))
    rounds.write([{ server, series: new Map(targets.map((target) => [target, of(target)])) }], hour * 60)
    sealBatch(db, sealing, { servers: [server], from: 0, most: 1, period: hour })
  }
  db.transaction(() => {
    for (const minute of minutes) {
      const of = (target: number) => [measured(target, timeOf(current - 1, minute, target))]
      const series = new Map(targets.map((target) => [target, of(target)]))
      rounds.write([{ server, series }], (current - 1) * 60 + minute / 60)
    }
  })
}
kernel.database.pragma('wal_checkpoint(TRUNCATE)')
await kernel.close()
process.exit()
