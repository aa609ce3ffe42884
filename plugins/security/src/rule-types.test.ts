import alerts from '@svc/plugin-alerts'
import type { AlertEvent, AlertRule } from '@svc/plugin-alerts/contract'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bruteForce, makeWorld, noonSeconds, signIn, type World } from '../test/world.ts'

let world: World
beforeEach(async () => {
  world = await makeWorld({ plugins: [alerts], config: { alerts: { default_rules: false } } })
})
afterEach(() => world.kernel.close())

const rule = (rule_type: string, security: object = {}): Promise<AlertRule> =>
  world.call('POST', '/api/alert-rules', { name: rule_type, rules: [{ rule_type, security }] })
const fired = async () =>
  ((await world.call('GET', '/api/alert-events?limit=100')) as AlertEvent[])
    .map(({ source, value, count }) => `${source} ${count}: ${value}`)
    .sort()

const scan = (source_ip: string, distinct_ports: number) => ({
  ...bruteForce(source_ip),
  event_type: 'port_scan',
  detector_source: 'conntrack',
  evidence: {
    kind: 'port_scan',
    distinct_ports,
    sample_ports: [22],
    total_attempts: 40,
    window_seconds: 30,
    threshold: 20,
    blocked_count: 0,
  },
})
const attempts = (source_ip: string, failed_count: number, ended_at = noonSeconds) => {
  const sent = bruteForce(source_ip)
  return { ...sent, ended_at, evidence: { ...sent.evidence, failed_count } }
}

describe('ssh_new_ip_login', () => {
  it('fires for each address that is new, once per event', async () => {
    await rule('ssh_new_ip_login')
    const { report } = await world.server('web')
    await report(signIn(), signIn(), signIn({ source_ip: '2001:db8::9', username: 'bob' }))
    expect(await fired()).toEqual([
      '198.51.100.7 1: alice signed in from 198.51.100.7 for the first time',
      '2001:db8::9 1: bob signed in from 2001:db8::9 for the first time',
    ])
  })

  it.each([
    ['a known address', { first_seen: false }],
    ['an address while the agent learns', { evidence: { kind: 'ssh_login', auth_method: 'password', learning: true } }],
  ])('does not fire for %s', async (_, replaced) => {
    await rule('ssh_new_ip_login')
    const { report } = await world.server('web')
    await report(signIn(replaced))
    expect(await fired()).toEqual([])
  })

  it.each<[string, object, string[]]>([
    ['users', { exclude_users: ['ALICE'] }, ['203.0.113.9']],
    ['addresses', { exclude_cidrs: ['203.0.113.9'] }, ['198.51.100.7']],
    ['ranges', { exclude_cidrs: ['2001:db8::/32', '198.51.100.0/24'] }, ['203.0.113.9']],
  ])('makes exceptions for %s', async (_, security, expected) => {
    await rule('ssh_new_ip_login', security)
    const { report } = await world.server('web')
    await report(signIn(), signIn({ source_ip: '203.0.113.9', username: 'eve' }))
    const events = (await world.call('GET', '/api/alert-events')) as AlertEvent[]
    expect(events.map(({ source }) => source)).toEqual(expected)
  })

  it('refuses an exception that is no range', async () => {
    const rules = [{ rule_type: 'ssh_new_ip_login', security: { exclude_cidrs: ['203.0.113.0/24', '10.0.0.1/33'] } }]
    const answer = await world.ask('POST', '/api/alert-rules', { name: 'x', rules })
    expect([answer.statusCode, answer.json().error.details[0]]).toMatchObject([
      422,
      { field: 'rules.0.security.exclude_cidrs.1', code: 'security.MUST_BE_RANGE' },
    ])
  })
})

it('ssh_brute_force_detected fires from a number of failed sign-ins', async () => {
  await rule('ssh_brute_force_detected', { min_failed_count: 12 })
  const { report } = await world.server('web')
  await report(
    attempts('203.0.113.9', 11),
    attempts('203.0.113.10', 12),
    attempts('203.0.113.10', 50, noonSeconds + 1),
    signIn(),
  )
  expect(await fired()).toEqual(['203.0.113.10 2: 50 failed sign-ins from 203.0.113.10 within 60 s'])
})

it('port_scan_detected fires from a number of ports, on each server by itself', async () => {
  await rule('port_scan_detected', { min_distinct_ports: 25 })
  const [web, db] = [await world.server('web'), await world.server('db')]
  await web.report(scan('203.0.113.9', 24), scan('203.0.113.10', 25))
  await db.report(scan('203.0.113.10', 30))
  expect(await fired()).toEqual([
    '203.0.113.10 1: 25 ports scanned by 203.0.113.10 within 30 s',
    '203.0.113.10 1: 30 ports scanned by 203.0.113.10 within 30 s',
  ])
})

it('forged names stay on one line', async () => {
  await rule('ssh_new_ip_login')
  const { report } = await world.server('web')
  await report(signIn({ username: 'root from 192.0.2.1 port 22\nAccepted' }))
  const [line] = await fired()
  expect(line).toMatch(/^198\.51\.100\.7 1: /)
  expect(line).not.toContain('\n')
})
