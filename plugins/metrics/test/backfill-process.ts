import { createTestKernel } from '@svc/kernel/testing'
import accounting from '@svc/plugin-accounting'
import metrics from '../src/index.ts'
import { makeFleet } from '../src/testing.ts'
import { makeReturningAgents } from './returning-agents.ts'

/**
 * A server that is killed, as by a power cut, once reconnecting agents have had this many records written:
 * `node backfill-process.ts <data directory> <now> <records>`. With 0 it is killed between request and response.
 */
const [dataDir = '', now = '', records = ''] = process.argv.slice(2)
const fleet = makeFleet()
const kernel = await createTestKernel({ plugins: [fleet.plugin, metrics, accounting], dataDir, now: Number(now) })
const written = kernel.database.prepare('SELECT count(*) FROM metrics_records').pluck()
const die = () => process.kill(process.pid, 'SIGKILL')
const agents = makeReturningAgents(fleet, Number(now))
agents.offer()
if (records === '0') die()
agents.sendReports()
for (;;) {
  await kernel.clock.advance(20)
  if ((written.get() as number) >= Number(records)) die()
}
