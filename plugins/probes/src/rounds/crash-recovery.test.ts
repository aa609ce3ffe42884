import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chosenSeed, makeRandom, runAndKill } from '@svc/kernel/testing'
import { afterAll, expect, it } from 'vitest'
import { databaseOf } from '../../test/database.ts'
import { midnight, openStorage, roundAt } from '../../test/storage.ts'
import { digest } from './round.ts'
import { hoursReader, roundsReader } from './rounds-reader.ts'
import { hourOf, hourSeconds, networkTables } from './tables.ts'

const lives = 3
const servers = 12
const targets = [1, 2, 3]
const seed = chosenSeed()
const dataDir = mkdtempSync(join(tmpdir(), 'svc-rounds-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

/** The output of the killed processes. */
const output = { begun: midnight, wrote: new Set<number>() }

/** Continues where the last process was killed, and kills the process after some time. */
const liveOn = (ms: number) =>
  runAndKill(new URL('../../test/crash-process.ts', import.meta.url), {
    input: [dataDir, output.begun, servers],
    onLine(line) {
      const [what, value] = line.split(' ')
      if (what === 'begins') output.begun = Number(value)
      if (what === 'wrote') output.wrote.add(Number(value))
      return true
    },
    ms,
  })

it(`every round is there once and every hour is what its rounds come to, killed ${lives} times`, {
  timeout: 300_000,
}, async () => {
  console.log(`killed at any moment: SEED=${seed}`)
  const { below } = makeRandom(seed)
  for (let life = 0; life < lives; life++) await liveOn(300 + below(1500))

  const kernel = await openStorage(dataDir, (output.begun + 7200) * 1000)
  try {
    expect(kernel.database.pragma('integrity_check', { simple: true })).toBe('ok')
    const db = databaseOf(kernel)
    const log = {
      error(...damage: unknown[]) {
        throw new Error(`something is damaged: ${JSON.stringify(damage)}`)
      },
    }
    const check = () => {
      const wrote = [...output.wrote]
      expect(wrote.length).toBeGreaterThan(60)
      for (let server = 1; server <= servers; server++) {
        const span = { server, from: midnight, to: output.begun }
        const all = roundsReader(db, networkTables, { log }).all(span)
        const hours = hoursReader(db, networkTables, { log })(span)
        for (const target of targets) {
          const found = all.get(target) ?? []
          // The last write may have been committed without being logged.
          const times = new Set([...wrote, ...found.filter(({ at }) => at === output.begun).map(({ at }) => at)])
          const expected = [...times].sort((a, b) => a - b).map((at) => roundAt(server, target, at))
          expect(found).toEqual(expected)
          const known = [...new Set(expected.map(({ at }) => hourOf(at)))]
          expect(hours.get(target)).toEqual(
            known.map((hour) =>
              digest(
                hour * hourSeconds,
                expected.filter(({ at }) => hourOf(at) === hour),
              ),
            ),
          )
        }
      }
    }
    check()
    const sealed = kernel.database.prepare('SELECT count(*) FROM probes_sealed_hours').pluck()
    expect(sealed.get()).toBeGreaterThan(0)
    await kernel.runJob('ProbeSealer')
    expect(kernel.database.prepare('SELECT count(*) FROM probes_rounds').pluck().get()).toBe(0)
    check()
  } finally {
    await kernel.close()
  }
})
