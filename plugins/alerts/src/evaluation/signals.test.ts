import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bell, makeWorld, short, type World } from '../../test/alerts-world.ts'

let world: World
let server: string
beforeEach(async () => {
  world = await makeWorld()
  server = await world.server('web-1')
})
afterEach(() => world.kernel.close())

const messages = () => world.notices().map(({ event, message }) => `${event}: ${message}`)
const history = async () => (await world.history()).map(short)
const fires = (text: string) => `triggered: web-1: ${text} [Rung]`

describe('event rules', () => {
  it('fire immediately and close after ten minutes without a signal', async () => {
    const rule = await world.rule({ name: 'Rung', rules: [bell], trigger_mode: 'once' })
    world.ring(server, 'ding')
    expect(messages()).toEqual([fires('ding')])
    await world.pass(300)
    world.ring(server, 'dong')
    await world.pass(599)
    expect(await world.states(rule.id)).toMatchObject([{ count: 2, resolved: false }])
    await world.pass(1)
    expect(await world.states(rule.id)).toMatchObject([{ resolved: true }])
    world.ring(server, 'again')
    expect(messages()).toEqual([fires('ding'), fires('again')])
    expect(await history()).toEqual(['fired', 'resolved quiet', 'fired'])
    const quiet = (await world.history())[1]
    expect(quiet?.message).toBe('web-1: alert closed after 15 min, no further events')
  })

  it('in mode always, send at most every five minutes, with the latest signal', async () => {
    await world.rule({ name: 'Rung', rules: [bell] })
    world.ring(server, 'one')
    world.ring(server, 'two')
    world.ring(server, 'three')
    for (let minute = 0; minute < 4; minute++) await world.pass()
    expect(messages()).toEqual([fires('one')])
    await world.pass()
    await world.pass()
    expect(messages()).toEqual([fires('one'), fires('three')])
    expect(await history()).toEqual(['fired'])
  })

  it('send no reminder without a new signal', async () => {
    await world.rule({ name: 'Rung', rules: [bell] })
    world.ring(server)
    for (let minute = 0; minute < 20; minute++) await world.pass()
    expect(messages()).toHaveLength(1)
    expect(await history()).toEqual(['fired', 'resolved quiet'])
  })

  it('while silenced, send nothing until later, and only if still firing', async () => {
    await world.rule({ name: 'Rung', rules: [bell], trigger_mode: 'once' })
    world.facts.silenced.add(server)
    world.ring(server, 'ding')
    await world.pass()
    expect(messages()).toEqual([])
    world.facts.silenced.clear()
    await world.pass()
    expect(messages()).toEqual([fires('ding')])
    await world.pass(600)
    world.facts.silenced.add(server)
    world.ring(server, 'dong')
    await world.pass(600)
    world.facts.silenced.clear()
    await world.pass()
    expect(messages()).toHaveLength(1)
    expect(await history()).toEqual([...['fired suppressed', 'resolved quiet', 'fired suppressed', 'resolved quiet']])
  })

  it.each([
    ['a second, keep firing', -1, 'firing'],
    ['a day, close', -86_400, 'resolved'],
  ])('when the clock is set back by %s', async (_, seconds, status) => {
    await world.rule({ name: 'Rung', rules: [bell] })
    world.ring(server)
    await world.pass(seconds)
    expect(await world.events()).toMatchObject([{ status }])
  })

  it.each<[string, (ids: string[]) => object, string[]]>([
    ['include', ([a = '']) => ({ cover_type: 'include', server_ids: [a] }), ['web-1']],
    ['exclude', ([a = '']) => ({ cover_type: 'exclude', server_ids: [a] }), ['db-1']],
    ['all', () => ({}), ['db-1', 'web-1']],
    ['disabled', () => ({ enabled: false }), []],
  ])('apply to covered servers: %s', async (_, cover, expected) => {
    const other = await world.server('db-1')
    await world.rule({ name: 'Rung', rules: [bell], ...cover([server, other]) })
    world.ring(server)
    world.ring(other)
    expect((await world.events()).map(({ server_name }) => server_name).sort()).toEqual(expected)
  })

  it('fire on any of their events', async () => {
    const rule = await world.rule({ rules: [{ rule_type: 'ip_changed' }, bell] })
    world.ring(server)
    expect(await world.states(rule.id)).toHaveLength(1)
  })

  it('ignore signals of deleted servers and of other types', async () => {
    await world.rule({ name: 'Rung', rules: [{ rule_type: 'ip_changed' }] })
    world.ring('unknown')
    world.ring(server)
    expect(await world.events()).toEqual([])
  })

  it('log a signal that cannot be written', async () => {
    await world.rule({ name: 'Rung', rules: [bell] })
    world.kernel.database.exec(
      "CREATE TEMP TRIGGER full BEFORE INSERT ON alerts_changes BEGIN SELECT RAISE(ABORT, 'the disk is full'); END",
    )
    world.ring(server)
    expect([await world.events(), messages()]).toEqual([[], []])
    expect(world.kernel.logs).toContainEqual(expect.objectContaining({ msg: 'failed to record alert signal bell' }))
  })
})
