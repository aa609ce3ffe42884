import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { hot, makeWorld, short } from '../../test/alerts-world.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'svc-alerts-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

it('a rule of a plugin that is not running reports a problem and does not fire until it runs again', async () => {
  const before = await makeWorld({ dataDir })
  const server = await before.server('web-1')
  const rule = await before.rule({ name: 'hot' })
  const events = [{ rule_type: 'bell' }, { rule_type: 'ip_changed' }]
  const rung = await before.rule({ name: 'rung', rules: events })
  before.facts.heat.set(server, 95)
  await before.pass()
  before.ring(server)
  expect((await before.events()).map(({ status }) => status)).toEqual(['firing', 'firing'])
  const now = before.kernel.clock.now()
  await before.kernel.close()

  const without = await makeWorld({ dataDir, bare: true, now })
  const ruled = await without.request<object[]>('GET', '/api/alert-rules')
  expect(ruled).toMatchObject([
    { id: rule.id, problems: ['heat'], enabled: true },
    { id: rung.id, problems: ['bell'] },
  ])
  await without.pass()
  without.ring(server)
  expect((await without.events()).map(({ status }) => status)).toEqual(['resolved', 'resolved'])
  expect((await without.history()).map(short)).toEqual([
    ...['fired', 'fired', 'resolved rule_disabled', 'resolved rule_disabled'],
  ])
  // it can be edited as it is, but not get more of what nobody knows
  expect(await without.change(rule.id, { name: 'warm', rules: [hot] })).toMatchObject({ name: 'warm', rules: [hot] })
  expect(await without.change(rung.id, { name: 'rung', rules: events, trigger_mode: 'once' })).toMatchObject({
    trigger_mode: 'once',
    rules: events,
  })
  const other = await without.call('PUT', `/api/alert-rules/${rule.id}`, { rules: [{ ...hot, min: 80 }] })
  expect([other.status, other.error.details[0].field]).toEqual([422, 'rules.0.rule_type'])
  await without.kernel.close()

  const again = await makeWorld({ dataDir, now: now + 60_000 })
  again.facts.heat.set(server, 95)
  await again.pass()
  expect((await again.events()).map(({ rule_name, status }) => [rule_name, status])).toEqual([
    ['warm', 'firing'],
    ['rung', 'resolved'],
  ])
  await again.kernel.close()
})
