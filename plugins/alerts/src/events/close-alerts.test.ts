import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bell, hot, makeWorld, short, type World } from '../../test/alerts-world.ts'

let world: World
let a: string
let b: string
beforeEach(async () => {
  world = await makeWorld()
  ;[a, b] = [await world.server('a'), await world.server('b')]
  world.facts.heat.set(a, 95).set(b, 96)
})
afterEach(() => world.kernel.close())

const firing = async () =>
  (await world.events())
    .filter(({ status }) => status === 'firing')
    .map(({ server_name }) => server_name)
    .sort()
const endings = async () =>
  (await world.history())
    .filter(({ change }) => change === 'resolved')
    .map((change) => `${change.server_name}: ${short(change)}`)
    .sort()
const noticeCount = () => world.notices().length

describe('alerts are closed without a notification', () => {
  it.each<[string, () => object, string[], string[]]>([
    ['disabled', () => ({ enabled: false }), [], ['a: resolved rule_disabled', 'b: resolved rule_disabled']],
    [
      'other conditions',
      () => ({ rules: [{ ...hot, min: 91 }] }),
      [],
      ['a: resolved rule_changed', 'b: resolved rule_changed'],
    ],
    [
      'limited to some servers',
      () => ({ cover_type: 'include', server_ids: [b] }),
      ['b'],
      ['a: resolved rule_changed'],
    ],
    ['with excluded servers', () => ({ cover_type: 'exclude', server_ids: [b] }), ['a'], ['b: resolved rule_changed']],
    ['renamed', () => ({ name: 'other' }), ['a', 'b'], []],
    ['another mode', () => ({ trigger_mode: 'once' }), ['a', 'b'], []],
    ['without a group', () => ({ notification_group_id: null }), ['a', 'b'], []],
    ['an equivalent list', () => ({ cover_type: 'include', server_ids: [a, b] }), ['a', 'b'], []],
  ])('%s', async (_, edit, remain, ended) => {
    const rule = await world.rule()
    await world.pass()
    const before = noticeCount()
    await world.change(rule.id, edit())
    expect(await firing()).toEqual(remain)
    expect(await endings()).toEqual(ended)
    await world.pass()
    const edited = await world.request<{ enabled: boolean }>('GET', `/api/alert-rules/${rule.id}`)
    expect(noticeCount() - before).toBe(edited.enabled && ended.length === 2 ? 2 : 0)
  })

  it('when the rule is deleted; the history is kept', async () => {
    const rule = await world.rule()
    await world.pass()
    await world.request('DELETE', `/api/alert-rules/${rule.id}`)
    expect([await world.events(), await world.states(rule.id)]).toEqual([[], []])
    expect(await endings()).toEqual(['a: resolved rule_deleted', 'b: resolved rule_deleted'])
    expect((await world.history()).every(({ rule_name }) => rule_name === 'High heat')).toBe(true)
    expect(noticeCount()).toBe(2)
  })

  it('when the server is deleted', async () => {
    await world.rule()
    await world.pass()
    await world.request('DELETE', `/api/servers/${a}`)
    expect(await firing()).toEqual(['b'])
    expect((await world.events()).map(({ server_id }) => server_id)).toEqual([b])
    expect(await endings()).toEqual(['a: resolved server_deleted'])
    expect(noticeCount()).toBe(2)
  })

  it('when an event rule no longer covers the server', async () => {
    const rule = await world.rule({ rules: [bell] })
    world.ring(a)
    await world.change(rule.id, { cover_type: 'include', server_ids: [b] })
    expect(await endings()).toEqual(['a: resolved rule_changed'])
  })

  it('even if a recovery was still to be sent', async () => {
    const rule = await world.rule({ cover_type: 'include', server_ids: [a] })
    await world.pass()
    world.facts.silenced.add(a)
    world.facts.heat.set(a, 1)
    await world.pass()
    await world.change(rule.id, { cover_type: 'include', server_ids: [b] })
    world.facts.silenced.clear()
    world.facts.heat.set(b, 1)
    await world.pass()
    expect(world.notices().map(({ event }) => event)).toEqual(['triggered'])
  })
})

describe('a deleted server is removed from rules', () => {
  const read = (id: string) =>
    world.request<{ cover_type: string; server_ids: string[] }>('GET', `/api/alert-rules/${id}`)

  it('an empty include list covers nothing and may be saved', async () => {
    const rule = await world.rule({ cover_type: 'include', server_ids: [a] })
    await world.request('DELETE', `/api/servers/${a}`)
    expect(await read(rule.id)).toMatchObject({ cover_type: 'include', server_ids: [], server_ids_json: null })
    await world.pass()
    expect(await firing()).toEqual([])
    expect(world.facts.evaluations).toEqual([])
    const edited = await world.change(rule.id, { name: 'n', cover_type: 'include', server_ids: [] })
    expect(edited).toMatchObject({ name: 'n', cover_type: 'include', server_ids: [] })
  })

  it('an empty exclude list covers all servers', async () => {
    const rule = await world.rule({ cover_type: 'exclude', server_ids: [a] })
    await world.request('DELETE', `/api/servers/${a}`)
    await world.pass()
    expect([(await read(rule.id)).server_ids, await firing()]).toEqual([[], ['b']])
  })
})

describe('changes during the evaluation', () => {
  const during = async (act: () => Promise<unknown>) => {
    let go = () => {}
    const reached = new Promise<void>((resolve) => {
      world.facts.before = () => {
        resolve()
        return new Promise<void>((resolve) => {
          go = resolve
        })
      }
    })
    const pass = world.kernel.runJob('AlertEvaluator')
    await reached
    await act()
    world.facts.before = () => {}
    go()
    await pass
  }

  it('an edited rule is skipped until the next pass', async () => {
    const rule = await world.rule()
    await during(() => world.change(rule.id, { rules: [{ ...hot, min: 99 }] }))
    expect(await firing()).toEqual([])
  })

  it('a renamed rule is not skipped', async () => {
    const rule = await world.rule()
    await during(() => world.change(rule.id, { name: 'new' }))
    expect((await world.events()).map(({ rule_name }) => rule_name)).toEqual(['new', 'new'])
  })

  it('deleted rules and servers do not reappear', async () => {
    await world.rule()
    const deleted = await world.rule({ name: 'deleted' })
    await during(async () => {
      await world.request('DELETE', `/api/servers/${a}`)
      await world.request('DELETE', `/api/alert-rules/${deleted.id}`)
    })
    expect((await world.events()).map((event) => [event.rule_name, event.server_name])).toEqual([['High heat', 'b']])
    expect(world.notices()).toHaveLength(1)
  })

  it('a new signal is not closed immediately', async () => {
    await world.rule()
    const rung = await world.rule({ name: 'rung', rules: [bell] })
    await during(async () => {
      world.kernel.clock.set(world.kernel.clock.now() + 5000)
      world.ring(a)
    })
    expect(await world.states(rung.id)).toMatchObject([{ resolved: false }])
  })
})
