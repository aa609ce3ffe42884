import { createTestKernel } from '@svc/kernel/testing'
import metrics from '../src/index.ts'
import { makeFleet } from '../src/testing.ts'

/**
 * A server that seals its records and is killed, as by a power cut, after this many hours:
 * `node sealing-process.ts <data directory> <now> <hours>`.
 */
const [dataDir = '', now, hours] = process.argv.slice(2)
const kernel = await createTestKernel({ plugins: [makeFleet().plugin, metrics], dataDir, now: Number(now) })
const sealed = kernel.database.prepare('SELECT count(*) FROM metrics_sealed_hours').pluck()
setInterval(() => {
  if ((sealed.get() as number) >= Number(hours)) process.kill(process.pid, 'SIGKILL')
}, 1)
await kernel.runJob('Aggregator')
