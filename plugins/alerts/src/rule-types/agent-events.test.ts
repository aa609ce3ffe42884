import { agents } from '@svc/plugin-enrollment/contract'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { claimed, connectAgent } from '../../test/agents.ts'
import { makeWorld, type World } from '../../test/alerts-world.ts'

let world: World
let id: string
beforeEach(async () => {
  world = await makeWorld()
  id = await claimed(world, 'web-1')
})
afterEach(() => world.kernel.close())

const messages = () =>
  world.notices().map(({ message }) => /^web-1: (.*) \[High heat\]$/.exec(message ?? '')?.[1] ?? message)
const waitUntilOffline = () => vi.waitFor(() => expect(world.kernel.service(agents).isOnline(id)).toBe(false))

describe('ip_changed', () => {
  beforeEach(() => world.rule({ rules: [{ rule_type: 'ip_changed' }] }))

  it('does not fire on the first connection', async () => {
    const agent = await connectAgent(world, 'web-1', { ipv4: '198.51.100.1' })
    await agent.moved({ ipv4: '198.51.100.1', ipv6: '2001:db8::1' })
    expect(messages()).toEqual([])
  })

  it.each<[string, object, string, string[]]>([
    ['nothing new', { ipv4: '198.51.100.1' }, '192.0.2.7', []],
    ['IPv4', { ipv4: '198.51.100.2' }, '192.0.2.7', ['IPv4 198.51.100.1 → 198.51.100.2']],
    [
      'an address for the first time',
      { ipv4: '198.51.100.1', ipv6: '2001:db8::1' },
      '192.0.2.7',
      ['IPv6 none → 2001:db8::1'],
    ],
    ['a removed address', {}, '192.0.2.7', ['IPv4 198.51.100.1 → none']],
    ['where it remote address', { ipv4: '198.51.100.1' }, '192.0.2.8', ['remote address 192.0.2.7 → 192.0.2.8']],
    [
      'all',
      { ipv4: '198.51.100.2', ipv6: '2001:db8::2' },
      '192.0.2.8',
      ['IPv4 198.51.100.1 → 198.51.100.2, IPv6 none → 2001:db8::2, remote address 192.0.2.7 → 192.0.2.8'],
    ],
  ])('fires on a later connection: %s', async (_, now, from, expected) => {
    const first = await connectAgent(world, 'web-1', { ipv4: '198.51.100.1' })
    first.terminate()
    await waitUntilOffline()
    await connectAgent(world, 'web-1', now, from)
    expect(messages()).toEqual(expected)
  })

  it('fires once when the address changes while connected', async () => {
    const first = await connectAgent(world, 'web-1', { ipv4: '198.51.100.1' })
    first.terminate()
    await waitUntilOffline()
    const agent = await connectAgent(world, 'web-1', { ipv4: '198.51.100.1' }, '192.0.2.9')
    await world.pass(3600)
    await agent.moved({ ipv4: '198.51.100.3' })
    await agent.moved({ ipv4: '198.51.100.3' })
    expect(messages()).toEqual(['remote address 192.0.2.7 → 192.0.2.9', 'IPv4 198.51.100.1 → 198.51.100.3'])
  })
})

describe('capability_grant_detected', () => {
  beforeEach(() => world.rule({ rules: [{ rule_type: 'capability_grant_detected' }] }))

  const grant = (cap: string, expires_at = 1_700_003_600) => ({
    cap,
    granted_at: 1_700_000_000,
    expires_at,
    granted_by: 'ada',
    reason: 'disk full',
  })
  const change = (cap: string, expires_at: number | null = 1_700_003_600) => ({
    ...grant(cap),
    action: 'granted',
    expires_at,
  })

  it.each<[string, object, string[]]>([
    ['terminal', change('terminal'), ['Terminal granted until Nov 14, 2023, 23:13:20 UTC by ada (disk full)']],
    ['exec', change('exec'), ['Commands granted until Nov 14, 2023, 23:13:20 UTC by ada (disk full)']],
    ['an unknown expiry', change('exec', null), ['Commands granted by ada (disk full)']],
    ['an end that is no date', change('exec', 9e15), ['Commands granted by ada (disk full)']],
    ['an unknown user and reason', { cap: 'file', action: 'granted' }, ['Files granted']],
    ['one that gives no power', change('ping_icmp'), []],
    ['an end', { ...change('terminal'), action: 'expired' }, []],
  ])('fires on a temporary grant: %s', async (_, reported, expected) => {
    const agent = await connectAgent(world, 'web-1')
    await agent.grants([], [reported])
    expect(messages()).toEqual(expected)
  })

  it('puts user and reason into the notification only, not into the history', async () => {
    const agent = await connectAgent(world, 'web-1')
    await agent.grants([], [change('terminal')])
    const [{ rule_id: rule = '' } = {}] = await world.events()
    for (const url of ['/api/alert-history', `/api/alert-events/${rule}:${id}`]) {
      const { status, data } = await world.call('GET', url, undefined, 'member')
      expect(status).toBe(200)
      expect(JSON.stringify(data)).toContain('Terminal granted until Nov 14, 2023, 23:13:20 UTC')
      expect(JSON.stringify(data)).not.toMatch(/\bada\b|disk full/)
    }
    expect(messages()).toEqual([expect.stringContaining('by ada (disk full)')])
  })

  it('does not fire when a grant is extended', async () => {
    const agent = await connectAgent(world, 'web-1')
    await agent.grants([grant('terminal')], [change('terminal')])
    await agent.grants([grant('terminal', 1_700_007_200)], [change('terminal', 1_700_007_200)])
    expect(messages()).toHaveLength(1)
    expect((await world.events()).map(({ count }) => count)).toEqual([1])
  })
})
