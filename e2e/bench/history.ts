import { join } from 'node:path'
import type { Family } from './family.ts'
import { openBeside } from './history/files.ts'
import { adminOf, makePlace } from './history/place.ts'
import { timeQueries } from './history/queries.ts'
import { type UnderLoad, underLoad } from './history/under-load.ts'
import { longest, own, wall, watched } from './history/watch.ts'
import { infoLine, type Line, limitLine, ratioLine } from './line.ts'
import { percentile } from './statistics.ts'
import { startIn } from './svc-server.ts'

const minutesPerHour = 60

/** The load of maintenance on event loop, transactions and disk. */
function maintenanceLines(agents: number, measured: UnderLoad): Line[] {
  const { noted, idle, sealingSeconds, cleanupSeconds, sealingBytes, steadyBytes, rowBytes } = measured
  const load = `while sealing, deleting, reading, ${agents} agents`
  return [
    ratioLine(
      { name: 'bytes written per row / row size', value: steadyBytes, baseline: rowBytes, unit: 'B' },
      { max: 4 },
    ),
    infoLine({ name: 'bytes written per row by sealing', value: sealingBytes, baseline: rowBytes, unit: 'B' }),
    infoLine({ name: `aggregating and sealing an hour of ${agents} servers`, value: sealingSeconds, unit: 's' }),
    infoLine({ name: `deleting a day of ${agents} servers (Cleanup)`, value: cleanupSeconds, unit: 's' }),
    limitLine(
      {
        name: 'longest write transaction of the maintenance worker',
        value: longest(own(noted.worker)),
        baseline: longest(wall(noted.worker)),
        unit: 'ms',
      },
      { max: 10 },
    ),
    infoLine({
      name: 'longest write of the main thread, including waits',
      value: longest(own(noted.main)),
      unit: 'ms',
    }),
    infoLine({
      name: 'event loop delay p99 / idle process',
      value: percentile(own(noted.loop), 0.99),
      baseline: percentile(own(idle.loop), 0.99),
      unit: 'ms',
    }),
    limitLine(
      {
        name: `longest event loop block ${load}`,
        value: longest(own(noted.loop)),
        baseline: longest(own(idle.loop)),
        unit: 'ms',
      },
      { max: 15 },
    ),
    infoLine({
      name: 'the same including time waiting for a CPU',
      value: longest(wall(noted.loop)),
      baseline: longest(wall(idle.loop)),
      unit: 'ms',
    }),
  ]
}

/** History of a fleet: disk usage, read latency, and the load of maintenance. */
export const history: Family = {
  name: 'history',
  async run({ quick, note }) {
    const agents = quick ? 100 : 500
    const { home, members, file } = await makePlace(agents, note)
    const watchFile = join(home.folder, 'server.json')
    try {
      const program = await startIn(home, watched(watchFile))
      const beside = openBeside(file)
      try {
        const admin = await adminOf(home)
        const { folder } = home
        const load = { program, admin, members, folder, file, beside, steadyMinutes: quick ? 1 : 3, note }
        const measured = await underLoad(load)
        note('reading')
        const queries = await timeQueries({ program, admin, members, folder, turns: quick ? 3 : 9 })
        const { pages } = beside.size('metrics_sealed_hours')
        const records = beside.count('metrics_sealed_hours') * minutesPerHour
        return [
          limitLine(
            { name: 'stored bytes per sealed record, in whole pages', value: pages / records, unit: 'B' },
            { max: 50 },
          ),
          ...queries.flatMap(({ name, most, five, all, rows }) => [
            ratioLine(
              { name: `${name}, 5 metrics, HTTP / rows`, value: five.ms, baseline: rows.ms, unit: 'ms' },
              { max: most },
            ),
            infoLine({
              ...{ name: 'the same in CPU time, server / rows', unit: 'ms' },
              ...{ value: five.processor, baseline: rows.processor },
            }),
            infoLine({ name: `${name}, all metrics, HTTP / rows of 5`, value: all.ms, baseline: rows.ms, unit: 'ms' }),
          ]),
          ...maintenanceLines(agents, measured),
        ]
      } finally {
        beside.close()
        await program.stop()
      }
    } finally {
      await home.remove()
    }
  },
}
