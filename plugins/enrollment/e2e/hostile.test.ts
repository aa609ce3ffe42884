import { driveAgent, systemInfo } from '@svc/e2e/driven-agent'
import { connect, connectBrowser, type Peer } from '@svc/e2e/peer'
import { initialPassword, type Server } from '@svc/e2e/server'
import { adminPassword, firstSignIn, type Session } from '@svc/e2e/session'
import { makeStage } from '@svc/e2e/stage'
import { beforeAll, describe, expect, it } from 'vitest'

const stage = makeStage()
let server: Server
let admin: Session
/** Everything that must never appear in the log. */
const secrets: string[] = [adminPassword]

beforeAll(async () => {
  server = await stage.server({ config: { log: { level: 'trace' } } })
  admin = await firstSignIn(server)
  secrets.push(admin.cookie.split('=')[1] ?? admin.cookie)
})

/** A claimed server and an open connection of its agent. */
async function connected(name: string): Promise<{ peer: Peer; serverId: string; token: string }> {
  const { id: serverId, code, token, peer } = await driveAgent({ stage, server, admin }, name)
  secrets.push(token, code)
  expect((await peer.frame('welcome')).server_id).toBe(serverId)
  return { peer, serverId, token }
}

const report = {
  type: 'report',
  cpu: 1.5,
  mem_used: 1,
  swap_used: 0,
  disk_used: 1,
  net_in_speed: 0,
  net_out_speed: 0,
  net_in_transfer: 0,
  net_out_transfer: 0,
  load1: 0,
  load5: 0,
  load15: 0,
  tcp_conn: 1,
  udp_conn: 1,
  process_count: 1,
  uptime: 1,
}

/** Proof that a connection is alive and its frames are handled in order: an answered `system_info`. */
async function answers(peer: Peer) {
  const info = systemInfo()
  peer.send(info)
  expect((await peer.frame('ack')).msg_id).toBe(info.msg_id)
}

const frames: [string, string | Buffer][] = [
  ['no JSON', 'hello there'],
  ['half a JSON object', '{"type":"report","cpu":'],
  ['an array', '[1,2,3]'],
  ['null', 'null'],
  ['a number', '42'],
  ['an empty text', ''],
  ['no type', '{"cpu":1}'],
  ['a type that is no string', '{"type":{"$gt":""}}'],
  ['an unknown type', '{"type":"format_disk","msg_id":"1"}'],
  ['a type of Object.prototype', '{"type":"constructor"}'],
  ['__proto__ as a member', '{"type":"report","__proto__":{"isAdmin":true}}'],
  ['a report without members', '{"type":"report"}'],
  ['a report with NaN', JSON.stringify(report).replace('1.5', 'NaN')],
  ['a report with Infinity written as 1e999', JSON.stringify(report).replace('1.5', '1e999')],
  ['a report with a fraction in an integer', JSON.stringify({ ...report, mem_used: 5.5 })],
  ['a report with texts for numbers', JSON.stringify({ ...report, cpu: '1.5', uptime: '1' })],
  ['a report with a negative counter', JSON.stringify({ ...report, uptime: -1 })],
  ['a report with null for a number', JSON.stringify({ ...report, load1: null })],
  ['a system_info with a list for a name', JSON.stringify(systemInfo({ cpu_name: [] }))],
  ['deep nesting', `{"type":"report","x":${'['.repeat(5000)}${']'.repeat(5000)}}`],
  ['a binary frame of rubbish', Buffer.from([0xff, 0xfe, 0x00, 0x01])],
]

describe('a hostile agent', () => {
  it.each(frames)('sends %s: the frame is dropped and the connection stays open', async (name, frame) => {
    const { peer } = await connected(`sends ${name}`)
    peer.sendRaw(frame)
    await answers(peer)
    expect(peer.isOpen()).toBe(true)
  })

  it('sends more than 1 MiB: only its own connection ends, with 1009', async () => {
    const bystander = await connected('bystander')
    const viewer = await connectBrowser(server.url, admin.cookie)
    stage.later(viewer.close)
    const { peer } = await connected('too large')
    peer.sendRaw(JSON.stringify({ ...report, padding: 'x'.repeat(1024 * 1024) }))
    expect((await peer.closed).code).toBe(1009)
    await answers(bystander.peer)
    expect(bystander.peer.isOpen()).toBe(true)
    expect(viewer.isOpen()).toBe(true)
    expect((await admin.call('GET', '/api/servers')).status).toBe(200)
  })

  it('sends exactly 1 MiB: the frame is accepted', async () => {
    const { peer } = await connected('large')
    const bare = JSON.stringify({ type: 'unknown_but_large', padding: '' })
    peer.sendRaw(bare.replace('""', `"${'x'.repeat(1024 * 1024 - bare.length)}"`))
    await answers(peer)
  })

  it('floods with garbage: other agents are served', async () => {
    const bystander = await connected('patient')
    const { peer } = await connected('flood')
    for (let n = 0; n < 5000; n++) peer.sendRaw(`{"type":"report","cpu":"${n}"`)
    await answers(bystander.peer)
    await answers(peer)
  })

  it('cannot send for another server', async () => {
    const victim = await connected('victim')
    const { peer, serverId } = await connected('impostor')
    peer.send(systemInfo({ msg_id: 'impostor', server_id: victim.serverId, os: 'Impostor OS' }))
    expect((await peer.frame('ack')).msg_id).toBe('impostor')
    const os = async (id: string) => (await admin.get<{ os: string | null }>(`/api/servers/${id}`)).os
    expect(await os(serverId)).toBe('Impostor OS')
    expect(await os(victim.serverId)).not.toBe('Impostor OS')
  })

  it.each([
    ['no token', {}],
    ['a wrong token', { authorization: `Bearer ${'w'.repeat(43)}` }],
    ['a token that is no token', { authorization: 'Bearer ../../etc' }],
    ['an endless token', { authorization: `Bearer ${'x'.repeat(5000)}` }],
  ])('is rejected with %s: 401 as text', async (_, headers) => {
    const attempt = connect(`${server.url.replace('http', 'ws')}/api/agent/ws`, headers as Record<string, string>)
    await expect(attempt).rejects.toMatchObject({ status: 401, text: 'Unauthorized' })
  })
})

describe('a hostile browser', () => {
  it('sends garbage on the live socket: it is dropped', async () => {
    const viewer = await connectBrowser(server.url, admin.cookie)
    stage.later(viewer.close)
    await viewer.frame('full_sync')
    for (const [, frame] of frames) viewer.sendRaw(frame)
    const { serverId } = await connected('seen by the viewer')
    const online = await viewer.frame('server_online')
    expect(typeof online.server_id).toBe('string')
    expect(serverId).toBeTruthy()
    expect(viewer.isOpen()).toBe(true)
  })

  it('connects from a foreign origin: the upgrade is rejected', async () => {
    const url = `${server.url.replace('http', 'ws')}/api/ws/servers`
    await expect(connect(url, { cookie: admin.cookie, origin: 'https://evil.example' })).rejects.toMatchObject({
      status: 403,
    })
    await expect(connect(url, { origin: server.url })).rejects.toMatchObject({ status: 401 })
  })
})

describe('the log', () => {
  it('contains what was dropped and no secret', async () => {
    const password = await initialPassword(server)
    const log = server.lines.filter((line) => !line.includes('admin password: ')).join('\n')
    expect(log).toMatch(/report/)
    for (const secret of [...secrets, password]) expect(log).not.toContain(secret)
  })
})
