import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hot, makeWorld, short, type World } from '../../test/alerts-world.ts'

let world: World
let server: string
let dataDir: string
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'svc-alerts-'))
  world = await makeWorld({ dataDir })
  server = await world.server('web-1')
})
afterEach(async () => {
  await world.kernel.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const events = () => world.notices().map(({ event }) => event)
const history = async () => (await world.history()).map(short)
/** Runs a pass for each value; undefined: no data. */
async function go(...values: (number | undefined)[]) {
  for (const value of values) {
    if (value === undefined) world.facts.heat.delete(server)
    else world.facts.heat.set(server, value)
    await world.pass()
  }
}

describe('a rule with a pending period', () => {
  it('fires when its conditions have held for so long', async () => {
    await world.rule({ for_minutes: 3 })
    await go(95, 95, 95)
    expect(await history()).toEqual([])
    await go(95)
    expect(await history()).toEqual(['fired'])
    await go(10)
    expect(events()).toEqual(['triggered', 'resolved'])
  })

  it('starts over when they do not hold in between, or there is no data', async () => {
    await world.rule({ for_minutes: 3 })
    await go(95, 95, 95, 10, 95, 95, 95, undefined, 95, 95, 95)
    expect(await history()).toEqual([])
    await go(95)
    expect(await history()).toEqual(['fired'])
  })

  it('remembers since when over a restart, and starts over when its conditions change', async () => {
    const rule = await world.rule({ for_minutes: 3 })
    await go(95, 95)
    const now = world.kernel.clock.now()
    await world.kernel.close()
    world = await makeWorld({ dataDir, now, facts: world.facts })
    await go(95, 95)
    expect(await history()).toEqual(['fired'])
    await world.change(rule.id, { rules: [{ ...hot, min: 80 }] })
    await go(95, 95, 95)
    expect(await history()).toEqual(['fired', 'resolved rule_changed'])
  })
})

describe('without data', () => {
  it('an alert stays, says so, sends no reminder and no all-clear, and goes on when there is data again', async () => {
    const rule = await world.rule()
    await go(95)
    for (let minute = 0; minute < 20; minute++) await go(undefined)
    expect(await world.events()).toMatchObject([
      { status: 'firing', no_data_since: '2023-11-14T22:15:20Z', value: 'Heat at 95% (threshold 90%)' },
    ])
    expect(events()).toEqual(['triggered'])
    const [, entry] = await world.history()
    expect([entry?.change, entry?.message]).toEqual([
      'no_data',
      'web-1: no data, last known Heat: no data (threshold 90%)',
    ])
    await go(96)
    expect(await world.states(rule.id)).toMatchObject([{ no_data_since: null, resolved: false }])
    await go(undefined, 10)
    expect(events()).toEqual(['triggered', 'triggered', 'resolved'])
    expect(await history()).toEqual(['fired', 'no_data', 'no_data', 'resolved recovered'])
  })

  it('one of several conditions that is known not to hold ends it', async () => {
    await world.rule({ rules: [hot, { rule_type: 'traffic', cycle_limit: 1000 }] })
    world.facts.traffic.set(server, 5000)
    await go(95)
    world.facts.traffic.set(server, 5)
    await go(undefined)
    expect(await history()).toEqual(['fired', 'resolved recovered'])
  })

  it('for a day, an alert is closed, and no one is notified', async () => {
    await world.rule()
    await go(95, undefined)
    world.facts.heat.delete(server)
    await world.pass(86_400)
    expect(await history()).toEqual(['fired', 'no_data', 'resolved no_data'])
    expect(events()).toEqual(['triggered'])
  })
})

it('the alert has the newest value', async () => {
  await world.rule()
  await go(95, 97)
  expect(await world.events()).toMatchObject([{ value: 'Heat at 97% (threshold 90%)' }])
})

describe('a rule for groups and tags', () => {
  it('covers servers that join, and ends on those that leave', async () => {
    const { id: group_id } = await world.request<{ id: string }>('POST', '/api/server-groups', { name: 'Edge' })
    const tagged = await world.server('tagged')
    await world.request('PUT', `/api/servers/${tagged}/tags`, { tags: ['db'] })
    const rule = await world.rule({ cover_type: 'include', group_ids: [group_id], tags: ['db'] })
    expect(rule).toMatchObject({ group_ids: [group_id], tags: ['db'], server_ids: [] })
    world.facts.heat.set(tagged, 95)
    await go(95)
    expect((await world.events()).map(({ server_name }) => server_name)).toEqual(['tagged'])
    await world.request('PUT', `/api/servers/${server}`, { group_id })
    await world.request('PUT', `/api/servers/${tagged}/tags`, { tags: [] })
    await go(95)
    expect((await world.events()).map(({ server_name, status }) => [server_name, status])).toEqual([
      ['web-1', 'firing'],
      ['tagged', 'resolved'],
    ])
    expect(await history()).toEqual(expect.arrayContaining(['resolved not_covered']))
    expect(events()).toEqual(['triggered', 'triggered'])
  })

  it('lists at least one server, group or tag', async () => {
    const input = { name: 'r', rules: [hot], cover_type: 'exclude' }
    expect((await world.call('POST', '/api/alert-rules', input)).status).toBe(422)
    expect((await world.call('POST', '/api/alert-rules', { ...input, tags: ['db'] })).status).toBe(200)
  })
})
