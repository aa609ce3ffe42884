import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeWorld, type World } from '../../test/world.ts'
import type { StatusPage } from '../status-schema.ts'

let world: World
beforeEach(async () => {
  world = await makeWorld()
})
afterEach(() => world.kernel.close())

const put = (change: object) => world.call<StatusPage>('PUT', '/api/status-page', change)
const rejected = (change: object) => world.rejected('PUT', '/api/status-page', change)
const png = `data:image/png;base64,${Buffer.from([0x89, 0x50, 0x4e, 0x47, 1, 2, 3]).toString('base64')}`

describe('the configuration of the status page', () => {
  it('exists from the first read, with the defaults of the contract', async () => {
    const first = await world.call<StatusPage>('GET', '/api/status-page')
    expect(first).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      enabled: false,
      title: 'Status',
      description: null,
      content: null,
      all_servers: true,
      server_ids: [],
      monitor_ids: [],
      default_layout: 'grid',
      show_server_detail: true,
      show_network: false,
      show_ip_quality: false,
      show_incidents: true,
      show_maintenance: true,
      uptime_yellow_threshold: 99,
      uptime_red_threshold: 95,
      noindex: false,
      accent_color: null,
      has_logo: false,
      public_url: null,
      allow_subscriptions: false,
      mail_from: null,
      created_at: '2026-05-01T12:00:00Z',
      updated_at: '2026-05-01T12:00:00Z',
    })
    await world.kernel.clock.advance(60_000)
    expect(await world.call('GET', '/api/status-page')).toEqual(first)
    expect(await world.call('GET', '/api/status-page', undefined, 'member')).toEqual(first)
    expect((await world.ask('PUT', '/api/status-page', {}, 'member')).status).toBe(403)
  })

  it('changes by any subset, keeps the order of servers, and is audited', async () => {
    const [a, b] = [await world.server('a'), await world.server('b')]
    const changed = await put({
      title: ' <b>Ours</b> ',
      server_ids: [b, a, b],
      description: 'x',
      default_layout: 'list',
    })
    expect(changed).toMatchObject({
      title: '<b>Ours</b>',
      server_ids: [b, a],
      all_servers: false,
      description: 'x',
      default_layout: 'list',
    })
    expect(await put({ description: null })).toMatchObject({
      title: '<b>Ours</b>',
      description: null,
      server_ids: [b, a],
    })
    expect(await put({ server_ids: [] })).toMatchObject({ all_servers: true, server_ids: [] })
    expect(await put({ public_url: 'https://status.example.com/', accent_color: '#0a0B0c' })).toMatchObject({
      public_url: 'https://status.example.com',
      accent_color: '#0a0B0c',
    })
    expect(await put({ public_url: null })).toMatchObject({ public_url: null })
    expect(world.audited('status_page.update').map((one) => Object.values(one)[0])).toEqual([
      ['title', 'server_ids', 'description', 'default_layout'],
      ['description'],
      ['server_ids'],
      ['public_url', 'accent_color'],
      ['public_url'],
    ])
  })

  it('rejects what the contract rules out', async () => {
    expect(await rejected({ default_layout: 'carousel' })).toEqual(['default_layout kernel.ONE_OF'])
    expect(await rejected({ title: ' ' })).toEqual(['title kernel.NOT_EMPTY'])
    expect(await rejected({ title: 'x'.repeat(201) })).toEqual(['title kernel.MAX_LENGTH'])
    expect(await rejected({ description: 'a\0b' })).toEqual(['description kernel.CONTROL_CHARACTERS'])
    expect(await rejected({ server_ids: ['nobody'] })).toEqual(['server_ids status.SERVERS_MUST_EXIST'])
    expect(await rejected({ monitor_ids: ['nothing'] })).toEqual(['monitor_ids status.MONITORS_MUST_EXIST'])
    expect(await rejected({ uptime_red_threshold: 101 })).toEqual(['uptime_red_threshold kernel.MAXIMUM'])
    expect(await rejected({ uptime_yellow_threshold: 90 })).toEqual(['uptime_yellow_threshold status.THRESHOLD_ORDER'])
    expect(await rejected({ accent_color: 'red' })).toEqual(['accent_color kernel.PATTERN'])
    expect(await rejected({ mail_from: 'a@b.co' })).toEqual(['mail_from status.NO_EMAIL'])
    for (const public_url of ['javascript:alert(1)', 'ftp://a.b', 'https://a.b/c', 'https://u:p@a.b', 'nothing']) {
      expect(await rejected({ public_url })).toEqual(['public_url status.PUBLIC_URL'])
    }
    for (const logo of ['x', 'data:text/html;base64,PGI+', png.replace('png', 'jpeg'), `${png}!`]) {
      expect(await rejected({ logo })).toEqual(['logo status.LOGO_TYPE'])
    }
    const large = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47]), Buffer.alloc(131_070)])
    expect(await rejected({ logo: `data:image/png;base64,${large.toString('base64')}` })).toEqual([
      'logo status.LOGO_SIZE',
    ])
    expect(await world.call('GET', '/api/status-page')).toMatchObject({ title: 'Status', has_logo: false })
  })

  it('has a logo until it is removed', async () => {
    expect(await put({ logo: png })).toMatchObject({ has_logo: true })
    expect(await put({ title: 'x' })).toMatchObject({ has_logo: true })
    expect(await put({ logo: null })).toMatchObject({ has_logo: false })
  })

  it('does not show hidden servers to members, nor all servers after the chosen ones were deleted', async () => {
    const [a, b] = [await world.server('a'), await world.server('b')]
    await put({ server_ids: [a, b] })
    await world.call('PUT', `/api/servers/${a}`, { hidden: true })
    expect(await world.call('GET', '/api/status-page')).toMatchObject({ server_ids: [a, b] })
    expect(await world.call('GET', '/api/status-page', undefined, 'member')).toMatchObject({ server_ids: [b] })
    await world.call('DELETE', `/api/servers/${a}`)
    await world.call('DELETE', `/api/servers/${b}`)
    expect(await world.call('GET', '/api/status-page')).toMatchObject({ server_ids: [], all_servers: false })
  })
})
