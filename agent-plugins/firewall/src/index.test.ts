import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestAgent, type TestAgent } from '@svc/agent/testing'
import {
  BlocklistAck,
  BlocklistAdd,
  BlocklistConfirm,
  BlocklistRemove,
  BlocklistReset,
  BlocklistResetAck,
  BlocklistSync,
} from '@svc/plugin-firewall/wire'
import { SystemInfo } from '@svc/protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Hosts, makeHosts, outside } from '../test/hosts.ts'
import { until } from '../test/until.ts'
import type { BlockListTiming } from './block-list.ts'
import { makeFirewallPlugin } from './index.ts'

const bit = 512
let hosts: Hosts
beforeAll(async () => {
  hosts = await makeHosts()
})
afterAll(() => hosts.remove())

interface Options {
  readonly settings?: object
  readonly timing?: Partial<BlockListTiming>
  readonly files?: object
}

/** An agent on the host, with the first message that it sent. */
async function withAgent(
  { settings, timing, files }: Options,
  work: (agent: TestAgent, capabilities: number) => Promise<void>,
): Promise<void> {
  await hosts.host.within(async () => {
    const plugin = makeFirewallPlugin({ timing: { checkMs: 50, resetMs: 200, ...timing }, ...(files && { files }) })
    const agent = await createTestAgent({
      plugins: [{ plugin, capabilities: ['firewall_block'] }],
      config: { firewall: settings ?? {} },
    })
    try {
      const { agent_local_capabilities } = await agent.server.next(SystemInfo)
      await work(agent, agent_local_capabilities ?? 0)
    } finally {
      await agent.close()
    }
  })
}

const block = (id: string, target: string, expires_at: number | null = null) => ({
  id,
  target,
  family: target.includes(':') ? 6 : 4,
  expires_at,
})
const now = () => Math.floor(Date.now() / 1000)
const acks = async (agent: TestAgent) => (await agent.server.next(BlocklistAck)).results
const present = (id: string) => ({ id, state: 'present' })
/** What of ours is left in the kernel. */
const leftovers = () =>
  ['/usr/sbin/nft list tables', 'ipset list -n', 'iptables-save', 'ip6tables-save']
    .map((command) => hosts.host.run('bash', '-c', command))
    .join('')
    .split('\n')
    .filter((line) => /svc/i.test(line))

describe.each(['nftables', 'ipset'] as const)('%s', (backend) => {
  const settings = { backend }

  it('blocks addresses and ranges of both families, unblocks them, and leaves nothing', async () => {
    await withAgent({ settings }, async (agent, capabilities) => {
      expect(capabilities).toBe(bit)
      expect(leftovers()).toEqual([])
      expect(hosts.reaching()).toEqual(outside)
      agent.server.send(BlocklistSync, { entries: [block('a', '198.51.100.7/32'), block('b', '2001:db8::/32')] })
      expect(await acks(agent)).toEqual([present('a'), present('b')])
      expect(hosts.reaching()).toEqual(['198.51.100.8'])
      agent.server.send(BlocklistAdd, { entry: block('c', '198.51.100.0/24') })
      expect(await acks(agent)).toEqual([present('c')])
      expect(hosts.reaching()).toEqual([])
      // The address inside of the range stays blocked without it.
      agent.server.send(BlocklistRemove, { id: 'c' })
      expect(await acks(agent)).toEqual([{ id: 'c', state: 'absent' }])
      expect(hosts.reaching()).toEqual(['198.51.100.8'])
      agent.server.send(BlocklistRemove, { id: 'unknown' })
      expect(await acks(agent)).toEqual([{ id: 'unknown', state: 'absent' }])
      // All that is not listed any more is removed in the same step.
      agent.server.send(BlocklistSync, { entries: [block('d', '198.51.100.8/32')] })
      expect((await acks(agent)).sort((x, y) => (x.id < y.id ? -1 : 1))).toEqual([
        { id: 'a', state: 'absent' },
        { id: 'b', state: 'absent' },
        present('d'),
      ])
      expect(hosts.reaching()).toEqual(['198.51.100.7', '2001:db8::7'])
    })
    expect(leftovers()).toEqual([])
    expect(hosts.reaching()).toEqual(outside)
  })

  it('repairs what others change', async () => {
    await withAgent({ settings }, async (agent) => {
      agent.server.send(BlocklistSync, { entries: [block('a', '198.51.100.7/32')] })
      await acks(agent)
      const flush =
        backend === 'nftables'
          ? 'nft flush ruleset'
          : 'iptables -F INPUT; iptables -F SVC_BLOCK; ipset flush svc_block_v4'
      hosts.host.run('bash', '-c', flush)
      await until(() => hosts.reaching(['198.51.100.7']), [])
      const more =
        backend === 'nftables'
          ? 'nft add element inet svc block_v4 { 198.51.100.8 }'
          : 'ipset add svc_block_v4 198.51.100.8'
      hosts.host.run('bash', '-c', more)
      await until(() => hosts.reaching(), ['198.51.100.8', '2001:db8::7'])
      expect(agent.lines.some(({ message }) => message.includes('were changed'))).toBe(true)
      expect(await acks(agent)).toEqual([{ ...present('a'), reason: expect.stringContaining('restored') }])
    })
  })

  it('the kernel unblocks what expires, also with a changed expiry and without the agent', async () => {
    await withAgent({ settings, timing: { checkMs: 600_000 } }, async (agent) => {
      const entries = [block('a', '198.51.100.7/32'), block('b', '198.51.100.8/32', now() + 3)]
      agent.server.send(BlocklistSync, { entries })
      expect(await acks(agent)).toEqual([present('a'), present('b')])
      agent.server.send(BlocklistAdd, { entry: block('a', '198.51.100.7/32', now() + 3) })
      expect(await acks(agent)).toEqual([present('a')])
      expect(hosts.reaching(['198.51.100.7', '198.51.100.8'])).toEqual([])
      await until(() => hosts.reaching(['198.51.100.7', '198.51.100.8']), ['198.51.100.7', '198.51.100.8'])
    })
  })

  it('removes everything on a reset, and what a killed agent has left', async () => {
    const left =
      backend === 'nftables'
        ? 'nft add table inet svc; nft add set inet svc block_v4 { type ipv4_addr\\; }'
        : 'ipset create svc_block_v4 hash:net; iptables -N SVC_BLOCK; iptables -A INPUT -j SVC_BLOCK'
    hosts.host.run('bash', '-c', left)
    expect(leftovers()).not.toEqual([])
    await withAgent({ settings }, async (agent) => {
      expect(leftovers()).toEqual([])
      agent.server.send(BlocklistSync, { entries: [block('a', '198.51.100.7/32')] })
      await acks(agent)
      agent.server.send(BlocklistReset, {})
      expect(await agent.server.next(BlocklistResetAck)).toEqual({
        type: 'blocklist_reset_ack',
        ok: true,
        reason: null,
      })
      expect(leftovers()).toEqual([])
      // A sync right after it replaces the blocks without a gap.
      agent.server.send(BlocklistReset, {})
      agent.server.send(BlocklistSync, { entries: [block('b', '198.51.100.8/32')] })
      expect(await agent.server.next(BlocklistResetAck)).toMatchObject({ ok: true })
      expect(await acks(agent)).toEqual([present('b')])
      expect(hosts.reaching()).toEqual(['198.51.100.7', '2001:db8::7'])
    })
  })
})

it('falls back to ipset where nftables does not work, and says why if nothing does', async () => {
  const { PATH } = process.env
  const folder = mkdtempSync(join(tmpdir(), 'svc-firewall-'))
  writeFileSync(
    join(folder, 'nft'),
    '#!/bin/sh\necho "Error: Could not process rule: Operation not supported" >&2\nexit 1\n',
    { mode: 0o755 },
  )
  process.env.PATH = `${folder}:${PATH}`
  try {
    await withAgent({}, async (agent, capabilities) => {
      expect(capabilities).toBe(bit)
      agent.server.send(BlocklistSync, { entries: [block('a', '198.51.100.7/32')] })
      expect(await acks(agent)).toEqual([present('a')])
      expect(leftovers().join()).toContain('SVC_BLOCK')
    })
    await withAgent({ settings: { backend: 'nftables' } }, async (agent, capabilities) => {
      expect(capabilities).toBe(0)
      expect(JSON.stringify(agent.lines)).toContain('Operation not supported')
    })
  } finally {
    process.env.PATH = PATH
    rmSync(folder, { recursive: true })
  }
})

it('a rejected set leaves the former one in place', async () => {
  const { PATH } = process.env
  const folder = mkdtempSync(join(tmpdir(), 'svc-firewall-'))
  await withAgent({ settings: { backend: 'nftables' } }, async (agent) => {
    agent.server.send(BlocklistSync, { entries: [block('a', '198.51.100.7/32')] })
    await acks(agent)
    writeFileSync(join(folder, 'nft'), '#!/bin/sh\necho "Error: No buffer space available" >&2\nexit 1\n', {
      mode: 0o755,
    })
    process.env.PATH = `${folder}:${PATH}`
    agent.server.send(BlocklistAdd, { entry: block('b', '198.51.100.8/32') })
    const reason = 'Error: No buffer space available'
    await until(() => agent.lines.some(({ fields }) => fields.reason === reason), true)
    expect(hosts.reaching()).toEqual(['198.51.100.8', '2001:db8::7'])
    process.env.PATH = PATH
    // It is tried again.
    await until(() => hosts.reaching(), ['2001:db8::7'])
  }).finally(() => {
    process.env.PATH = PATH
    rmSync(folder, { recursive: true })
  })
  expect(leftovers()).toEqual([])
})

describe('what the host never blocks, whatever the server says', () => {
  const refused = async (agent: TestAgent, target: string) => {
    agent.server.send(BlocklistAdd, { entry: block(target, target) })
    const [item] = await acks(agent)
    return item
  }

  it('special addresses, larger ranges, and what is no range', async () => {
    await withAgent({}, async (agent) => {
      for (const [target, reason] of [
        ['0.0.0.0/0', 'the range is larger than /8'],
        ['::/0', 'the range is larger than /16'],
        ['128.0.0.0/1', 'the range is larger than /8'],
        ['2000::/3', 'the range is larger than /16'],
        ['127.0.0.1/32', 'it overlaps 127.0.0.0/8, which is never blocked'],
        ['10.1.2.3/32', 'it overlaps 10.0.0.0/8, which is never blocked'],
        ['169.254.169.254/32', 'it overlaps 169.254.0.0/16, which is never blocked'],
        ['224.0.0.251/32', 'it overlaps 224.0.0.0/4, which is never blocked'],
        ['::1/128', 'it overlaps ::/80, which is never blocked'],
        ['fe80::1/128', 'it overlaps fe80::/10, which is never blocked'],
        ['fd00::1/128', 'it overlaps fc00::/7, which is never blocked'],
        ['example.com', 'it is not an address or range'],
        ['198.51.100.7; flush ruleset', 'it is not an address or range'],
        // Read as IPv4, which is not the family that the message names.
        ['::ffff:127.0.0.1', 'it is not an address or range'],
        ['::ffff:0:0/96', 'it is not an address or range'],
      ] as const) {
        expect(await refused(agent, target)).toEqual({ id: target, state: 'failed', reason })
      }
      expect(leftovers()).toEqual([])
    })
  })

  it('its own addresses, gateways, name servers and its allow list', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'svc-firewall-'))
    writeFileSync(join(folder, 'resolv.conf'), 'nameserver 198.51.100.53\nnameserver 2001:db8:53::1\n')
    hosts.host.run('ip', 'address', 'add', '203.0.113.1/32', 'dev', 'lo')
    hosts.host.run('ip', 'route', 'add', '203.0.113.128/25', 'via', '198.51.100.8')
    hosts.host.run('ip', '-6', 'route', 'add', '2001:db9::/32', 'via', '2001:db8::7')
    const files = { resolv: join(folder, 'resolv.conf') }
    await withAgent({ files, settings: { allow_list: ['192.0.2.0/28', '2a00::5'] } }, async (agent) => {
      for (const [target, what] of [
        ['203.0.113.0/24', 'an address of this host'],
        ['198.51.100.8/32', 'a gateway of this host'],
        ['2001:db8::7/128', 'a gateway of this host'],
        ['198.51.100.53/32', 'a name server of this host'],
        ['2001:db8:53::/48', 'a name server of this host'],
        ['192.0.2.1/32', 'the allow list of this host'],
        ['192.0.2.0/24', 'the allow list of this host'],
        ['2a00::/16', 'the allow list of this host'],
      ] as const) {
        expect(await refused(agent, target)).toEqual({ id: target, state: 'failed', reason: `it overlaps ${what}` })
      }
      expect(await refused(agent, '192.0.2.16/32')).toEqual(present('192.0.2.16/32'))
    })
    hosts.host.run('ip', 'address', 'del', '203.0.113.1/32', 'dev', 'lo')
    hosts.host.run('ip', 'route', 'del', '203.0.113.128/25')
    hosts.host.run('ip', '-6', 'route', 'del', '2001:db9::/32')
    rmSync(folder, { recursive: true })
  })

  it('addresses from which somebody is signed in, as long as they are', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'svc-firewall-'))
    mkdirSync(join(folder, 'sessions'))
    const session = (state: string) =>
      writeFileSync(join(folder, 'sessions/c1'), `UID=0\nREMOTE=1\nREMOTE_HOST=198.51.100.7\nSTATE=${state}\n`)
    session('active')
    await withAgent({ files: { logind: join(folder, 'sessions') } }, async (agent) => {
      expect(await refused(agent, '198.51.100.0/24')).toMatchObject({
        state: 'failed',
        reason: 'it overlaps an address from which somebody is signed in to this host',
      })
      session('closing')
      expect(await acks(agent)).toEqual([present('198.51.100.0/24')])
      expect(hosts.reaching(['198.51.100.7', '198.51.100.8'])).toEqual([])
      // Somebody signs in from elsewhere and is blocked then: it is lifted.
      session('online')
      expect(await acks(agent)).toMatchObject([{ id: '198.51.100.0/24', state: 'failed' }])
      expect(hosts.reaching(['198.51.100.7', '198.51.100.8'])).toEqual(['198.51.100.7', '198.51.100.8'])
    })
    rmSync(folder, { recursive: true })
  })

  it('somebody who is signed in with ssh, but no address that a process only claims', async () => {
    hosts.host.run('ip', 'address', 'add', '203.0.113.9/32', 'dev', 'lo')
    await withAgent({ files: { logind: '/nonexistent' } }, async (agent) => {
      const server = createServer((socket) => socket.on('error', () => {})).listen(2222, '203.0.113.9')
      await once(server, 'listening')
      const client = connect({ host: '203.0.113.9', port: 2222, localAddress: '203.0.113.9' })
      await once(client, 'connect')
      const claim = (text: string) =>
        spawn('sleep', ['60'], { env: { PATH: process.env.PATH, SSH_CONNECTION: text }, stdio: 'ignore' })
      const shells = [
        claim(`203.0.113.9 ${client.localPort} 203.0.113.9 2222`),
        claim('198.51.100.7 50000 203.0.113.9 2222'),
      ]
      // The address is one of the host here, so that it has a connection at all; what it says first is what counts.
      const { readSessions } = await import('./protection/sessions.ts')
      await until(() => shells.every(({ pid }) => pid !== undefined), true)
      const sessions = await readSessions({ logind: '/nonexistent' })
      expect(sessions).toContain('203.0.113.9')
      expect(sessions).not.toContain('198.51.100.7')
      expect(await refused(agent, '198.51.100.7/32')).toEqual(present('198.51.100.7/32'))
      for (const shell of shells) shell.kill()
      client.destroy()
      server.close()
    })
    hosts.host.run('ip', 'address', 'del', '203.0.113.9/32', 'dev', 'lo')
  })

  it('nothing at all if the allow list cannot be read', async () => {
    await withAgent({ settings: { allow_list: ['192.0.2.0/24', 'office'] } }, async (agent, capabilities) => {
      expect(capabilities).toBe(0)
      expect(JSON.stringify(agent.lines)).toContain('\\"office\\" is not an address or range')
    })
  })
})

describe('a block that may have cut the connection', () => {
  it('is removed unless the server confirms it, and not tried again soon', async () => {
    await withAgent({}, async (agent) => {
      agent.server.send(BlocklistAdd, { entry: block('kept', '198.51.100.8/32'), confirm_seconds: 1 })
      expect(await acks(agent)).toEqual([present('kept')])
      agent.server.send(BlocklistConfirm, { ids: ['kept'] })
      agent.server.send(BlocklistSync, {
        entries: [block('kept', '198.51.100.8/32'), block('a', '198.51.100.7/32')],
        confirm_seconds: 1,
      })
      expect(await acks(agent)).toEqual([present('kept'), present('a')])
      const lost = { id: 'a', state: 'failed', reason: 'the connection to the server was lost after it was applied' }
      expect(await acks(agent)).toEqual([lost])
      expect(hosts.reaching()).toEqual(['198.51.100.7', '2001:db8::7'])
      agent.server.drop()
      await agent.server.connection(2)
      agent.server.send(BlocklistSync, { entries: [block('a', '198.51.100.7/32')], confirm_seconds: 1 })
      expect(await acks(agent)).toEqual([{ id: 'kept', state: 'absent' }, lost])
    })
  })

  it('stays with a server that confirms nothing', async () => {
    await withAgent({}, async (agent) => {
      agent.server.send(BlocklistAdd, { entry: block('a', '198.51.100.7/32') })
      expect(await acks(agent)).toEqual([present('a')])
      agent.server.send(BlocklistAdd, { entry: block('b', '198.51.100.8/32', now() + 2) })
      expect(await acks(agent)).toEqual([present('b')])
      expect(await acks(agent)).toEqual([{ id: 'b', state: 'absent', reason: 'it expired' }])
      expect(hosts.reaching(['198.51.100.7'])).toEqual([])
    })
  })
})

it('the kernel forgets blocks that nobody renews, and the agent renews them', async () => {
  await withAgent({ timing: { leaseSeconds: 1, checkMs: 600_000 } }, async (agent) => {
    agent.server.send(BlocklistSync, { entries: [block('a', '198.51.100.7/32')] })
    await acks(agent)
    await until(() => hosts.reaching(['198.51.100.7']), ['198.51.100.7'])
  })
  await withAgent({ timing: { leaseSeconds: 2, checkMs: 100 } }, async (agent) => {
    agent.server.send(BlocklistSync, {
      entries: [block('a', '198.51.100.7/32'), block('b', '198.51.100.8/32', now() + 4)],
    })
    expect(await acks(agent)).toEqual([present('a'), present('b')])
    // After the lease, one has expired, and the other is still blocked.
    expect(await acks(agent)).toEqual([{ id: 'b', state: 'absent', reason: 'it expired' }])
    expect(hosts.reaching()).toEqual(['198.51.100.8', '2001:db8::7'])
  })
})

it('takes 5000 blocks in one step', async () => {
  await withAgent({}, async (agent) => {
    const entries = Array.from({ length: 5000 }, (_, i) =>
      i % 2 ? block(`${i}`, `203.${i >> 8}.${i & 255}.1/32`) : block(`${i}`, `2001:db8:${i.toString(16)}::/48`),
    )
    agent.server.send(BlocklistSync, { entries })
    const results = await acks(agent)
    expect(results).toHaveLength(5000)
    expect(new Set(results.map(({ state }) => state))).toEqual(new Set(['present']))
    agent.server.send(BlocklistAdd, { entry: block('more', '198.51.100.7/32') })
    expect(await acks(agent)).toMatchObject([{ id: 'more', state: 'failed' }])
  })
})
