import type { Family } from './family.ts'
import { adminOf, makePlace } from './history/place.ts'
import { limitLine } from './line.ts'
import { median } from './statistics.ts'
import { startIn } from './svc-server.ts'

/** Rules with a condition that reads a whole column of records, two columns, or only the minutes of the uptime. */
const rules = {
  'CPU above 80%': [{ rule_type: 'cpu', min: 80 }],
  'CPU above 80% and memory above 1 GiB': [
    { rule_type: 'cpu', min: 80 },
    { rule_type: 'memory', min: 1024 ** 3 },
  ],
  offline: [{ rule_type: 'offline', duration: 60 }],
}

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
        const time = async (conditions: readonly object[], days: number) => {
          const seconds: number[] = []
          for (let turn = 0; turn < 5; turn++) {
            const before = performance.now()
            await admin.call('POST', '/api/alert-rules/backtest', { rule: { rules: conditions }, days })
            seconds.push((performance.now() - before) / 1000)
          }
          return median(seconds)
        }
        note('testing rules')
        const measured = []
        for (const [name, conditions] of Object.entries(rules)) {
          for (const days of [7, 30]) {
            measured.push({
              name: `back-test of ${agents} servers, ${days} days: ${name}`,
              value: await time(conditions, days),
            })
          }
        }
        return measured.map(({ name, value }) => limitLine({ name, value, unit: 's' }, { max: 2 }))
      } finally {
        await program.stop()
      }
    } finally {
      await home.remove()
    }
  },
}
