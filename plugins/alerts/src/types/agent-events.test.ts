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
const gone = () => vi.waitFor(() => expect(world.kernel.service(agents).isOnline(id)).toBe(false))

describe('ip_changed', () => {
  beforeEach(() => world.rule({ rules: [{ rule_type: 'ip_changed' }] }))

  it('is not raised by anything that the first connection ever tells', async () => {
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
    ['an address that is gone', {}, '192.0.2.7', ['IPv4 198.51.100.1 → none']],
    ['where it connects from', { ipv4: '198.51.100.1' }, '192.0.2.8', ['connects from 192.0.2.7 → 192.0.2.8']],
    [
      'all',
      { ipv4: '198.51.100.2', ipv6: '2001:db8::2' },
      '192.0.2.8',
      ['IPv4 198.51.100.1 → 198.51.100.2, IPv6 none → 2001:db8::2, connects from 192.0.2.7 → 192.0.2.8'],
    ],
  ])('is raised by a later connection: %s', async (_, now, from, expected) => {
    const first = await connectAgent(world, 'web-1', { ipv4: '198.51.100.1' })
    first.leave()
    await gone()
    await connectAgent(world, 'web-1', now, from)
    expect(messages()).toEqual(expected)
  })

  it('is raised by an agent that moves while it is connected, once', async () => {
    const first = await connectAgent(world, 'web-1', { ipv4: '198.51.100.1' })
    first.leave()
    await gone()
    const agent = await connectAgent(world, 'web-1', { ipv4: '198.51.100.1' }, '192.0.2.9')
    await world.pass(3600)
    await agent.moved({ ipv4: '198.51.100.3' })
    await agent.moved({ ipv4: '198.51.100.3' })
    expect(messages()).toEqual(['connects from 192.0.2.7 → 192.0.2.9', 'IPv4 198.51.100.1 → 198.51.100.3'])
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
    ['terminal', change('terminal'), ['terminal granted until 2023-11-14 23:13:20 UTC by ada (disk full)']],
    ['exec', change('exec'), ['commands granted until 2023-11-14 23:13:20 UTC by ada (disk full)']],
    ['an end that nobody knows', change('exec', null), ['commands granted by ada (disk full)']],
    ['an end that is no date', change('exec', 9e15), ['commands granted by ada (disk full)']],
    ['nobody says who and why', { cap: 'file', action: 'granted' }, ['files granted']],
    ['one that gives no power', change('ping_icmp'), []],
    ['an end', { ...change('terminal'), action: 'expired' }, []],
  ])('is raised by a grant for a while: %s', async (_, told, expected) => {
    const agent = await connectAgent(world, 'web-1')
    await agent.grants([], [told])
    expect(messages()).toEqual(expected)
  })

  it('tells only those who are told who granted it and why: members may not know', async () => {
    const agent = await connectAgent(world, 'web-1')
    await agent.grants([], [change('terminal')])
    const [{ rule_id: rule = '' } = {}] = await world.events()
    for (const url of ['/api/alert-history', `/api/alert-events/${rule}:${id}`]) {
      const { status, data } = await world.call('GET', url, undefined, 'member')
      expect(status).toBe(200)
      expect(JSON.stringify(data)).toContain('terminal granted until 2023-11-14 23:13:20 UTC')
      expect(JSON.stringify(data)).not.toMatch(/ada|disk full/)
    }
    expect(messages()).toEqual([expect.stringContaining('by ada (disk full)')])
  })

  it('is not raised by a new end of a grant', async () => {
    const agent = await connectAgent(world, 'web-1')
    await agent.grants([grant('terminal')], [change('terminal')])
    await agent.grants([grant('terminal', 1_700_007_200)], [change('terminal', 1_700_007_200)])
    expect(messages()).toHaveLength(1)
    expect((await world.events()).map(({ count }) => count)).toEqual([1])
  })
})
