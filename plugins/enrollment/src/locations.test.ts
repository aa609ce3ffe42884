import { definePlugin, listen } from '@svc/plugin-sdk'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeWorld, systemInfo, type World } from '../test/world.ts'
import { addressesReported, locationUnpinned, servers } from './contract.ts'

const events: string[] = []
const listener = definePlugin({
  id: 'listener',
  setup: () => ({
    on: [
      listen(addressesReported, ({ serverId }) => void events.push(`reported ${serverId}`)),
      listen(locationUnpinned, ({ serverId }) => void events.push(`unpinned ${serverId}`)),
    ],
  }),
})

let world: World
beforeEach(async () => {
  events.length = 0
  world = await makeWorld({ plugins: [listener] })
})
afterEach(() => world.close())

const berlin = { countryCode: 'DE', region: 'Berlin' }
const locate = (id: string, location = berlin) => world.kernel.service(servers).locate(id, location)
const record = async (id: string) => (await world.admin('GET', `/api/servers/${id}`)).data
const put = (id: string, body: object) => world.admin('PUT', `/api/servers/${id}`, body)

describe('the location of a server', () => {
  it('is stored if it differs, listed, and sent to browsers in one message', async () => {
    const [a, b] = [(await world.onboard('a')).server_id, (await world.onboard('b')).server_id]
    const { headers } = await world.admin('GET', '/api/servers')
    const browser = await world.browser()
    await browser.next('full_sync')
    expect([locate(a), locate(b), locate(a)]).toEqual([true, true, false])
    await world.kernel.clock.advance(200)
    expect((await browser.next('servers_changed')).server_ids).toEqual([a, b])
    expect(await record(a)).toMatchObject({ country_code: 'DE', region: 'Berlin', geo_manual: false })
    const again = await world.call('admin', 'GET', '/api/servers')
    expect(again.headers.etag).not.toBe(headers.etag)
    const next = await world.browser()
    expect((await next.next('full_sync')).servers).toMatchObject([
      { country_code: 'DE', region: 'Berlin' },
      { country_code: 'DE', region: 'Berlin' },
    ])
  })

  it('is sent without ids when many servers change at once', async () => {
    const ids: string[] = []
    for (let n = 0; n < 21; n++) ids.push((await world.onboard(`server-${n}`)).server_id)
    const browser = await world.browser('member')
    await browser.next('full_sync')
    for (const id of ids) locate(id)
    await world.kernel.clock.advance(200)
    expect((await browser.next('servers_changed')).server_ids).toEqual([])
  })

  it('is not sent to members if the server is hidden', async () => {
    const [a, b] = [(await world.onboard('a')).server_id, (await world.onboard('b')).server_id]
    await put(a, { hidden: true })
    const browser = await world.browser('member')
    await browser.next('full_sync')
    locate(a)
    locate(b)
    await world.kernel.clock.advance(200)
    expect((await browser.next('servers_changed')).server_ids).toEqual([b])
  })

  it('can be pinned by an admin, which clears the region of another country, and unpinned again', async () => {
    const { server_id: id } = await world.onboard('a')
    locate(id)
    await put(id, { country_code: 'de' })
    expect(await record(id)).toMatchObject({ country_code: 'DE', region: 'Berlin', geo_manual: true })
    await put(id, { country_code: 'FR' })
    expect(locate(id)).toBe(false)
    expect(await record(id)).toMatchObject({ country_code: 'FR', region: null, geo_manual: true })
    expect(events).toEqual([])
    await put(id, { country_code: null })
    expect(events).toEqual([`unpinned ${id}`])
    expect(locate(id)).toBe(true)
  })

  it('of a deleted server cannot be set', async () => {
    const { server_id: id } = await world.onboard('a')
    locate(id)
    await world.admin('DELETE', `/api/servers/${id}`)
    await world.kernel.clock.advance(200)
    expect(locate(id)).toBe(false)
    expect(world.kernel.service(servers).addresses(id)).toBeUndefined()
  })
})

describe('the addresses of a server', () => {
  it('are stored when the agent reports them, and updated when they change', async () => {
    const { id, token } = await world.claimed('a')
    const addresses = () => world.kernel.service(servers).addresses(id)
    expect(addresses()).toEqual({ ipv4: null, ipv6: null, remote: '127.0.0.1' })
    const agent = await world.welcomed(token)
    agent.send(systemInfo)
    await agent.next('ack')
    expect([addresses(), events]).toEqual([
      { ipv4: '198.51.100.7', ipv6: null, remote: '127.0.0.1' },
      [`reported ${id}`],
    ])
    const browser = await world.browser()
    await browser.next('full_sync')
    const moved = { type: 'ip_changed', ipv4: '203.0.113.9', ipv6: '2001:db8::1', interfaces: [] }
    agent.send(moved)
    await browser.next('server_ip_changed')
    expect([addresses(), events.length]).toEqual([{ ipv4: '203.0.113.9', ipv6: '2001:db8::1', remote: '127.0.0.1' }, 2])
  })
})
