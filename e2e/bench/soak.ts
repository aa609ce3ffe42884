import { setTimeout as sleep } from 'node:timers/promises'
import type { Family } from './family.ts'
import { enrol } from './fleet/enrol.ts'
import { type Fleet, makeFleet } from './fleet/fleet.ts'
import { infoLine, limitLine, ratioLine } from './line.ts'
import { median } from './statistics.ts'
import { startServer } from './svc-server.ts'
import { makeViewers, type Viewers } from './viewers.ts'

const agents = 1000
const browsers = 50
const mebibyte = 1024 * 1024

/** Memory over a long time: the last tenth of the samples compared with the tenth after warm-up. */
export const soak: Family = {
  name: 'soak',
  onlyByName: true,
  async run({ minutes = 60, note }) {
    const server = await startServer()
    const opened: { fleet?: Fleet; viewers?: Viewers } = {}
    try {
      const admin = await server.admin()
      note(`${agents} agents and ${browsers} browsers for ${minutes} minutes`)
      opened.fleet = makeFleet({ url: server.url, members: await enrol(admin, agents) })
      opened.viewers = makeViewers(admin, () => {})
      await opened.fleet.growTo(agents)
      await opened.viewers.growTo(browsers)
      const samples: number[] = []
      for (let i = 0; i < minutes * 6; i++) {
        await sleep(10_000)
        samples.push(server.program.anonymousBytes() / mebibyte)
        if (i % 60 === 59) note(`${(i + 1) / 6} minutes: ${median(samples.slice(-60)).toFixed(0)} MB`)
      }
      const tenth = Math.max(1, Math.floor(samples.length / 10))
      return [
        ratioLine(
          {
            name: `memory after ${minutes} min / after ${Math.round(minutes / 5)}, ${agents} agents, ${browsers} browsers`,
            value: median(samples.slice(-tenth)),
            baseline: median(samples.slice(2 * tenth, 3 * tenth)),
            unit: 'MB',
          },
          { max: 1.1 },
        ),
        limitLine({ name: 'agents dropped', value: opened.fleet.drops(), unit: '' }, { max: 0 }),
        infoLine({ name: 'reports received', value: opened.fleet.reports(), unit: '' }),
      ]
    } finally {
      opened.viewers?.close()
      opened.fleet?.stop()
      await server.close()
    }
  },
}
