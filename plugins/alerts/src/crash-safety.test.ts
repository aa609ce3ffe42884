import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chosenSeed, makeRandom, runAndKill, type TestKernel } from '@svc/kernel/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { start } from '../test/alerts-world.ts'
import { runMinute, startKernel } from '../test/crash-kernel.ts'
import { type Receiver, startReceiver } from '../test/receiver.ts'
import type { OutgoingNotice } from './contract.ts'
import type { ChangeRow } from './events/changes-store.ts'
import type { StateRow } from './events/states-store.ts'
import type { AlertGroupRow, AudienceRow, MemberRow } from './grouping/alert-groups-store.ts'
import type { DeliveryRow } from './notifications/outbox/deliveries-store.ts'
import type { RuleRow } from './rules/rules-store.ts'

const kills = 4
/** minimum per run */
const passes = 12
const seed = chosenSeed()
const { below } = makeRandom(seed)
const dataDir = mkdtempSync(join(tmpdir(), 'svc-alerts-crash-'))

let receiver: Receiver
/** Acknowledged deliveries by channel: ids in order of first arrival, and the number of duplicates. */
const arrived: Record<string, { readonly ids: string[]; duplicates: number }> = {
  a: { ids: [], duplicates: 0 },
  b: { ids: [], duplicates: 0 },
  c: { ids: [], duplicates: 0 },
}
beforeAll(async () => {
  const isFailing = new Map<string, boolean>()
  receiver = await startReceiver(({ url = '', headers }, res) => {
    const path = url.slice(1)
    // Fails now and then, but never twice in a row.
    isFailing.set(path, isFailing.get(path) !== true && below(6) === 0)
    if (isFailing.get(path)) return void res.writeHead(503).end()
    const channel = arrived[path] as (typeof arrived)['a']
    const id = String(headers['idempotency-key'])
    if (channel.ids.includes(id)) channel.duplicates += 1
    else channel.ids.push(id)
    res.end('ok')
  })
})
afterAll(async () => {
  await receiver.close()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Runs a process from where the last one was killed; returns the simulated time it reached. */
async function runUntilKilled(n: number, from: number, ms: number): Promise<number> {
  let reached = from
  await runAndKill(new URL('../test/crash-process.ts', import.meta.url), {
    input: [dataDir, from, seed + n, receiver.url],
    onLine(line) {
      reached = Number(line)
      return reached >= from + passes * 60_000
    },
    ms,
  })
  return reached
}

const rowsOf = <T>({ database }: TestKernel, sql: string) => database.prepare(sql).all() as T[]

/** States, history and deliveries match. */
function expectConsistent(kernel: TestKernel) {
  expect(kernel.database.pragma('integrity_check', { simple: true })).toBe('ok')
  expect(kernel.database.pragma('foreign_key_check')).toEqual([])
  const changes = rowsOf<ChangeRow>(kernel, 'SELECT * FROM alerts_changes ORDER BY id')
  const last = new Map<string, ChangeRow['change']>()
  for (const { rule_id, server_id, change } of changes) {
    const pair = `${rule_id}:${server_id}`
    // After a restart there is no data at first.
    if (change === 'no_data') continue
    // It fires only when it was not firing, and is resolved only when it was.
    expect(last.get(pair) === 'fired').toBe(change !== 'fired')
    last.set(pair, change)
  }
  const states = rowsOf<StateRow>(kernel, 'SELECT * FROM alerts_states')
  expect(new Map(states.map((row) => [`${row.rule_id}:${row.server_id}`, row.resolved_at === null]))).toEqual(
    new Map([...last].map(([pair, change]) => [pair, change === 'fired'])),
  )

  const rules = rowsOf<RuleRow>(kernel, 'SELECT * FROM alerts_rules')
  const groupOf = new Map(rules.map(({ id, notification_group_id }) => [id, notification_group_id]))
  const links = rowsOf<{ group_id: string; channel_id: string }>(kernel, 'SELECT * FROM alerts_group_channels')
  for (const { group_id, channel_id } of links) {
    if (isGrouped(kernel, group_id)) continue
    const sent = changes.filter(
      ({ rule_id, change, reason }) =>
        groupOf.get(rule_id) === group_id && (change === 'fired' || reason === 'recovered'),
    )
    for (const { notices, event, notice_json } of deliveriesOf(kernel, channel_id)) {
      const merged = sent.splice(0, notices)
      expect(merged).toHaveLength(notices)
      const [{ rule_id, server_id, change }] = merged as [ChangeRow]
      if (notices > 1) continue
      const { variables } = JSON.parse(notice_json)
      expect([variables.rule_id, variables.server_id]).toEqual([rule_id, server_id])
      expect(event).toBe(change === 'resolved' ? 'resolved' : 'triggered')
    }
    expect(sent).toEqual([])
  }
}

/** Notification groups that collect alerts of one cause. */
const isGrouped = (kernel: TestKernel, groupId: string) =>
  rowsOf<{ id: string }>(kernel, 'SELECT id FROM alerts_groups WHERE wait_seconds > 0').some(({ id }) => id === groupId)

/** Each alert of a grouped rule is in one alert group, which was opened once, and ended once if it is over. */
function expectGrouped(kernel: TestKernel) {
  const members = rowsOf<MemberRow>(kernel, 'SELECT * FROM alerts_alert_group_members ORDER BY id')
  const fired = rowsOf<ChangeRow>(
    kernel,
    `SELECT * FROM alerts_changes WHERE change = 'fired' AND rule_id IN (
       SELECT alerts_rules.id FROM alerts_rules JOIN alerts_groups ON alerts_groups.id = notification_group_id
       WHERE wait_seconds > 0)`,
  )
  const keyOf = ({ rule_id, server_id }: Pick<MemberRow, 'rule_id' | 'server_id'>) => `${rule_id}:${server_id}`
  expect(members.map(keyOf).toSorted()).toEqual(fired.map(keyOf).toSorted())
  const open = rowsOf<StateRow>(kernel, 'SELECT * FROM alerts_states WHERE resolved_at IS NULL').map(keyOf)
  const isOpen = members.filter(({ resolved_at }) => resolved_at === null).map(keyOf)
  expect(isOpen.every((key) => open.includes(key))).toBe(true)
  const sent = rowsOf<DeliveryRow>(kernel, 'SELECT * FROM alerts_deliveries ORDER BY id').flatMap(({ notice_json }) => {
    const { thread } = JSON.parse(notice_json) as OutgoingNotice
    return thread ? [thread] : []
  })
  const waiting = new Set(
    rowsOf<AudienceRow>(kernel, 'SELECT * FROM alerts_alert_group_audiences WHERE due_at IS NOT NULL').map(
      ({ alert_group_id }) => alert_group_id,
    ),
  )
  for (const { id, closed_at } of rowsOf<AlertGroupRow>(kernel, 'SELECT * FROM alerts_alert_groups')) {
    const kinds = sent.filter((thread) => thread.id === id).map(({ kind }) => kind)
    const own = members.filter(({ alert_group_id }) => alert_group_id === id)
    expect(own.some(({ resolved_at }) => resolved_at === null)).toBe(closed_at === null)
    expect(kinds.filter((kind) => kind === 'opening').length).toBeLessThanOrEqual(1)
    if (kinds.length > 0 && kinds[0] !== 'end') expect(kinds[0]).toBe('opening')
    if (waiting.has(id)) continue
    const wasRecovered = own.some(({ recovered }) => recovered === 1)
    expect(kinds.filter((kind) => kind === 'end').length).toBe(closed_at !== null && wasRecovered ? 1 : 0)
  }
}

const deliveriesOf = (kernel: TestKernel, channelId: string) =>
  rowsOf<DeliveryRow>(kernel, 'SELECT * FROM alerts_deliveries ORDER BY id').filter(
    ({ channel_id }) => channel_id === channelId,
  )
const idsOf = (rows: readonly DeliveryRow[]): string[] => rows.map(({ notice_json }) => JSON.parse(notice_json).id)

/** Sent deliveries have arrived in order; queued ones may have. */
function expectArrived(kernel: TestKernel) {
  for (const { id, name } of rowsOf<{ id: string; name: string }>(kernel, 'SELECT id, name FROM alerts_channels')) {
    const rows = deliveriesOf(kernel, id)
    const { ids, duplicates } = arrived[name] as (typeof arrived)['a']
    expect(rows.filter(({ state }) => state === 'failed')).toEqual([])
    const sent = idsOf(rows.filter(({ state }) => state === 'sent'))
    expect(ids.slice(0, sent.length)).toEqual(sent)
    // One may have been in flight when the program was killed.
    expect(ids.length - sent.length).toBeLessThanOrEqual(1)
    expect(duplicates).toBeLessThanOrEqual(kills)
  }
}

it(`state, history and deliveries stay consistent when killed ${kills} times`, { timeout: 90_000 }, async () => {
  console.log(`crash safety: SEED=${seed}`)
  let time = start
  for (let n = 0; n < kills; n += 1) {
    time = await runUntilKilled(n, time, below(150))
    // Nothing runs by itself here: only a test moves this clock.
    const kernel = await startKernel(dataDir, time)
    try {
      expectConsistent(kernel)
      expectGrouped(kernel)
      expectArrived(kernel)
    } finally {
      await kernel.close()
    }
  }

  const kernel = await startKernel(dataDir, time)
  try {
    const waiting = () => rowsOf<DeliveryRow>(kernel, "SELECT * FROM alerts_deliveries WHERE state = 'waiting'").length
    while (waiting() > 0) await runMinute(kernel)
    expectConsistent(kernel)
    expectGrouped(kernel)
    expectArrived(kernel)
    const all = rowsOf<DeliveryRow>(kernel, 'SELECT * FROM alerts_deliveries ORDER BY id')
    expect(new Set(idsOf(all))).toEqual(new Set(Object.values(arrived).flatMap(({ ids }) => ids)))
    expect(all.length).toBeGreaterThan(kills * 5)
  } finally {
    await kernel.close()
  }
})
