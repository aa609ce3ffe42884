import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeWorld, noonSeconds, type World } from '../test/world.ts'
import type { ListedBlock } from './contract.ts'

let world: World
beforeEach(async () => {
  world = await makeWorld({ config: { firewall: { allow_list: ['203.0.113.0/28'] } } })
})
afterEach(() => world.kernel.close())

const list = async (query = ''): Promise<ListedBlock[]> =>
  (await world.call('GET', `/api/firewall/blocks${query}`)).items
const targets = async (query = '') => (await list(query)).map(({ target }) => target)
const problemOf = async (payload: object) => {
  const answer = await world.ask('POST', '/api/firewall/blocks', payload)
  return [answer.statusCode, answer.json().error?.details?.params?.reason?.code ?? answer.json().error?.details]
}

describe('creating a block', () => {
  it.each([
    ['198.51.100.7', '198.51.100.7', 4],
    ['198.51.100.7/32', '198.51.100.7', 4],
    [' 198.51.100.7/24 ', '198.51.100.0/24', 4],
    ['2001:DB8:0::1', '2001:db8::1', 6],
    ['2001:db8:ffff::/33', '2001:db8:8000::/33', 6],
    ['::ffff:198.51.100.7', '198.51.100.7', 4],
  ])('%s is stored as %s', async (target, stored, family) => {
    expect(await world.block(target, { comment: ' scans ' })).toMatchObject({
      ...{ target: stored, family, cover_type: 'all', server_ids: null, comment: 'scans', origin: 'manual' },
      ...{ created_at: '2026-05-01T12:00:00Z', expires_at: null, confirm_until: null },
    })
    expect(world.audited('firewall_block_created')).toMatchObject([
      { target: stored, cover_type: 'all', origin: 'manual' },
    ])
    expect(await world.ask('POST', '/api/firewall/blocks', { target })).toMatchObject({ statusCode: 409 })
    expect(world.audited('firewall_block_rejected_server')).toEqual([{ target: stored, reason: 'duplicate' }])
  })

  it.each([
    '',
    'example.com',
    '127.1',
    '198.51.100.0/33',
    '1.2.3.4/8/8',
    '1.2.3.4; drop',
    '0x7f.0.0.1',
    'fe80::1%eth0',
  ])('%j is no address or range', async (target) => {
    const { statusCode } = await world.ask('POST', '/api/firewall/blocks', { target })
    expect(statusCode).toBe(target === '' ? 422 : 400)
  })

  it.each([
    ['127.0.0.1', 'firewall.OWN_ADDRESS'],
    ['127.8.8.8', 'firewall.PROTECTED_RANGE'],
    ['::ffff:127.8.8.8', 'firewall.PROTECTED_RANGE'],
    ['::ffff:0:0/96', 'firewall.RANGE_TOO_LARGE'],
    ['0.0.0.0/0', 'firewall.RANGE_TOO_LARGE'],
    ['::/0', 'firewall.RANGE_TOO_LARGE'],
    ['::fffe:0:0/95', 'firewall.PROTECTED_RANGE'],
    ['10.0.0.1', 'firewall.PROTECTED_RANGE'],
    ['172.31.255.255', 'firewall.PROTECTED_RANGE'],
    ['192.168.1.0/24', 'firewall.PROTECTED_RANGE'],
    ['169.254.169.254', 'firewall.PROTECTED_RANGE'],
    ['224.0.0.1', 'firewall.PROTECTED_RANGE'],
    ['0.0.0.0', 'firewall.PROTECTED_RANGE'],
    ['::2', 'firewall.PROTECTED_RANGE'],
    ['fd12::1', 'firewall.PROTECTED_RANGE'],
    ['fe80::1', 'firewall.PROTECTED_RANGE'],
    ['ff02::1', 'firewall.PROTECTED_RANGE'],
    ['203.0.113.5', 'firewall.ALLOWED'],
    ['203.0.0.0/16', 'firewall.ALLOWED'],
  ])('%s is protected: %s', async (target, reason) => {
    expect(await problemOf({ target })).toEqual([409, reason])
    expect(await world.call('GET', '/api/firewall/blocks')).toMatchObject({ items: [] })
    expect(world.audited('firewall_block_rejected_server')).toMatchObject([{ reason }])
  })

  it('addresses of monitored servers are protected', async () => {
    await world.server('web-1', { ipv4: '198.51.100.20', ipv6: '2001:db8::20' })
    for (const target of ['198.51.100.20', '198.51.100.0/24', '2001:db8::/64']) {
      expect(await problemOf({ target })).toEqual([409, 'firewall.SERVER_ADDRESS'])
    }
  })

  it('names the servers that it applies to', async () => {
    const { id } = await world.server('web-1')
    const status = async (payload: object) =>
      (await world.ask('POST', '/api/firewall/blocks', { target: '198.51.100.7', ...payload })).statusCode
    expect(await status({ cover_type: 'some' })).toBe(422)
    expect(await status({ cover_type: 'include' })).toBe(422)
    expect(await status({ cover_type: 'exclude', server_ids: [] })).toBe(422)
    expect(await status({ cover_type: 'include', server_ids: ['nobody'] })).toBe(422)
    expect(await status({ cover_type: 'all', server_ids: [id] })).toBe(422)
    expect(await status({ expires_in: 5 })).toBe(422)
    expect(await world.block('198.51.100.7', { cover_type: 'include', server_ids: [id, id] })).toMatchObject({
      cover_type: 'include',
      server_ids: [id],
    })
    // A deleted server is forgotten.
    await world.ask('DELETE', `/api/servers/${id}`)
    expect((await list())[0]).toMatchObject({ server_ids: [], applied: { present: 0, failed: 0, waiting: 0 } })
  })

  it('checks an address before', async () => {
    const check = (target: string) => world.call('GET', `/api/firewall/check?target=${encodeURIComponent(target)}`)
    await world.block('198.51.100.0/24')
    expect(await check('198.51.100.9/32')).toEqual({
      ...{ target: '198.51.100.9', problem: null, problem_text: null, covered_by: '198.51.100.0/24' },
    })
    expect(await check('198.51.100.9/24')).toMatchObject({
      target: '198.51.100.0/24',
      problem_text: { code: 'firewall.ALREADY_BLOCKED' },
    })
    expect(await check('::ffff:10.0.0.1')).toMatchObject({
      target: '10.0.0.1',
      problem_text: { code: 'firewall.PROTECTED_RANGE' },
    })
    expect(await check('nobody')).toMatchObject({ target: null, problem: expect.stringContaining('IP address') })
  })
})

describe('changing blocks', () => {
  it('expiry and comment, of which agents get the expiry', async () => {
    const { id } = await world.block('198.51.100.7', { comment: 'scans' })
    const { agent } = await world.server('web-1')
    await agent.next('blocklist_sync')
    const patch = (payload: object) => world.call('PATCH', `/api/firewall/blocks/${id}`, payload)
    expect(await patch({ expires_in: 3600 })).toMatchObject({ comment: 'scans', expires_at: '2026-05-01T13:00:00Z' })
    expect(await agent.next('blocklist_add')).toMatchObject({ entry: { id, expires_at: noonSeconds + 3600 } })
    expect(await patch({ comment: ' ' })).toMatchObject({ comment: null, expires_at: '2026-05-01T13:00:00Z' })
    expect(await patch({ expires_in: null })).toMatchObject({ expires_at: null })
    expect(await agent.next('blocklist_add')).toMatchObject({ entry: { id, expires_at: null } })
    expect(world.audited('firewall_block_updated')).toHaveLength(3)
    expect((await world.ask('PATCH', `/api/firewall/blocks/${id}`, { expires_in: 5 })).statusCode).toBe(422)
    expect((await world.ask('PATCH', '/api/firewall/blocks/gone', {})).statusCode).toBe(404)
  })

  it('unblocks several at once', async () => {
    const ids: string[] = []
    for (const target of ['198.51.100.7', '198.51.100.8', '198.51.100.9']) ids.push((await world.block(target)).id)
    const body = { ids: [ids[0], ids[2], ids[0], 'gone'] }
    expect(await world.call('POST', '/api/firewall/blocks/batch-delete', body)).toEqual({ deleted: 2 })
    expect(await targets()).toEqual(['198.51.100.8'])
    expect(world.audited('firewall_block_deleted')).toHaveLength(2)
    expect((await world.ask('POST', '/api/firewall/blocks/batch-delete', { ids: [] })).statusCode).toBe(422)
  })

  it('lists what nobody can block, each range once', async () => {
    await world.server('web-1', { ipv4: '198.51.100.20', ipv6: null })
    const ranges = await world.call('GET', '/api/firewall/protected')
    expect(ranges).toEqual(
      expect.arrayContaining([
        { range: '127.0.0.1', kind: 'client' },
        { range: '203.0.113.0/28', kind: 'allow_list' },
        { range: '10.0.0.0/8', kind: 'fixed' },
        { range: '198.51.100.20', kind: 'server' },
      ]),
    )
    expect(new Set(ranges.map(({ range }: { range: string }) => range)).size).toBe(ranges.length)
  })
})

describe('lists', () => {
  it('pages lose and repeat nothing, also with equal times', async () => {
    for (let i = 0; i < 7; i += 1) await world.block(`198.51.100.${i}`)
    const seen: string[] = []
    let cursor = ''
    do {
      const page = await world.call('GET', `/api/firewall/blocks?limit=3${cursor && `&cursor=${cursor}`}`)
      seen.push(...page.items.map(({ target }: ListedBlock) => target))
      cursor = page.next_cursor ?? ''
    } while (cursor)
    expect(seen).toEqual([6, 5, 4, 3, 2, 1, 0].map((i) => `198.51.100.${i}`))
  })

  it('filters and counts', async () => {
    await world.block('198.51.100.7')
    await world.block('2001:db8::/32')
    expect(await targets('?target_q=2001:DB8')).toEqual(['2001:db8::/32'])
    expect(await targets('?target_q=100.7')).toEqual(['198.51.100.7'])
    expect(await targets('?target_q=%25')).toEqual([])
    expect(await targets('?origin=auto')).toEqual([])
    expect(await world.call('GET', '/api/firewall/stats')).toEqual({ total: 2, auto: 0, manual: 2, v4: 1, v6: 1 })
    expect((await world.ask('GET', '/api/firewall/blocks?server_id=nobody')).statusCode).toBe(404)
    expect((await world.ask('GET', '/api/firewall/blocks/nobody')).statusCode).toBe(404)
    expect((await world.ask('DELETE', '/api/firewall/blocks/nobody')).statusCode).toBe(404)
  })

  it('finds what a server has rejected or not applied yet', async () => {
    const { id: web, agent } = await world.server('web')
    const { id: db } = await world.server('db')
    const on = { cover_type: 'include', server_ids: [web] }
    const rejected = await world.block('198.51.100.1', on)
    const applied = await world.block('198.51.100.2', on)
    await world.block('198.51.100.3')
    const results = [{ id: rejected.id, state: 'failed' }]
    agent.send({ type: 'blocklist_ack', results: [...results, { id: applied.id, state: 'present' }] })
    await agent.settle()
    expect(await targets('?state=failed')).toEqual(['198.51.100.1'])
    expect(await targets('?state=waiting')).toEqual(['198.51.100.3'])
    expect(await targets(`?state=failed&server_id=${db}`)).toEqual([])
    expect(await targets(`?state=waiting&server_id=${web}`)).toEqual(['198.51.100.3'])
    await world.ask('PUT', `/api/servers/${web}`, { hidden: true })
    const asMember = await world.call('GET', '/api/firewall/blocks?state=failed', undefined, 'member')
    expect(asMember.items).toEqual([])
  })

  it('members see nothing of hidden servers', async () => {
    const { id: hidden, agent } = await world.server('secret')
    const { id: web } = await world.server('web')
    const { id } = await world.block('198.51.100.7', { cover_type: 'include', server_ids: [hidden, web] })
    agent.send({ type: 'blocklist_ack', results: [{ id, state: 'present' }] })
    await agent.settle()
    await world.ask('PUT', `/api/servers/${hidden}`, { hidden: true })
    const asMember = (url: string) => world.call('GET', url, undefined, 'member')
    expect(await world.call('GET', `/api/firewall/blocks/${id}`)).toMatchObject({ applied: { present: 1, waiting: 1 } })
    expect(await asMember(`/api/firewall/blocks/${id}`)).toMatchObject({
      ...{ server_ids: [web], states: [], applied: { present: 0, failed: 0, waiting: 1 } },
    })
    expect(await asMember('/api/firewall/activity')).toEqual([])
    expect(await world.call('GET', '/api/firewall/activity')).toMatchObject([{ server_id: hidden, state: 'present' }])
    const answer = await world.ask('GET', `/api/firewall/blocks?server_id=${hidden}`, undefined, 'member')
    expect(answer.statusCode).toBe(404)
  })
})

describe('agents', () => {
  it('get everything when they connect, then changes, and what they acknowledge is recorded', async () => {
    const first = await world.block('198.51.100.7', { expires_in: 3600 })
    const { id, agent } = await world.server('web-1')
    expect(await agent.next('blocklist_reset')).toEqual({ type: 'blocklist_reset' })
    expect(await agent.next('blocklist_sync')).toEqual({
      type: 'blocklist_sync',
      entries: [{ id: first.id, target: '198.51.100.7/32', family: 4, expires_at: noonSeconds + 3600 }],
      confirm_seconds: 60,
    })
    agent.send({ type: 'blocklist_reset_ack', ok: true })
    agent.send({ type: 'blocklist_ack', results: [{ id: first.id, state: 'present' }] })
    expect(await agent.next('blocklist_confirm')).toEqual({ type: 'blocklist_confirm', ids: [first.id] })
    expect(world.audited('firewall_reset_acked')).toEqual([{ server_id: id }])
    expect(world.audited('firewall_block_applied_agent')).toEqual([
      { block_id: first.id, target: '198.51.100.7', server_id: id },
    ])

    const second = await world.block('2001:db8::/32')
    expect(await agent.next('blocklist_add')).toMatchObject({
      entry: { id: second.id, target: '2001:db8::/32', family: 6, expires_at: null },
    })
    const viewer = await world.kernel.connect('/api/ws/servers', world.kernel.as('member').headers)
    await viewer.next('full_sync')
    const reason = `it overlaps a gateway\u0000\n${'x'.repeat(1000)}`
    agent.send({ type: 'blocklist_ack', results: [{ id: second.id, state: 'failed', reason }] })
    const change = await viewer.next('firewall_apply_state_changed')
    expect(change).toMatchObject({ block_id: second.id, server_id: id, state: 'failed' })
    expect(change.reason).toHaveLength(256)
    expect(world.audited('firewall_block_rejected_agent')).toMatchObject([{ block_id: second.id }])
    expect((await list(`?server_id=${id}`)).map(({ state }) => state?.state)).toEqual(['failed', 'present'])

    await world.call('DELETE', `/api/firewall/blocks/${first.id}`)
    expect(await agent.next('blocklist_remove')).toEqual({ type: 'blocklist_remove', id: first.id })
    expect(await viewer.next('blocklist_changed')).toMatchObject({ kind: 'deleted', block_id: first.id })
    expect(world.audited('firewall_block_deleted')).toMatchObject([{ block_id: first.id, target: '198.51.100.7' }])
  })

  it('reconnecting repeats no audit entries, and what is unknown is removed from the host', async () => {
    const { id: blockId } = await world.block('198.51.100.7')
    const { agent, connect } = await world.server('web-1')
    const results = [{ id: blockId, state: 'present' }]
    agent.send({ type: 'blocklist_ack', results })
    await agent.settle()
    const again = await connect()
    again.send({ type: 'blocklist_reset_ack', ok: true })
    await again.settle()
    expect((await list())[0]?.applied).toEqual({ present: 0, failed: 0, waiting: 1 })
    again.send({ type: 'blocklist_ack', results })
    again.send({ type: 'blocklist_ack', results: [{ id: 'deleted-meanwhile', state: 'present' }] })
    expect(await again.next('blocklist_remove')).toMatchObject({ id: 'deleted-meanwhile' })
    expect((await list())[0]?.applied).toEqual({ present: 1, failed: 0, waiting: 0 })
    expect(world.audited('firewall_block_applied_agent')).toHaveLength(1)
    again.send({ type: 'blocklist_reset_ack', ok: false, reason: 'nft failed' })
    await again.settle()
    expect(world.audited('firewall_reset_failed_agent')).toMatchObject([{ reason: 'nft failed' }])
    expect((await list())[0]?.applied.present).toBe(1)
  })

  it('without the capability or of an old protocol get no blocks', async () => {
    await world.block('198.51.100.7')
    const { agent: denied } = await world.server('denied', { agent_local_capabilities: 256 })
    expect(await denied.next('blocklist_reset')).toBeDefined()
    const { agent: old } = await world.server('old', { protocol_version: 1 })
    await world.block('198.51.100.8')
    for (const agent of [denied, old]) await agent.settle()
    const typesOf = ({ frames }: typeof old) =>
      frames.map(({ type }) => type).filter((type) => type.startsWith('blocklist'))
    expect([typesOf(denied), typesOf(old)]).toEqual([[], []])
  })

  it('get only blocks that cover them', async () => {
    const { id: a, agent: first } = await world.server('a')
    const { agent: second } = await world.server('b')
    await world.block('198.51.100.1', { cover_type: 'include', server_ids: [a] })
    await world.block('198.51.100.2', { cover_type: 'exclude', server_ids: [a] })
    expect(await first.next('blocklist_add')).toMatchObject({ entry: { target: '198.51.100.1/32' } })
    expect(await second.next('blocklist_add')).toMatchObject({ entry: { target: '198.51.100.2/32' } })
    expect(await targets(`?server_id=${a}`)).toEqual(['198.51.100.1'])
  })
})

it('states that cannot be stored because the database is locked are asked for again', async () => {
  const { id: blockId } = await world.block('198.51.100.7')
  const { agent } = await world.server('web-1')
  await agent.next('blocklist_sync')
  const { database } = world.kernel
  const Connection = database.constructor as new (path: string) => typeof database
  const other = new Connection(database.name)
  // How long the server waits for the lock makes no difference.
  database.pragma('busy_timeout = 1')
  other.exec('BEGIN IMMEDIATE')
  const acknowledge = () => agent.send({ type: 'blocklist_ack', results: [{ id: blockId, state: 'present' }] })
  acknowledge()
  // The agent keeps the block: its connection is fine.
  expect(await agent.next('blocklist_confirm')).toMatchObject({ ids: [blockId] })
  await agent.settle()
  other.exec('ROLLBACK')
  other.close()
  expect((await list())[0]?.applied).toEqual({ present: 0, failed: 0, waiting: 1 })
  await agent.stay(40_000)
  expect(await agent.next('blocklist_sync')).toMatchObject({ entries: [{ id: blockId }] })
  acknowledge()
  await agent.settle()
  expect((await list())[0]?.applied).toEqual({ present: 1, failed: 0, waiting: 0 })
})

describe('a host that is reset', () => {
  const sync = async (id: string) => {
    const answer = await world.ask('POST', `/api/servers/${id}/firewall/sync`)
    return [answer.statusCode, answer.json().error?.details?.code]
  }

  it('gets everything again', async () => {
    await world.block('198.51.100.7')
    const { id, agent } = await world.server('web-1')
    for (const type of ['blocklist_reset', 'blocklist_sync']) await agent.next(type)
    expect(await sync(id)).toEqual([200, undefined])
    expect(await agent.next('blocklist_reset')).toBeDefined()
    expect(await agent.next('blocklist_sync')).toMatchObject({ entries: [{ target: '198.51.100.7/32' }] })
    agent.terminate()
    await expect.poll(() => sync(id)).toEqual([404, 'kernel.SERVER_OFFLINE'])
  })

  it('must exist and be able to block', async () => {
    expect(await sync('nobody')).toEqual([404, 'kernel.UNKNOWN_SERVER'])
    const { id: denied } = await world.server('denied', { agent_local_capabilities: 256 })
    expect(await sync(denied)).toEqual([403, 'kernel.CAPABILITY_DISABLED'])
    const { id: old } = await world.server('old', { protocol_version: 1 })
    expect(await sync(old)).toEqual([409, 'firewall.AGENT_TOO_OLD'])
  })
})

describe('the end of a block', () => {
  it('when it expires', async () => {
    const { agent } = await world.server('web-1')
    await world.block('198.51.100.7', { expires_in: 60 })
    await agent.stay(50_000)
    expect(await targets()).toHaveLength(1)
    await agent.stay(20_000)
    expect(await targets()).toEqual([])
    expect(await agent.next('blocklist_remove')).toBeDefined()
    expect(world.audited('firewall_block_deleted')).toMatchObject([{ target: '198.51.100.7', reason: 'expired' }])
  })

  it('when nobody confirms that it did not cut the connection', async () => {
    const confirmed = await world.block('198.51.100.7', { confirm_within: 60 })
    await world.block('198.51.100.8', { confirm_within: 60 })
    expect(await world.call('POST', `/api/firewall/blocks/${confirmed.id}/confirm`)).toMatchObject({
      confirm_until: null,
    })
    await world.kernel.clock.advance(70_000)
    expect(await targets()).toEqual(['198.51.100.7'])
    expect(world.audited('firewall_block_deleted')).toMatchObject([{ target: '198.51.100.8', reason: 'not_confirmed' }])
    expect((await world.ask('POST', '/api/firewall/blocks/gone/confirm')).statusCode).toBe(404)
  })
})
