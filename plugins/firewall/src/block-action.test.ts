import alerts from '@svc/plugin-alerts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { attack, makeWorld, noonSeconds, type World } from '../test/world.ts'

let world: World
beforeEach(async () => {
  world = await makeWorld({
    plugins: [alerts],
    config: { alerts: { default_rules: false }, firewall: { allow_list: ['203.0.113.128/25'] } },
  })
})
afterEach(() => world.kernel.close())

const action = (options: object = {}) => ({ type: 'block_source_ip', ...options })
const rule = (options: object = {}, rule_type = 'ssh_brute_force_detected') =>
  world.call('POST', '/api/alert-rules', { name: 'Door', rules: [{ rule_type }], actions: [action(options)] })

const blocks = async () => (await world.call('GET', '/api/firewall/blocks')).items
const skipped = () => world.audited('firewall_auto_block_skipped_conflict')

describe('the action block_source_ip', () => {
  it('blocks the source of an attack until it expires, names the rule, and reaches the agents', async () => {
    const { id } = await rule({ expires_in: 3600, comment: '{rule_name}: {event_type}, {severity} {other}' })
    const web = await world.server('web')
    await web.agent.next('blocklist_sync')
    web.agent.send(attack('203.0.113.9'))
    const { entry } = await web.agent.next('blocklist_add')
    expect(entry).toMatchObject({ target: '203.0.113.9/32', expires_at: noonSeconds + 3600 })
    expect(await blocks()).toMatchObject([
      {
        target: '203.0.113.9',
        origin: 'auto',
        origin_rule_id: id,
        origin_event_id: '1',
        comment: 'Door: ssh_brute_force, high {other}',
        expires_at: '2026-05-01T13:00:00Z',
      },
    ])
    expect(world.audited('firewall_block_created')).toMatchObject([
      { target: '203.0.113.9', origin: 'auto', rule_id: id, rule: 'Door', server_id: web.id, event_id: '1' },
    ])
    web.agent.send(attack('203.0.113.9'))
    await web.agent.settle()
    expect(await blocks()).toHaveLength(1)
    expect(skipped()).toEqual([])
  })

  it('is undone by removing the block, also while the attack goes on', async () => {
    await rule()
    const web = await world.server('web')
    web.agent.send(attack('203.0.113.9'))
    await web.agent.settle()
    const [{ id }] = await blocks()
    await world.call('DELETE', `/api/firewall/blocks/${id}`)
    for (let hour = 0; hour < 3; hour++) {
      world.kernel.clock.set(world.kernel.clock.now() + 20 * 3_600_000)
      web.agent.send(attack('203.0.113.9'))
      await web.agent.settle()
    }
    expect(await blocks()).toEqual([])
    expect(skipped()).toContainEqual(
      expect.objectContaining({ target: '203.0.113.9', reason: 'removed', rule: 'Door' }),
    )
  })

  it.each([
    ['a private address', '10.1.2.3', 'firewall.PROTECTED_RANGE'],
    ['this computer', '127.0.0.1', 'firewall.PROTECTED_RANGE'],
    ['this computer in other words', '::ffff:127.0.0.1', 'firewall.PROTECTED_RANGE'],
    ['an allowed address', '203.0.113.200', 'firewall.ALLOWED'],
    ['the address of a monitored server', '198.51.100.44', 'firewall.SERVER_ADDRESS'],
  ])('never blocks %s, which an attacker pretends to be', async (_, source, reason) => {
    await rule()
    const web = await world.server('web', { ipv4: '198.51.100.44' })
    web.agent.send(attack(source))
    web.agent.send(attack(source))
    await web.agent.settle()
    expect(await blocks()).toEqual([])
    expect(skipped()).toMatchObject([{ reason, rule: 'Door', server_id: web.id }])
  })

  it('never blocks who has signed in with a key', async () => {
    await rule()
    const web = await world.server('web')
    const login = { kind: 'ssh_login', auth_method: 'publickey' }
    web.agent.send({ ...attack('203.0.113.9'), event_type: 'ssh_login', username: 'ada', evidence: login })
    web.agent.send(attack('203.0.113.9'))
    await web.agent.settle()
    expect(await blocks()).toEqual([])
    expect(skipped()).toMatchObject([{ target: '203.0.113.9', reason: 'signed_in' }])
  })

  it.each([
    ['the list is full', 5000, 'manual'],
    ['alerts have filled their part of the list', 4000, 'auto'],
  ])('says that there are too many when %s', async (_, count, origin) => {
    await rule()
    const web = await world.server('web')
    world.kernel.database.exec(`
      WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count})
      INSERT INTO firewall_blocks (id, target, family, cover_type, origin, created_at)
      SELECT n, '2001:db8::' || n, 6, 'all', '${origin}', 0 FROM numbers`)
    web.agent.send(attack('203.0.113.9'))
    await web.agent.settle()
    expect(skipped()).toMatchObject([{ target: '203.0.113.9', reason: 'too_many', rule: 'Door' }])
  })

  it('respects the servers it is for, and a block that is for others', async () => {
    const [web, db] = [await world.server('web'), await world.server('db')]
    await rule({ cover_type: 'include', server_ids_json: JSON.stringify([web.id]) })
    web.agent.send(attack('203.0.113.9'))
    await web.agent.settle()
    expect(await blocks()).toMatchObject([{ cover_type: 'include', server_ids: [web.id] }])
    db.agent.send(attack('203.0.113.9'))
    await db.agent.settle()
    expect(skipped()).toMatchObject([{ reason: 'blocked_elsewhere', server_id: db.id }])
  })
})

describe('rules', () => {
  const refused = async (actions: object[], rule_type = 'ssh_brute_force_detected') => {
    const answer = await world.ask('POST', '/api/alert-rules', { name: 'x', rules: [{ rule_type }], actions })
    return [answer.statusCode, answer.json().error.details?.[0]?.field]
  }

  it.each<[string, object, string]>([
    ['an unknown member', { colour: 'red' }, 'colour'],
    ['an unknown coverage', { cover_type: 'some' }, 'cover_type'],
    ['no list', { cover_type: 'include' }, 'server_ids_json'],
    ['an empty list', { cover_type: 'include', server_ids_json: '[]' }, 'server_ids_json'],
    ['an unknown server', { cover_type: 'exclude', server_ids_json: '["x"]' }, 'server_ids_json'],
    ['a short time', { expires_in: 5 }, 'expires_in'],
    ['a long comment', { comment: 'x'.repeat(501) }, 'comment'],
  ])('refuse %s', async (_, options, field) => {
    expect(await refused([action(options)])).toEqual([422, `actions.0.${field}`])
  })

  it('have the action only where the source is an attacker', async () => {
    expect(await refused([action()], 'ssh_new_ip_login')).toEqual([422, 'actions.0.type'])
    expect(await refused([action()], 'offline')).toEqual([422, 'actions.0.type'])
    expect(await refused([action(), action()])).toEqual([422, 'actions'])
    const made = await rule()
    expect(made.actions).toEqual([action({ expires_in: 86_400, cover_type: 'all' })])
    expect(JSON.parse(made.actions_json)).toEqual(made.actions)
    const changed = { rules: [{ rule_type: 'ssh_new_ip_login' }] }
    expect((await world.ask('PUT', `/api/alert-rules/${made.id}`, changed)).statusCode).toBe(422)
    await world.call('PUT', `/api/alert-rules/${made.id}`, { ...changed, actions: [] })
    const offered = await world.call('GET', '/api/alert-actions')
    expect(offered).toMatchObject([
      { type: 'block_source_ip', rule_types: ['ssh_brute_force_detected', 'port_scan_detected'] },
    ])
  })
})
