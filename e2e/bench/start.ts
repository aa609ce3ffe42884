import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Family } from './family.ts'
import { infoLine, limitLine, ratioLine } from './line.ts'
import { freePort, listening, startProgram } from './process.ts'
import { median } from './statistics.ts'
import { type Home, makeHome, startIn } from './svc-server.ts'

const mib = 2 ** 20

const time = async (start: () => Promise<{ stop(): Promise<void> }>) => {
  const began = performance.now()
  const program = await start()
  const took = performance.now() - began
  await program.stop()
  return took
}

const startBare = async (home: Home) => {
  const port = await freePort()
  const program = startProgram(['e2e/bench/bare/fastify-sqlite.mjs', String(port), join(home.folder, 'bare.db')])
  await listening(program, port)
  return program
}

/** Start to listening, and what the server needs when nothing happens. */
export const start: Family = {
  name: 'start',
  async run({ quick, note }) {
    note('starting')
    const home = await makeHome()
    try {
      const first = await time(() => startIn(home))
      const ours: number[] = []
      const bare: number[] = []
      // in turns, so that a noisy moment of the machine falls on both
      for (let i = 0; i < (quick ? 3 : 7); i++) {
        ours.push(await time(() => startIn(home)))
        bare.push(await time(() => startBare(home)))
      }
      note('idling')
      const idle = await startIn(home)
      const idleBare = await startBare(home)
      await sleep(quick ? 5000 : 30_000)
      const rss = { ours: idle.rssBytes(), anonymous: idle.anonymousBytes(), bare: idleBare.rssBytes() }
      await idle.stop()
      await idleBare.stop()
      return [
        ratioLine(
          {
            name: 'start to listening / bare fastify + better-sqlite3',
            value: median(ours),
            baseline: median(bare),
            unit: 'ms',
          },
          { most: 3 },
        ),
        infoLine({ name: 'first start, empty data directory', value: first, baseline: median(bare), unit: 'ms' }),
        limitLine(
          { name: 'server RSS, idle', value: rss.ours / mib, baseline: rss.bare / mib, unit: 'MB' },
          { most: 110 },
        ),
        infoLine({ name: 'server anonymous memory, idle', value: rss.anonymous / mib, unit: 'MB' }),
      ]
    } finally {
      await home.remove()
    }
  },
}
