import { writeSync } from 'node:fs'
import { roundsStore } from '../src/rounds/rounds-store.ts'
import { networkTables } from '../src/rounds/tables.ts'
import { databaseOf } from './database.ts'
import { openStorage, seriesAt } from './storage.ts'

/**
 * Writes and seals rounds in simulated time until it is killed: `node crash-process.ts <data directory> <second> <servers>`.
 * Logs each minute on standard output before and after writing it.
 */
const [dataDir = '', first = '', servers = ''] = process.argv.slice(2)
const say = (what: string, value: number) => void writeSync(1, `${what} ${value}\n`)
// The maintenance worker does not keep the process alive.
setInterval(() => {}, 1000)
const kernel = await openStorage(dataDir, Number(first) * 1000)
// These statements are not the plugin's own, which wait until the worker has written.
kernel.database.pragma('busy_timeout = 5000')
const store = roundsStore(databaseOf(kernel), networkTables)
const numbers = Array.from({ length: Number(servers) }, (_, i) => i + 1)

// Starting the worker takes longer than the process lives.
await kernel.runJob('ProbeSealer')
let sealing: Promise<unknown> = Promise.resolve()
for (let at = Number(first); ; at += 60) {
  kernel.clock.set(at * 1000)
  say('begins', at)
  store.write(
    numbers.map((server) => ({ server, series: seriesAt(server, [1, 2, 3], at) })),
    Math.floor(at / 60),
  )
  say('wrote', at)
  if (at % 1800 === 0) {
    await sealing
    sealing = kernel.runJob('ProbeSealer')
  }
  await new Promise((resolve) => setTimeout(resolve, 1))
}
