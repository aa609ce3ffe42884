import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chosenSeed, createTestKernel, makeRandom, runAndKill } from '@svc/kernel/testing'
import system from '@svc/plugin-system'
import { afterAll, expect, it } from 'vitest'
import { minute, openWorld, plugins, start } from '../test/world.ts'

const kills = 4
const alertsPerRun = 12
const { below } = makeRandom(chosenSeed())
const dataDir = mkdtempSync(join(tmpdir(), 'svc-relay-crash-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

it('a crash loses no notification, and repeats none whose acceptance was recorded', async () => {
  const world = await openWorld({ dataDir })
  const phone = await world.phone(world.admin)
  const channel = (
    await world.post('/api/notifications', world.admin.headers, { name: 'push', notify_type: 'push', config_json: {} })
  ).json().data
  const group = (
    await world.post('/api/notification-groups', world.admin.headers, {
      name: 'all',
      notification_ids: [channel.id],
      wait_seconds: 0,
    })
  ).json().data
  await world.kernel.close()

  const raised = new Set<number>()
  /** Of the event, as the database has it after the kill. */
  const accepted = new Set<string>()
  const sentBefore = new Map<string, number>()
  const countSent = () => {
    const counts = new Map<string, number>()
    for (const { headers } of world.provider.sent) {
      const id = String(headers['apns-id'])
      counts.set(id, (counts.get(id) ?? 0) + 1)
    }
    return counts
  }
  for (let run = 0; run < kills; run += 1) {
    const first = raised.size
    await runAndKill(new URL('../test/crash-process.ts', import.meta.url), {
      input: [dataDir, String(start), world.url, group.id, String(first)],
      onLine(line) {
        raised.add(Number(line))
        return raised.size >= first + alertsPerRun
      },
      ms: 20 + below(150),
    })
    // Without the plugin, which would go on at once.
    const kernel = await createTestKernel({ plugins: [system], dataDir, now: start })
    expect(kernel.database.pragma('integrity_check', { simple: true })).toBe('ok')
    const ids = kernel.database.prepare("SELECT event_id FROM relay_outbox WHERE outcome = 'accepted'").pluck().all()
    for (const id of ids as string[]) {
      accepted.add(id)
      if (!sentBefore.has(id)) sentBefore.set(id, countSent().get(id) ?? 0)
    }
    await kernel.close()
  }

  // The rest is sent once the leases of the killed runs end.
  const kernel = await createTestKernel({ plugins, dataDir, now: start, config: { push_relay: { url: world.url } } })
  world.follow(() => kernel.clock.now())
  const open = kernel.database
    .prepare(
      `SELECT (SELECT count(*) FROM relay_events) + (SELECT count(*) FROM relay_outbox WHERE outcome = 'pending')
         + (SELECT count(*) FROM alerts_deliveries WHERE state = 'waiting')`,
    )
    .pluck()
  await expect
    .poll(async () => {
      await kernel.clock.advance(5000)
      return kernel.clock.now() - start > 29 * minute ? 'too late' : open.get()
    })
    .toBe(0)
  const rows = kernel.database.prepare('SELECT event_id, outcome FROM relay_outbox').all() as Record<string, string>[]
  expect(rows.filter(({ outcome }) => outcome !== 'accepted')).toEqual([])
  // At most one that was about to be raised when the process was killed.
  expect(rows.length).toBeGreaterThanOrEqual(raised.size)
  expect(rows.length).toBeLessThanOrEqual(raised.size + kills)
  const sent = countSent()
  for (const { event_id = '' } of rows) expect(sent.get(event_id) ?? 0).toBeGreaterThan(0)
  for (const [id, count] of sentBefore) expect([id, sent.get(id)]).toEqual([id, count])
  expect(accepted.size).toBeGreaterThan(0)
  await kernel.close()
  expect(phone.token).not.toBe('')
  await world.close().catch(() => {})
})
