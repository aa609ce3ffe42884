import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestKernel, startScript } from '@svc/kernel/testing'
import accounting from '@svc/plugin-accounting'
import { minuteOfKey, numberOfKey } from '@svc/series'
import { afterEach, expect, it } from 'vitest'
import { agentCount, bufferedMinutes, bytesUntil, makeReturningAgents } from '../../test/returning-agents.ts'
import metrics from '../index.ts'
import { makeFleet } from '../testing.ts'

/** An hour and a day end within the buffered minutes. */
const now = Date.UTC(2026, 4, 2, 0, 5, 12)
const dataDir = mkdtempSync(join(tmpdir(), 'svc-backfill-'))
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

/** Agents reconnect to a server that is killed after this many records. */
async function returnAndDie(records: number) {
  const script = new URL('../../test/backfill-process.ts', import.meta.url)
  const [, signal] = await once(startScript(script, [dataDir, now, records]), 'exit')
  return signal
}

it('a power cut during backfill loses nothing and counts nothing twice', {
  timeout: 120_000,
}, async () => {
  for (const records of [0, 1, 130]) expect(await returnAndDie(records)).toBe('SIGKILL')

  const fleet = makeFleet()
  const kernel = await createTestKernel({ plugins: [fleet.plugin, metrics, accounting], dataDir, now })
  try {
    const count = () => kernel.database.prepare('SELECT count(*) FROM metrics_records').pluck().get() as number
    const before = count()
    expect(before).toBeGreaterThanOrEqual(130)
    expect(before).toBeLessThan(agentCount * bufferedMinutes)
    const agents = makeReturningAgents(fleet, now)
    agents.offer()
    const asked = fleet.sent.flatMap(({ payload }) => (payload as { minutes: number[] }).minutes)
    expect(asked).toHaveLength(agentCount * bufferedMinutes - before)
    agents.sendReports()
    // the current minute is written before some of the missed ones
    for (const server of agents.servers) fleet.report(server, agents.reportOf(server.number, Math.floor(now / 60_000)))
    await kernel.runJob('RecordWriter')
    await kernel.clock.advance(2000)

    const ids = kernel.database.prepare('SELECT id FROM metrics_records ORDER BY id').pluck().all() as number[]
    const current = agents.minutes.length + (agents.minutes[0] as number)
    expect(ids.map((id) => [minuteOfKey(id), numberOfKey(id)])).toEqual(
      [...agents.minutes, current].flatMap((minute) => agents.servers.map(({ number }) => [minute, number])),
    )
    for (const { id, number } of agents.servers) {
      const between = (from: number, to: number) => bytesUntil(number, to) - bytesUntil(number, from)
      const midnight = Date.UTC(2026, 4, 2) / 60_000
      const answer = await kernel.as('member').inject(`/api/traffic/${id}/daily?from=2026-05-01&to=2026-05-02`)
      expect(answer.json().data.map((day: { bytes_in: number }) => day.bytes_in)).toEqual([
        between(agents.minutes[0] as number, midnight - 1),
        between(midnight - 1, current),
      ])
      const uptime = await kernel.as('member').inject(`/api/servers/${id}/uptime-daily?days=2`)
      const online = uptime.json().data.map((day: { online_minutes: number }) => day.online_minutes)
      expect(online.reduce((sum: number, minutes: number) => sum + minutes, 0)).toBe(bufferedMinutes + 1)
    }
  } finally {
    await kernel.close()
  }
})
