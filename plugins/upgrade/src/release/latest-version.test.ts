import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { makeWorld, type World } from '../../test/world.ts'
import { sourceOf } from './latest-version.ts'

let world: World | undefined
let server: Server
let url: string
let requests = 0
let respond = { status: 200, body: '' }

beforeEach(async () => {
  requests = 0
  server = createServer((_, response) => {
    requests += 1
    response.writeHead(respond.status).end(respond.body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/latest.json`
})
afterEach(async () => {
  await world?.kernel.close()
  server.closeAllConnections()
  server.close()
})

const begin = async (latest_version_url: string) => {
  world = await makeWorld({ config: { upgrade: { latest_version_url } } })
  const { kernel, ask } = world
  return { kernel, read: () => ask('GET', '/api/agent/latest-version', undefined, 'member') }
}

it.each([
  [{ version: '2.1.0', released_at: '2026-11-01T08:00:00Z' }, '2.1.0', '2026-11-01T08:00:00Z'],
  [{ tag_name: 'v3.0.0-rc.1', published_at: '2026-11-02T08:00:00Z' }, '3.0.0-rc.1', '2026-11-02T08:00:00Z'],
])('reads %j and caches it for ten minutes', async (body, version, released_at) => {
  const { kernel, read } = await begin(url)
  respond = { status: 200, body: JSON.stringify(body) }
  expect(requests).toBe(0)
  const expected = { status: 200, data: { version, released_at, error: null } }
  expect(await read()).toMatchObject(expected)
  await read()
  expect(requests).toBe(1)
  await kernel.clock.advance(600_000)
  await read()
  expect(requests).toBe(2)
})

it.each([
  [404, '', 'upgrade.LATEST_STATUS'],
  [200, 'no JSON', 'upgrade.LATEST_UNREADABLE'],
  [200, '{"version":"newest"}', 'upgrade.LATEST_UNREADABLE'],
])('says why there is none: %s %s', async (status, body, code) => {
  const { kernel, read } = await begin(url)
  respond = { status, body }
  expect(await read()).toMatchObject({ status: 200, data: { version: null, error_text: { code } } })
  await kernel.clock.advance(60_000)
  await read()
  expect(requests).toBe(2)
})

it('asks nobody without a location', async () => {
  const { read } = await begin('')
  expect(await read()).toMatchObject({ data: { error_text: { code: 'upgrade.NO_RELEASE_LOCATION' } } })
})

it('knows the API of GitHub', () => {
  const source = (release_base_url: string) => sourceOf({ release_base_url, latest_version_url: '' })
  expect(source('https://github.com/a/b/releases/')).toBe('https://api.github.com/repos/a/b/releases/latest')
  expect(source('https://example.com/releases')).toBeUndefined()
})

it('shows newer versions only if an admin wants it', async () => {
  world = await makeWorld()
  expect((await world.ask('GET', '/api/settings/upgrade', undefined, 'member')).data).toEqual({ notify: false })
  expect((await world.ask('PUT', '/api/settings/upgrade', { notify: true })).data).toEqual({ notify: true })
  expect(world.audited('upgrade_settings.update')).toEqual([{ notify: true }])
})
