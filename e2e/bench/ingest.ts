import type { Family } from './family.ts'
import { limitLine, ratioLine } from './line.ts'
import { measureServer, type Plan } from './load.ts'
import { microsecondsPerReport, percentOfCore } from './window.ts'

/** Maximum latency in milliseconds, by number of agents. */
const latencyTargets = new Map([
  [500, 15],
  [1000, 15],
  [5000, 30],
  [10_000, 75],
])

/** Cost of a report, from agent to storage and browsers. */
export const ingest: Family = {
  name: 'ingest',
  async run({ quick, large, note }) {
    const plan: Plan = quick
      ? { sizes: [500, 1000], main: 1000, seconds: 20, settle: 4000, note }
      : { sizes: large ? [1000, 5000, 10_000] : [1000, 5000], main: 5000, seconds: 60, settle: 12_000, note }
    const measured = await measureServer(plan)
    const { main } = plan
    return [
      ratioLine(
        {
          name: `CPU per report, whole server / bare ws, ${main} agents`,
          value: microsecondsPerReport(measured.whole),
          baseline: microsecondsPerReport(measured.bare),
          unit: 'us',
        },
        { max: 2.2 },
      ),
      ...[...measured.latencies].map(([size, { update, echo }]) =>
        limitLine(
          { name: `report to browser, p99, ${size} agents, 10 browsers`, value: update, baseline: echo, unit: 'ms' },
          { max: latencyTargets.get(size) ?? Number.NaN },
        ),
      ),
      ratioLine(
        {
          name: `server memory per further agent connection / bare ws, up to ${main} agents`,
          value: measured.bytesPerConnection / 1024,
          baseline: measured.bareBytesPerConnection / 1024,
          unit: 'KB',
        },
        { max: 1.6 },
      ),
      ratioLine(
        {
          name: `server CPU, 50 browsers / 10, ${main} agents`,
          value: percentOfCore(measured.many),
          baseline: percentOfCore(measured.few),
          unit: '%',
        },
        { max: 1.6 },
      ),
    ]
  },
}
