import { contribute, definePlugin } from '@svc/plugin-sdk'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeWorld, short, type World } from '../../test/alerts-world.ts'
import { silence, silencers } from '../contract.ts'

let world: World
let server: string
beforeEach(async () => {
  world = await makeWorld()
  server = await world.server('web-1')
})
afterEach(() => world.kernel.close())

const events = () => world.notices().map(({ event }) => event)
const history = async () => (await world.history()).map(short)
/** Passes with these values, and the gate as said. */
async function go(...steps: readonly (readonly [heat: number, held?: 'held'])[]) {
  for (const [heat, held] of steps) {
    world.facts.heat.set(server, heat)
    if (held) world.facts.silenced.add(server)
    else world.facts.silenced.clear()
    await world.pass()
  }
}

describe.each(['once', 'always'] as const)('a gate, in mode %s', (trigger_mode) => {
  it('keeps back what fires while it holds, and it is told afterwards when it still fires', async () => {
    const rule = await world.rule({ trigger_mode })
    await go([95, 'held'], [96, 'held'])
    expect(await world.states(rule.id)).toMatchObject([{ suppressed: true, last_notified_at: null, count: 2 }])
    expect(await world.events()).toMatchObject([{ status: 'firing', suppressed: true }])
    expect(events()).toEqual([])
    await go([97])
    expect(world.notices()).toMatchObject([
      { event: 'triggered', message: 'web-1: Heat at 97% (threshold 90%) [High heat]' },
    ])
    expect(await world.states(rule.id)).toMatchObject([
      { suppressed: false, last_notified_at: '2023-11-14T22:16:20Z', first_triggered_at: '2023-11-14T22:14:20Z' },
    ])
    expect(await history()).toEqual(['fired suppressed', 'reminded'])
  })

  it('is silent about what began and ended while it held', async () => {
    await world.rule({ trigger_mode })
    await go([95, 'held'], [10, 'held'], [10])
    expect(events()).toEqual([])
    expect(await history()).toEqual(['fired suppressed', 'resolved recovered'])
  })

  it('keeps back the end of what somebody was told of, and it is told afterwards, once', async () => {
    await world.rule({ trigger_mode })
    await go([95], [10, 'held'], [10, 'held'])
    expect(events()).toEqual(['triggered'])
    await go([10], [10])
    expect(world.notices().slice(1)).toMatchObject([
      {
        event: 'resolved',
        message: 'web-1 recovered after 1 min: Heat at 10% (threshold 90%) [High heat]',
      },
    ])
    expect(await history()).toEqual(['fired', 'resolved recovered suppressed'])
  })

  it('tells the end, once, of what fired again and ended again while it held', async () => {
    await world.rule({ trigger_mode })
    await go([95], [10, 'held'], [95, 'held'], [10, 'held'], [95, 'held'], [10, 'held'])
    expect(events()).toEqual(['triggered'])
    await go([10], [10])
    expect(events()).toEqual(['triggered', 'resolved'])
  })

  it('tells the end of what fired again while it held, also when it ends after the window', async () => {
    await world.rule({ trigger_mode })
    await go([95], [10, 'held'], [95, 'held'], [10], [10])
    expect(events()).toEqual(['triggered', 'resolved'])
  })

  it('forgets an end that was kept back when it fires anew', async () => {
    await world.rule({ trigger_mode })
    await go([95], [10, 'held'], [95, 'held'], [95], [10])
    expect(events()).toEqual(['triggered', 'triggered', 'resolved'])
  })
})

it('in mode always, reminders wait as well, and one comes right after', async () => {
  await world.rule()
  await go([95], ...Array.from({ length: 8 }, () => [95, 'held'] as const), [95], [95])
  expect(events()).toEqual(['triggered', 'triggered'])
  expect((await world.history()).map(({ at }) => at.slice(14, 16))).toEqual(['14', '23'])
})

it('the service says what the silencers say; a gate that fails holds nothing, which is logged when it begins', async () => {
  let isBroken = true
  const broken = definePlugin({
    id: 'broken',
    setup: () => ({
      contributes: contribute(silencers, {
        plugin: 'broken',
        silences: () => {
          if (isBroken) throw new Error('no calendar')
          return false
        },
      }),
    }),
  })
  const other = await makeWorld({ plugins: [broken] })
  try {
    const asked = other.kernel.service(silence)
    other.facts.silenced.add('a')
    expect(['a', 'b', 'c'].map(asked.isSilenced)).toEqual([true, false, false])
    const complaints = () =>
      other.kernel.logs.filter((line) => (line as { silencer?: string }).silencer === 'broken').length
    expect(complaints()).toBe(1)
    isBroken = false
    asked.isSilenced('b')
    isBroken = true
    asked.isSilenced('b')
    expect(complaints()).toBe(2)
  } finally {
    await other.kernel.close()
  }
})
