import { writeSync } from 'node:fs'
import { figures, firstMortal, fleetSize, live, pace } from './life.ts'

/**
 * A server whose days pass fast, until it is killed: `node crash-process.ts <data directory> <minute> <deleted>`. What it
 * begins and what it has done it says at once on standard output.
 */
const [dataDir = '', first = '', gone = ''] = process.argv.slice(2)
const deleted = gone.split(',').filter(Boolean).map(Number)
const say = (what: string, value: number) => void writeSync(1, `${what} ${value}\n`)
// the maintenance worker alone would not keep the process alive
setInterval(() => {}, 1000)
const { fleet, kernel, servers } = await live(dataDir, Number(first), deleted)

// the worker takes longer to start than what it is to be killed in
await kernel.runJob('Aggregator')
for (let minute = Number(first); ; minute += pace) {
  kernel.clock.set(minute * 60_000 + 5000)
  say('begins', minute)
  for (const [number, server] of servers) fleet.report(server, figures(number, minute))
  await kernel.runJob('RecordWriter')
  say('wrote', minute)
  const round = Math.floor(minute / pace)
  const jobs: Promise<unknown>[] = []
  if (round % 9 === 0) jobs.push(kernel.runJob('Aggregator'))
  if (round % 40 === 0) jobs.push(kernel.runJob('Cleanup'))
  const mortal = firstMortal + deleted.length
  const server = servers.get(mortal)
  if (round % 50 === 0 && server && mortal <= fleetSize) {
    // told before it is done: a server whose deletion was cut off may be either
    say('deletes', mortal)
    fleet.delete(server)
    deleted.push(mortal)
    servers.delete(mortal)
    await kernel.clock.advance(1)
  }
  await Promise.all(jobs)
}
