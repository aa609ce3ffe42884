import type { Family } from './family.ts'
import { adminOf, makePlace } from './history/place.ts'
import { infoLine, type Line, limitLine } from './line.ts'
import { median } from './statistics.ts'
import { startIn } from './svc-server.ts'

/** Reads a whole column of records, or only the minutes that have one. */
const rules = [
  { name: 'CPU', conditions: [{ rule_type: 'cpu', min: 80 }] },
  { name: 'offline', conditions: [{ rule_type: 'offline', duration: 60 }] },
]
const turns = 5

/** How long it takes to test a rule on the history of a fleet. */
export const alerts: Family = {
  name: 'alerts',
  async run({ quick, note }) {
    const agents = quick ? 100 : 500
    const { home } = await makePlace(agents, note)
    try {
      const program = await startIn(home)
      try {
        const admin = await adminOf(home)
        /** Processor seconds of the whole program, which are the same on a busy machine, and seconds. */
        const time = async (conditions: readonly object[], days: number) => {
          const costs: { processor: number; wall: number }[] = []
          for (let turn = 0; turn < turns; turn++) {
            const [before, began] = [program.cpuSeconds(), performance.now()]
            await admin.call('POST', '/api/alert-rules/backtest', { rule: { rules: conditions }, days })
            costs.push({ processor: program.cpuSeconds() - before, wall: (performance.now() - began) / 1000 })
          }
          return {
            processor: median(costs.map(({ processor }) => processor)),
            wall: median(costs.map(({ wall }) => wall)),
          }
        }
        note('testing rules')
        const lines: Line[] = []
        for (const { name, conditions } of rules) {
          const week = await time(conditions, 7)
          const of = `back-test of ${agents} servers, ${name}`
          lines.push(
            limitLine({ name: `${of}, 7 days, CPU time`, value: week.processor, unit: 's' }, { max: 2 }),
            infoLine({ name: 'the same in seconds', value: week.wall, unit: 's' }),
            infoLine({ name: `${of}, 30 days, CPU time`, value: (await time(conditions, 30)).processor, unit: 's' }),
          )
        }
        return lines
      } finally {
        await program.stop()
      }
    } finally {
      await home.remove()
    }
  },
}
