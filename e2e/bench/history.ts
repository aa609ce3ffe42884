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

/** What maintenance does to everything else, and to the disk. */
function maintenanceLines(agents: number, measured: UnderLoad): Line[] {
  const { noted, idle, sealingSeconds, cleanupSeconds, sealingBytes, steadyBytes, rowBytes } = measured
  const meanwhile = `while sealing, deleting, reading, ${agents} agents`
  return [
    ratioLine(
      { name: 'disk written per row / bytes of the row', value: steadyBytes, baseline: rowBytes, unit: 'B' },
      { most: 4 },
    ),
    infoLine({ name: 'disk written later, by sealing the row', value: sealingBytes, baseline: rowBytes, unit: 'B' }),
    infoLine({ name: `an hour of ${agents} servers aggregated and sealed`, value: sealingSeconds, unit: 's' }),
    infoLine({ name: `a day of ${agents} servers deleted by Cleanup`, value: cleanupSeconds, unit: 's' }),
    limitLine(
      {
        name: 'longest write transaction of the maintenance worker',
        value: longest(own(noted.worker)),
        baseline: longest(wall(noted.worker)),
        unit: 'ms',
      },
      { most: 10 },
    ),
    infoLine({ name: 'longest write of the main thread, waits included', value: longest(own(noted.main)), unit: 'ms' }),
    infoLine({
      name: 'event loop p99 / of an idle program',
      value: percentile(own(noted.loop), 0.99),
      baseline: percentile(own(idle.loop), 0.99),
      unit: 'ms',
    }),
    limitLine(
      {
        name: `longest block ${meanwhile}`,
        value: longest(own(noted.loop)),
        baseline: longest(own(idle.loop)),
        unit: 'ms',
      },
      { most: 15 },
    ),
    infoLine({
      name: 'the same with time spent waiting for a processor',
      value: longest(wall(noted.loop)),
      baseline: longest(wall(idle.loop)),
      unit: 'ms',
    }),
  ]
}

/** History of a fleet: what it takes on the disk, how fast it is read, and what keeping it small does to the server. */
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
            { name: 'stored bytes per sealed record, whole pages', value: pages / records, unit: 'B' },
            { most: 50 },
          ),
          ...queries.flatMap(({ name, most, five, all, rows }) => [
            ratioLine(
              { name: `${name}, 5 metrics, HTTP / rows`, value: five.ms, baseline: rows.ms, unit: 'ms' },
              { most },
            ),
            infoLine({
              ...{ name: 'the same in processor time of the server / of the rows', unit: 'ms' },
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
