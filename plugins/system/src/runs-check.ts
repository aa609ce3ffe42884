import { type Check, type Clock, toSeconds, toTimestamp } from '@svc/plugin-sdk'

/** More is no inaccuracy of the minutely record. */
const toleranceSeconds = 120

/** Whether the clock was set back since the server last ran. */
export const runsCheck = (clock: Pick<Clock, 'now'>): Check => ({
  name: 'last run',
  run({ read }) {
    const seen = read<{ at: number | null }>('SELECT max(seen_at) AS at FROM system_runs')?.[0]?.at
    if (!seen) return [{ state: 'ok', text: 'the server has not run for a minute yet' }]
    const now = toSeconds(clock.now())
    if (seen > now + toleranceSeconds) {
      const text = `the server ran at ${toTimestamp(seen)}, which is later than now: the clock was set back`
      return [{ state: 'problem', text, advice: 'set the clock; until then new measurements hide behind old ones' }]
    }
    return [{ state: 'ok', text: `the server ran last at ${toTimestamp(seen)}` }]
  },
})
