import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { secretMask } from '@svc/protocol'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { closeServers, serveHttp } from '../../test/servers.ts'
import { makeWorld, type World } from '../../test/world.ts'

let world: World
let server: Awaited<ReturnType<typeof serveHttp>>
beforeEach(async () => {
  world = await makeWorld()
  server = await serveHttp((_, res) => res.end('ok'))
})
afterEach(async () => {
  await world.close()
  await closeServers()
})

const credentials = { Authorization: 'Bearer topsecret', 'X-Other': 'topsecret-too' }
const config = { method: 'POST', headers: credentials, body: '{"password":"topsecret"}', keyword: 'ok' }
const make = () => world.make({ monitor_type: 'http_keyword', target: server.url, config_json: config })
const sent = async (id: string) => {
  await world.call('admin', 'POST', `/${id}/check`)
  const { headers, body } = server.requests.at(-1) ?? {}
  return [headers?.authorization, headers?.['x-other'], body]
}

describe('headers and body of a check', () => {
  it('are shown to admins with masked header values, and not to members', async () => {
    const made = await make()
    const shown = {
      method: 'POST',
      keyword: 'ok',
      keyword_exists: true,
      expected_status: [200],
      timeout: 10,
      headers: { Authorization: secretMask, 'X-Other': secretMask },
      body: '{"password":"topsecret"}',
    }
    expect(made.config).toEqual(shown)
    expect(JSON.parse(made.config_json as string)).toEqual(shown)
    for (const url of ['', `/${made.id}`]) {
      const text = JSON.stringify((await world.call('member', 'GET', url)).data)
      expect(text).not.toMatch(/topsecret|headers|body|Authorization/)
      expect(text).toContain('keyword_exists')
    }
    expect(await sent(made.id)).toEqual(['Bearer topsecret', 'topsecret-too', '{"password":"topsecret"}'])
  })

  it('are not on disk or in logs in plain text', async () => {
    const { id } = await make()
    await world.call('admin', 'PUT', `/${id}`, { config_json: { ...config, headers: { A: 'topsecret' } } })
    await world.call('admin', 'POST', `/${id}/check`)
    const { dataDir, logs } = world.kernel
    const files = readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    expect(files.length).toBeGreaterThan(0)
    for (const { parentPath, name } of files) {
      expect(readFileSync(join(parentPath, name)).includes('topsecret')).toBe(false)
    }
    expect(JSON.stringify(logs)).not.toContain('topsecret')
  })

  it('are kept where the mask is sent back, and otherwise replaced or removed', async () => {
    const { id } = await make()
    const headers = { Authorization: secretMask, 'X-New': 'n' }
    await world.call('admin', 'PUT', `/${id}`, { config_json: { method: 'POST', headers } })
    expect(await sent(id)).toEqual(['Bearer topsecret', undefined, ''])
    expect(server.requests.at(-1)?.headers['x-new']).toBe('n')
    await world.call('admin', 'PUT', `/${id}`, { name: 'other', target: `${server.url}/path` })
    expect(await sent(id)).toEqual(['Bearer topsecret', undefined, ''])
  })

  it('are not sent to another host unless entered again', async () => {
    const { id } = await make()
    const other = await serveHttp((_, res) => res.end())
    const masked = { method: 'POST', headers: { Authorization: secretMask } }
    for (const change of [{ target: other.url }, { target: other.url, config_json: masked }]) {
      const { status, error } = await world.call('admin', 'PUT', `/${id}`, change)
      expect([status, error.details]).toEqual([
        422,
        [{ field: 'config_json.headers.Authorization', rule: 'must be entered again', code: 'monitors.ENTER_AGAIN' }],
      ])
    }
    await world.call('admin', 'PUT', `/${id}`, { target: other.url, config_json: { headers: { Authorization: 'b' } } })
    await world.call('admin', 'POST', `/${id}/check`)
    expect(other.requests.map(({ headers }) => headers.authorization)).toEqual(['b'])
  })

  it('of a database are hidden, kept for the same address, and not sent to another one', async () => {
    const login = { username: 'watch', password: 'open sesame', query: 'SELECT hush' }
    const made = await world.make({ monitor_type: 'postgres', target: 'db.example', config_json: login })
    expect(made).toMatchObject({ target: 'db.example:5432', config: { username: 'watch', password: '••••••••' } })
    const asMember = (await world.call('member', 'GET', `/${made.id}`)).data
    expect(asMember.config).toEqual({ tls: 'off', comparison: 'equals', timeout: 10 })
    const stored = world.kernel.database.prepare('SELECT config_json, sealed FROM monitors_monitors').all()
    expect(JSON.stringify(stored)).not.toMatch(/sesame|hush|watch/)
    const config_json = { ...login, password: '••••••••', timeout: 5 }
    expect((await world.call('admin', 'PUT', `/${made.id}`, { config_json })).status).toBe(200)
    for (const change of [{ config_json }, {}]) {
      const moved = await world.call('admin', 'PUT', `/${made.id}`, { target: 'other.example:5432', ...change })
      expect([moved.status, moved.error?.details[0].field]).toEqual([422, 'config_json.password'])
    }
  })

  it('that cannot be decrypted fail the check and must be entered again', async () => {
    const { id } = await make()
    world.kernel.database.prepare("UPDATE monitors_monitors SET sealed = 'damaged'").run()
    expect((await world.call('admin', 'POST', `/${id}/check`)).data).toMatchObject({
      success: false,
      error: expect.stringMatching(/headers cannot be decrypted and must be entered again/),
    })
    expect(server.requests).toEqual([])
    expect((await world.get(id)).config.headers).toBeUndefined()
    await world.call('admin', 'PUT', `/${id}`, { config_json: config })
    expect(await sent(id)).toEqual(['Bearer topsecret', 'topsecret-too', '{"password":"topsecret"}'])
  })
})
