import { writeSync } from 'node:fs'
import { firstDeletable, fleetSize, reportAt, reportInterval, startCrashServer } from './crash-server.ts'

/**
 * Simulates days of a server until it is killed: `node crash-process.ts <data directory> <minute> <deleted>`. Prints its
 * progress to standard output without buffering.
 */
const [dataDir = '', first = '', deletedNumbers = ''] = process.argv.slice(2)
const deleted = deletedNumbers.split(',').filter(Boolean).map(Number)
const print = (what: string, value: number) => void writeSync(1, `${what} ${value}\n`)
// the maintenance worker alone would not keep the process alive
setInterval(() => {}, 1000)
const { fleet, kernel, servers } = await startCrashServer(dataDir, Number(first), deleted)

// starting the worker takes longer than the process lives, so start it first
await kernel.runJob('Aggregator')
for (let minute = Number(first); ; minute += reportInterval) {
  kernel.clock.set(minute * 60_000 + 5000)
  print('begins', minute)
  for (const [number, server] of servers) fleet.report(server, reportAt(number, minute))
  await kernel.runJob('RecordWriter')
  print('wrote', minute)
  const round = Math.floor(minute / reportInterval)
  const jobs: Promise<unknown>[] = []
  if (round % 9 === 0) jobs.push(kernel.runJob('Aggregator'))
  if (round % 40 === 0) jobs.push(kernel.runJob('Cleanup'))
  const next = firstDeletable + deleted.length
  const server = servers.get(next)
  if (round % 50 === 0 && server && next <= fleetSize) {
    // printed before the deletion: a server whose deletion was interrupted may still exist
    print('deletes', next)
    fleet.delete(server)
    deleted.push(next)
    servers.delete(next)
    await kernel.clock.advance(1)
  }
  await Promise.all(jobs)
}
