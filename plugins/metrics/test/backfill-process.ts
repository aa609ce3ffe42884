import { createTestKernel } from '@svc/kernel/testing'
import metrics from '../src/index.ts'
import { makeFleet } from './enrollment.ts'
import { returnOf } from './returning-agents.ts'

/**
 * A server to which agents return, and that is killed, as by a power cut, when so many records are written:
 * `node backfill-process.ts <data directory> <now> <records>`. With none it dies between question and answer.
 */
const [dataDir = '', now = '', records = ''] = process.argv.slice(2)
const fleet = makeFleet()
const kernel = await createTestKernel({ plugins: [fleet.plugin, metrics], dataDir, now: Number(now) })
const written = kernel.database.prepare('SELECT count(*) FROM metrics_records').pluck()
const die = () => process.kill(process.pid, 'SIGKILL')
const agents = returnOf(fleet, Number(now))
agents.offer()
if (records === '0') die()
agents.answer()
for (;;) {
  await kernel.clock.advance(20)
  if ((written.get() as number) >= Number(records)) die()
}
