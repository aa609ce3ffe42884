import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer, type Server } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeWorld, type World } from '../../test/alerts-world.ts'

let canary: Server
let target: string
beforeEach(async () => {
  canary = createServer((socket) => socket.end()).listen(0, '127.0.0.1')
  await once(canary, 'listening')
  target = `127.0.0.1:${(canary.address() as AddressInfo).port}`
})
const stopCanary = () => new Promise((resolve) => canary.close(resolve))
afterEach(() => stopCanary())

let world: World | undefined
afterEach(() => world?.kernel.close())

/** The titles of what is sent when servers of different groups are lost at once. */
async function lose(count: number, canary_targets: readonly string[]): Promise<string[]> {
  world = await makeWorld({ config: { notifications: { canary_targets } } })
  const notification_group_id = await world.makeGroup({ wait_seconds: 20 })
  const rules = [{ rule_type: 'lost' }]
  await world.rule({ name: 'Offline', rules, trigger_mode: 'once', notification_group_id })
  for (let n = 1; n <= count; n += 1) world.facts.lost.add(await world.server(`web-${n}`))
  await world.pass()
  world.kernel.clock.set(world.kernel.clock.now() + 20_000)
  await world.kernel.runJob('AlertGrouper')
  return world.kernel.database.prepare('SELECT title FROM alerts_deliveries ORDER BY id').pluck().all() as string[]
}

describe('when all agents are lost at once', () => {
  it('and no canary target can be reached, one message says that this server lost its network', async () => {
    await stopCanary()
    expect(await lose(4, [target])).toEqual(['[svc] Triggered: this server lost its network - 4 alerts on 4 servers'])
    const text = world?.kernel.database.prepare("SELECT notice_json ->> '$.text' FROM alerts_deliveries").pluck().get()
    expect(text).toMatch(/^Most agents were lost at once, and no canary target can be reached\./)
    world?.facts.lost.clear()
    await world?.pass()
    await world?.kernel.runJob('AlertGrouper')
    const titles = world?.kernel.database.prepare('SELECT title FROM alerts_deliveries').pluck().all()
    expect(titles?.[1]).toBe('[svc] Resolved: this server lost its network - 4 alerts on 4 servers')
    expect(titles).toHaveLength(2)
  })

  it('and a canary target can be reached, it is not its own network', async () => {
    const unreachable = '127.0.0.1:1'
    expect(await lose(4, [unreachable, target])).toHaveLength(4)
  })

  it('and there are no canary targets, it is not its own network', async () => {
    expect(await lose(4, [])).toHaveLength(4)
  })

  it('but they are only two, it is not its own network', async () => {
    await stopCanary()
    expect(await lose(2, [target])).toHaveLength(2)
  })
})

it('a canary target is a host and a port', async () => {
  const start = async (value: string) => {
    const one = await makeWorld({ config: { notifications: { canary_targets: [value] } } })
    await one.kernel.close()
  }
  for (const valid of ['1.1.1.1:443', 'example.com:80', '[2606:4700::1111]:443']) await start(valid)
  for (const invalid of ['1.1.1.1', 'https://example.com:80', 'example.com:', '']) {
    await expect(start(invalid)).rejects.toThrow('canary_targets')
  }
})
