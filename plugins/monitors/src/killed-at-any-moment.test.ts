import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chosenSeed, liveAndDie, makeRandom } from '@svc/kernel/testing'
import { afterAll, expect, it } from 'vitest'
import { live } from '../test/life.ts'
import { now } from '../test/world.ts'
import type { MonitorRow } from './monitors/monitors-store.ts'

const rounds = 5
/** At the least, in each life. */
const ticks = 10
const seed = chosenSeed()
const dataDir = mkdtempSync(join(tmpdir(), 'svc-life-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

/** Lets a program live on from where the last one died, for a while; the time it came to. */
async function liveOn(from: number, ms: number): Promise<number> {
  let reached = from
  await liveAndDie(new URL('../test/life-process.ts', import.meta.url), {
    input: [dataDir, from],
    hear(line) {
      reached = Number(line)
      return reached >= from + ticks * 10_000
    },
    ms,
  })
  return reached
}

interface Found {
  readonly success: number
  readonly time: number
}

/** What people must have been told, and what must be known now, by what the checks found. */
function retell(records: readonly Found[], tolerated: number) {
  const events: string[] = []
  let failures = 0
  let since: number | null = null
  for (const { success, time } of records) {
    if (success && failures > tolerated) events.push('recovered')
    failures = success ? 0 : failures + 1
    since = success ? null : (since ?? time)
    if (failures === tolerated + 1) events.push('triggered')
  }
  return { events, failures, since }
}

it(`what was found, what is known and what was told agree, killed ${rounds} times`, { timeout: 300_000 }, async () => {
  console.log(`killed at any moment: SEED=${seed}`)
  const { below } = makeRandom(seed)
  let time = now
  for (let round = 0; round < rounds; round += 1) time = await liveOn(time, below(300))

  const { database, close } = await live(dataDir, time)
  try {
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok')
    const rows = database.prepare('SELECT * FROM monitors_monitors ORDER BY number').all() as MonitorRow[]
    expect(rows).toHaveLength(5)
    for (const row of rows) {
      const records = database
        .prepare('SELECT success, time FROM monitors_records WHERE monitor = ? ORDER BY id')
        .all(row.number) as Found[]
      const told = database
        .prepare('SELECT event FROM alerts_notices WHERE monitor = ? ORDER BY id')
        .pluck()
        .all(row.id)
      const { events, failures, since } = retell(records, row.retry_count)
      expect(records.length).toBeGreaterThanOrEqual(rounds * (ticks - 1))
      expect(told).toEqual(events)
      expect(row).toMatchObject({
        last_status: records.at(-1)?.success,
        consecutive_failures: failures,
        outage_since: since,
        outage_announced: Number(failures > row.retry_count),
        recovery_owed: 0,
        checked_at_ms: expect.closeTo((records.at(-1)?.time ?? 0) * 1000, -3),
      })
    }
  } finally {
    await close()
  }
})
