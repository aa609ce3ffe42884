import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { bell, hot, makeWorld, short, type World } from '../../test/alerts-world.ts'

let dataDir: string
let world: World
let server: string
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'svc-alerts-'))
  world = await makeWorld({ dataDir })
  server = await world.server('web-1')
})
afterEach(async () => {
  await world.kernel.close()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Makes writes fail, as on a full disk. */
const breakWrites = (what: string) =>
  world.kernel.database.exec(
    `CREATE TEMP TRIGGER broken BEFORE ${what} BEGIN SELECT RAISE(ABORT, 'the disk is full'); END`,
  )
/** Restarts the program, which also drops the temporary trigger. */
async function restart() {
  const now = world.kernel.clock.now()
  await world.kernel.close()
  world = await makeWorld({ dataDir, now, facts: world.facts })
}
const firing = async () => (await world.events()).filter(({ status }) => status === 'firing').length
const history = async () => (await world.history()).map(short)
const sentEvents = () => world.notices().map(({ event }) => event)

const tables = ['alerts_states', 'alerts_changes', 'alerts_deliveries']

it.each(tables)('a firing alert is written completely or not at all, and sent once: %s', async (table) => {
  await world.rule({ trigger_mode: 'once' })
  breakWrites(`INSERT ON ${table}`)
  world.facts.heat.set(server, 95)
  await world.pass()
  expect([await firing(), await history(), sentEvents()]).toEqual([0, [], []])
  await restart()
  await world.pass()
  await world.pass()
  expect([await firing(), await history(), sentEvents()]).toEqual([1, ['fired'], ['triggered']])
})

it.each(tables)('a recovery is written completely or not at all: %s', async (table) => {
  await world.rule({ trigger_mode: 'once' })
  world.facts.heat.set(server, 95)
  await world.pass()
  breakWrites(table === 'alerts_states' ? 'UPDATE ON alerts_states' : `INSERT ON ${table}`)
  world.facts.heat.set(server, 1)
  await world.pass()
  expect([await firing(), await history(), sentEvents()]).toEqual([1, ['fired'], ['triggered']])
  await restart()
  await world.pass()
  await world.pass()
  expect([await firing(), await history(), sentEvents()]).toEqual([
    ...[0, ['fired', 'resolved recovered'], ['triggered', 'resolved']],
  ])
})

it('a rule that cannot be written does not affect others', async () => {
  const first = await world.rule()
  await world.rule({ name: 'Second' })
  breakWrites(`INSERT ON alerts_states WHEN NEW.rule_id = '${first.id}'`)
  world.facts.heat.set(server, 95)
  await world.pass()
  expect((await world.events()).map(({ rule_name }) => rule_name)).toEqual(['Second'])
})

it('a restart neither repeats notifications nor shifts reminders', async () => {
  await world.rule()
  world.facts.heat.set(server, 95)
  for (let minute = 0; minute < 6; minute++) {
    await world.pass()
    await restart()
  }
  expect(await history()).toEqual(['fired'])
  expect(sentEvents()).toEqual(['triggered', 'triggered'])
})

it.each<[string, (rule: string) => Promise<{ status: number }>]>([
  ['updating a rule', (id) => world.call('PUT', `/api/alert-rules/${id}`, { rules: [{ ...hot, min: 1 }] })],
  ['disabling a rule', (id) => world.call('PUT', `/api/alert-rules/${id}`, { enabled: false })],
  ['deleting a rule', (id) => world.call('DELETE', `/api/alert-rules/${id}`)],
  ['deleting a server', () => world.call('DELETE', `/api/servers/${server}`)],
])('a change is rolled back when its history cannot be written: %s', async (_, act) => {
  const rule = await world.rule()
  await world.rule({ name: 'rung', rules: [bell], cover_type: 'include', server_ids: [server] })
  world.facts.heat.set(server, 95)
  await world.pass()
  world.ring(server)
  const everything = () =>
    ['rules', 'rule_servers', 'states', 'changes', 'deliveries'].map((table) =>
      world.kernel.database.prepare(`SELECT * FROM alerts_${table}`).all(),
    )
  const before = everything()
  breakWrites('INSERT ON alerts_changes')
  expect((await act(rule.id)).status).toBe(500)
  expect(everything()).toEqual(before)
  await restart()
  expect(everything()).toEqual(before)
  expect((await act(rule.id)).status).toBe(200)
})
