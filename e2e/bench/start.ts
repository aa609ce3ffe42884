import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Family } from './family.ts'
import { infoLine, limitLine, ratioLine } from './line.ts'
import { serverWithMorePlugins } from './more-plugins.ts'
import { freePort, listening, type Program, startProgram } from './process.ts'
import { median } from './statistics.ts'
import { type Home, makeHome, startIn } from './svc-server.ts'

const mib = 2 ** 20

/** Scaffolded plugins with ten routes each, to measure the cost of one more. */
const morePlugins = 10

interface Start {
  /** milliseconds until it accepts connections */
  readonly took: number
  /** milliseconds of CPU time until listening */
  readonly processor: number
}

async function measure(start: () => Promise<Program>): Promise<Start> {
  const began = performance.now()
  const program = await start()
  const took = performance.now() - began
  const processor = program.cpuSeconds() * 1000
  await program.stop()
  return { took, processor }
}

const startBare = async (home: Home) => {
  const port = await freePort()
  const program = startProgram(['e2e/bench/bare/fastify-sqlite.mjs', String(port), join(home.folder, 'bare.db')])
  await listening(program, port)
  return program
}

const medianOf = (starts: readonly Start[], field: keyof Start) => median(starts.map((start) => start[field]))

/** Time until listening, idle CPU and memory of the server, and what each additional plugin adds. */
export const start: Family = {
  name: 'start',
  async run({ quick, note }) {
    note('building a server with more plugins')
    const more = await serverWithMorePlugins(morePlugins)
    const home = await makeHome()
    const largerHome = await makeHome()
    const startLarger = () => startIn(largerHome, { file: more.program })
    try {
      note('starting')
      const first = await measure(() => startIn(home))
      await measure(startLarger)
      const ours: Start[] = []
      const larger: Start[] = []
      const bare: Start[] = []
      // alternating, so that a busy moment of the machine affects all
      for (let i = 0; i < (quick ? 3 : 9); i++) {
        ours.push(await measure(() => startIn(home)))
        bare.push(await measure(() => startBare(home)))
        larger.push(await measure(startLarger))
      }
      note('idling')
      const idle = [await startIn(home), await startLarger(), await startBare(home)] as const
      await sleep(quick ? 5000 : 30_000)
      const [ownRss = 0, largerRss = 0, bareRss = 0] = idle.map((program) => program.rssBytes() / mib)
      const [own, , bareProgram] = idle
      const anonymous = { value: own.anonymousBytes() / mib, baseline: bareProgram.anonymousBytes() / mib }
      for (const program of idle) await program.stop()
      return [
        ratioLine(
          {
            name: 'start until listening / bare fastify + better-sqlite3',
            value: medianOf(ours, 'took'),
            baseline: medianOf(bare, 'took'),
            unit: 'ms',
          },
          { max: 2.5 },
        ),
        infoLine({
          name: 'CPU time until listening',
          value: medianOf(ours, 'processor'),
          baseline: medianOf(bare, 'processor'),
          unit: 'ms',
        }),
        infoLine({
          name: 'first start with an empty data directory',
          value: first.took,
          baseline: medianOf(bare, 'took'),
          unit: 'ms',
        }),
        ratioLine({ name: 'server RSS, idle / bare', value: ownRss, baseline: bareRss, unit: 'MB' }, { max: 1.5 }),
        infoLine({ name: 'server anonymous memory, idle', ...anonymous, unit: 'MB' }),
        limitLine(
          {
            name: 'cost per plugin: CPU time of the start',
            value: (medianOf(larger, 'processor') - medianOf(ours, 'processor')) / morePlugins,
            unit: 'ms',
          },
          { max: 10 },
        ),
        limitLine(
          { name: 'cost per plugin: idle memory', value: (largerRss - ownRss) / morePlugins, unit: 'MB' },
          { max: 1 },
        ),
      ]
    } finally {
      await home.remove()
      await largerHome.remove()
      more.remove()
    }
  },
}
