import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chosenSeed, makeRandom, runAndKill } from '@svc/kernel/testing'
import { afterAll, expect, it } from 'vitest'
import { startKernel } from '../test/crash-kernel.ts'
import { now } from '../test/world.ts'
import type { MonitorRow } from './monitors/monitors-store.ts'

const rounds = 5
const minTicksPerRun = 10
const seed = chosenSeed()
const dataDir = mkdtempSync(join(tmpdir(), 'svc-crash-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

/** Runs a process from where the last one was killed; returns the simulated time it reached. */
async function runUntilKilled(from: number, ms: number): Promise<number> {
  let reached = from
  await runAndKill(new URL('../test/crash-process.ts', import.meta.url), {
    input: [dataDir, from],
    onLine(line) {
      reached = Number(line)
      return reached >= from + minTicksPerRun * 10_000
    },
    ms,
  })
  return reached
}

interface CheckRecord {
  readonly success: number
  readonly time: number
}

/** Replays the records: expected notifications and state. */
function replay(records: readonly CheckRecord[], tolerated: number) {
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

it(`records, state and notifications agree after ${rounds} kills`, { timeout: 300_000 }, async () => {
  console.log(`crash recovery: SEED=${seed}`)
  const { below } = makeRandom(seed)
  let time = now
  for (let round = 0; round < rounds; round += 1) time = await runUntilKilled(time, below(300))

  const { database, close } = await startKernel(dataDir, time)
  try {
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok')
    const rows = database.prepare('SELECT * FROM monitors_monitors ORDER BY number').all() as MonitorRow[]
    expect(rows).toHaveLength(5)
    for (const row of rows) {
      const records = database
        .prepare('SELECT success, time FROM monitors_records WHERE monitor = ? ORDER BY id')
        .all(row.number) as CheckRecord[]
      const sent = database
        .prepare('SELECT event FROM alerts_notices WHERE monitor = ? ORDER BY id')
        .pluck()
        .all(row.id)
      const { events, failures, since } = replay(records, row.retry_count)
      expect(records.length).toBeGreaterThanOrEqual(rounds * (minTicksPerRun - 1))
      expect(sent).toEqual(events)
      expect(row).toMatchObject({
        last_status: records.at(-1)?.success,
        consecutive_failures: failures,
        outage_since: since,
        outage_announced: Number(failures > row.retry_count),
        recovery_pending: 0,
        checked_at_ms: expect.closeTo((records.at(-1)?.time ?? 0) * 1000, -3),
      })
    }
  } finally {
    await close()
  }
})
