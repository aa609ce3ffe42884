import { expect, it, vi } from 'vitest'
import { makeWorld } from '../../test/alerts-world.ts'

// The maintenance worker compiles its sources first.
vi.setConfig({ testTimeout: 60_000 })

it('deletes old history and resolved alerts, but never firing ones', async () => {
  const world = await makeWorld({ config: { retention: { alert_events_days: 10 } } })
  try {
    const [a, b] = [await world.server('a'), await world.server('b')]
    await world.rule({ trigger_mode: 'once', notification_group_id: null })
    world.facts.heat.set(a, 95).set(b, 95)
    await world.pass()
    world.facts.heat.set(b, 1)
    await world.pass()
    world.kernel.clock.set(world.kernel.clock.now() + 11 * 86_400_000)
    await world.kernel.runJob('Cleanup')
    expect((await world.events()).map(({ server_name, status }) => [server_name, status])).toEqual([['a', 'firing']])
    expect(await world.history()).toEqual([])
  } finally {
    await world.kernel.close()
  }
})
