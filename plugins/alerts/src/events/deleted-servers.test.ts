import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { makeWorld, short, type World } from '../../test/alerts-world.ts'

let dataDir: string
let world: World
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'svc-alerts-'))
})
afterEach(async () => {
  await world.kernel.close()
  rmSync(dataDir, { recursive: true, force: true })
})

it('cleans up servers deleted while the plugin was off, and hides their history from members', async () => {
  world = await makeWorld({ dataDir })
  const deleted = await world.server('deleted', { hidden: true })
  const stays = await world.server('stays')
  world.facts.heat.set(deleted, 95).set(stays, 95)
  const rule = await world.rule({ cover_type: 'include', server_ids: [deleted, stays] })
  await world.pass()
  expect(await world.events()).toHaveLength(2)
  const now = world.kernel.clock.now() + 60_000
  await world.kernel.close()

  world = await makeWorld({ dataDir, now, tolerant: true, config: { plugins: { disabled: ['alerts'] } } })
  await world.request('DELETE', `/api/servers/${deleted}`)
  await world.kernel.close()

  world = await makeWorld({ dataDir, now })
  expect((await world.events()).map(({ server_name }) => server_name)).toEqual(['stays'])
  expect((await world.request<{ server_ids: string[] }>('GET', `/api/alert-rules/${rule.id}`)).server_ids).toEqual([
    stays,
  ])
  const history = (await world.history()).filter(({ server_id }) => server_id === deleted)
  expect(history.map((change) => [change.server_name, short(change)])).toEqual([
    ['deleted', 'fired'],
    ['deleted', 'resolved server_deleted'],
  ])
  const seen = await world.call('GET', `/api/alert-history?server_id=${deleted}`, undefined, 'member')
  expect(seen.data.items).toEqual([])
  for (const table of ['alerts_states', 'alerts_rule_servers', 'alerts_absences']) {
    const remaining = world.kernel.database.prepare(`SELECT count(*) FROM ${table} WHERE server_id = ?`).pluck()
    expect([table, remaining.get(deleted)]).toEqual([table, 0])
  }
})
