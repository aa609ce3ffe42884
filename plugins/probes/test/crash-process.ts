import { writeSync } from 'node:fs'
import { networkTables } from '../src/rounds/keys.ts'
import { roundsStore } from '../src/rounds/rounds-store.ts'
import { databaseOf } from './database.ts'
import { openStorage, seriesAt } from './storage.ts'

/**
 * A server whose hours pass fast, until it is killed: `node crash-process.ts <data directory> <second> <servers>`. Which
 * minutes it begins to write and which it has written it says at once on standard output.
 */
const [dataDir = '', first = '', servers = ''] = process.argv.slice(2)
const say = (what: string, value: number) => void writeSync(1, `${what} ${value}\n`)
// the maintenance worker alone would not keep the process alive
setInterval(() => {}, 1000)
const kernel = await openStorage(dataDir, Number(first) * 1000)
const store = roundsStore(databaseOf(kernel), networkTables)
const numbers = Array.from({ length: Number(servers) }, (_, i) => i + 1)

// the worker takes longer to start than what it is to be killed in
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
