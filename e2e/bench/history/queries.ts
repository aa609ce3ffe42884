import { join } from 'node:path'
import type { Enrolled } from '../fleet/enrol.ts'
import type { Session } from '../fleet/session.ts'
import { requestsPerSecond } from '../http-load.ts'
import type { Program } from '../process.ts'
import { median } from '../statistics.ts'
import { recordsPath, spanOf } from './paths.ts'
import { copyRows, five, type Rows } from './rows.ts'

const asked = [
  { name: '24 h of minutes', days: 1, interval: 'raw', most: 1.25 },
  { name: '7 d of minutes', days: 7, interval: 'raw', most: 0.8 },
  { name: '30 d of hours', days: 30, interval: 'hourly', most: 0.8 },
] as const

const turnMs = 700

/** Milliseconds of one operation, and its CPU time, which is the same on a busy machine. */
interface Cost {
  readonly ms: number
  readonly processor: number
}

const ownProcessor = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Cost of reading a range once, averaged over several servers. */
function timeRows(rows: Rows, servers: number, read: { table: 'raw' | 'hourly'; from: number; to: number }): Cost {
  const began = performance.now()
  const before = ownProcessor()
  let times = 0
  while (performance.now() - began < turnMs) {
    const found = rows.read(read.table, times % servers, read.from, read.to)
    if (found.length === 0) throw new Error('the copy of the rows is empty')
    times += 1
  }
  return { ms: (performance.now() - began) / times, processor: (ownProcessor() - before) / times }
}

const medians = (costs: readonly Cost[]): Cost => ({
  ms: median(costs.map(({ ms }) => ms)),
  processor: median(costs.map(({ processor }) => processor)),
})

interface Options {
  readonly program: Pick<Program, 'cpuSeconds'>
  readonly admin: Session
  readonly members: readonly Enrolled[]
  readonly folder: string
  readonly turns: number
}

/** Cost of reading a range: as HTTP responses one after the other, and as table rows in this process. */
export async function timeQueries({ program, admin, members, folder, turns }: Options) {
  const until = Date.now()
  const ids = members.slice(0, 20).map(({ server_id }) => server_id)
  const spans = { raw: spanOf({ days: 7, until }), hourly: spanOf({ days: 30, until }) }
  const rows = await copyRows(join(folder, 'rows.db'), admin, ids, spans)
  const headers = { cookie: admin.cookie }
  try {
    const measured = asked.map((one) => ({ ...one, five: [] as Cost[], all: [] as Cost[], rows: [] as Cost[] }))
    for (let turn = 0; turn < turns; turn++) {
      for (const { days, interval, ...times } of measured) {
        const http = async (fields?: readonly string[]): Promise<Cost> => {
          const paths = ids.map((id) => recordsPath(id, { days, until, interval, ...(fields && { fields }) }))
          const span = { seconds: turnMs / 1000, connections: 1 }
          const before = program.cpuSeconds()
          const ms = 1000 / (await requestsPerSecond(Number(admin.url.port), paths, headers, span))
          return { ms, processor: ((program.cpuSeconds() - before) * ms) / span.seconds }
        }
        times.five.push(await http(five))
        times.all.push(await http())
        const to = Math.floor(until / 1000)
        times.rows.push(timeRows(rows, ids.length, { table: interval, from: to - days * 86_400, to }))
      }
    }
    return measured.map(({ name, most, ...times }) => ({
      ...{ name, most, five: medians(times.five), all: medians(times.all), rows: medians(times.rows) },
    }))
  } finally {
    rows.close()
  }
}
