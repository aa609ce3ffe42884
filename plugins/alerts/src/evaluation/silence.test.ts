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
/** Runs a pass for each value. */
async function go(...steps: readonly (readonly [heat: number, silenced?: 'silenced'])[]) {
  for (const [heat, silenced] of steps) {
    world.facts.heat.set(server, heat)
    if (silenced) world.facts.silenced.add(server)
    else world.facts.silenced.clear()
    await world.pass()
  }
}

describe.each(['once', 'always'] as const)('while silenced, in mode %s', (trigger_mode) => {
  it('an alert is recorded, and sent later if still firing', async () => {
    const rule = await world.rule({ trigger_mode })
    await go([95, 'silenced'], [96, 'silenced'])
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
    expect(await history()).toEqual(['fired suppressed'])
  })

  it('an alert that fires and recovers is never sent', async () => {
    await world.rule({ trigger_mode })
    await go([95, 'silenced'], [10, 'silenced'], [10])
    expect(events()).toEqual([])
    expect(await history()).toEqual(['fired suppressed', 'resolved recovered'])
  })

  it('the recovery of a sent alert is sent later, once', async () => {
    await world.rule({ trigger_mode })
    await go([95], [10, 'silenced'], [10, 'silenced'])
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

  it('flapping of a sent alert is reported as one recovery later', async () => {
    await world.rule({ trigger_mode })
    await go([95], [10, 'silenced'], [95, 'silenced'], [10, 'silenced'], [95, 'silenced'], [10, 'silenced'])
    expect(events()).toEqual(['triggered'])
    await go([10], [10])
    expect(events()).toEqual(['triggered', 'resolved'])
  })

  it('an alert that fires again and recovers after the silence is reported as recovered', async () => {
    await world.rule({ trigger_mode })
    await go([95], [10, 'silenced'], [95, 'silenced'], [10], [10])
    expect(events()).toEqual(['triggered', 'resolved'])
  })

  it('a pending recovery is dropped when the alert fires again', async () => {
    await world.rule({ trigger_mode })
    await go([95], [10, 'silenced'], [95, 'silenced'], [95], [10])
    expect(events()).toEqual(['triggered', 'triggered', 'resolved'])
  })
})

it('the record of a silenced alert names what silenced it', async () => {
  const rule = await world.rule({ trigger_mode: 'once' })
  world.facts.silencer = 'Kernel upgrade'
  await go([95, 'silenced'])
  const silenced = { suppressed: true, silenced_by: 'Kernel upgrade' }
  expect(await world.events()).toMatchObject([silenced])
  expect(await world.states(rule.id)).toMatchObject([silenced])
  expect(await world.history()).toMatchObject([{ change: 'fired', ...silenced }])
  await go([95], [10, 'silenced'])
  expect(await world.history()).toMatchObject([
    { change: 'fired', ...silenced },
    { change: 'resolved', ...silenced },
  ])
  expect(await world.events()).toMatchObject([{ status: 'resolved', suppressed: false, silenced_by: null }])
  expect(events()).toEqual(['triggered'])
})

it('in mode always, a reminder is sent right after the silence', async () => {
  await world.rule()
  await go([95], ...Array.from({ length: 8 }, () => [95, 'silenced'] as const), [95], [95])
  expect(events()).toEqual(['triggered', 'triggered'])
  expect((await world.history()).map(({ at }) => at.slice(14, 16))).toEqual(['14'])
})

it('a failing silencer is ignored and logged once', async () => {
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
    const service = other.kernel.service(silence)
    other.facts.silenced.add('a')
    expect(['a', 'b', 'c'].map(service.isSilenced)).toEqual([true, false, false])
    const errorCount = () =>
      other.kernel.logs.filter((line) => (line as { silencer?: string }).silencer === 'broken').length
    expect(errorCount()).toBe(1)
    isBroken = false
    service.isSilenced('b')
    isBroken = true
    service.isSilenced('b')
    expect(errorCount()).toBe(2)
  } finally {
    await other.kernel.close()
  }
})
