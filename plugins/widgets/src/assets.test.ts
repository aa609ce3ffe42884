import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { archive, collection, source } from '../test/sources.ts'
import { makeWorld, type World } from '../test/world.ts'

let world: World
beforeEach(async () => {
  world = await makeWorld()
  await world.install(
    await archive([
      collection('weather/index.js'),
      { name: 'weather/index.js', content: source() },
      { name: 'weather/icon.svg', content: '<svg onload="alert(1)"/>' },
      { name: 'weather/page.HTML', content: '<script>alert(1)</script>' },
      { name: 'weather/sub/data.json', content: '{}' },
      { name: 'weather/odd.exe', content: 'MZ' },
      { name: 'secret.txt', content: 'not of this widget' },
    ]),
  )
})
afterEach(() => world.close())

const base = '/api/widget-modules/org.example.weather'
const get = (path: string, headers: Record<string, string> = {}) =>
  world.call('member', 'GET', `${base}/${path}`, { headers })

describe('assets', () => {
  it.each([
    ['index.js', 'text/javascript; charset=utf-8'],
    ['icon.svg', 'image/svg+xml'],
    ['page.HTML', 'text/plain; charset=utf-8'],
    ['sub/data.json', 'application/json; charset=utf-8'],
    ['odd.exe', 'application/octet-stream'],
  ])('%s is served as %s, without running in the dashboard origin', async (path, type) => {
    const { status, headers } = await get(path)
    expect([status, headers['content-type']]).toEqual([200, type])
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['content-security-policy']).toMatch(/^sandbox;/)
    expect(headers['cache-control']).toBe('private, no-cache')
  })

  it('are cached by version', async () => {
    const [, { code_sha256 }] = (await world.list()) as [unknown, { code_sha256: string }]
    const first = await get(`index.js?v=${code_sha256}`)
    expect(first.headers['cache-control']).toBe('private, max-age=31536000, immutable')
    expect((await get('index.js?v=other')).headers['cache-control']).toBe('private, no-cache')
    // The tag of the entry does not depend on the assets.
    expect((await get(`icon.svg?v=${code_sha256}`)).headers['cache-control']).toBe('private, no-cache')
    const etag = String(first.headers.etag)
    expect(etag).toBe(`"1.0.0-${code_sha256.slice(0, 8)}"`)
    expect((await get('index.js', { 'if-none-match': etag })).status).toBe(304)
    expect((await get('icon.svg', { 'if-none-match': etag })).status).toBe(200)
    await world.install(
      await archive([
        collection('weather/index.js'),
        { name: 'weather/index.js', content: source({ version: '1.0.1' }) },
      ]),
    )
    expect((await get('index.js', { 'if-none-match': etag })).status).toBe(200)
  })

  it('import each other within a version, by a URL with the package hash', async () => {
    const module = async () => String((await world.list())[1]?.package_sha256)
    const first = await module()
    const asset = await get(`@${first}/sub/data.json`)
    expect([asset.status, asset.headers['cache-control']]).toEqual([200, 'private, max-age=31536000, immutable'])
    // A retry of the browser.
    expect((await get(`@${first}~2/index.js`)).status).toBe(200)
    const other = first.replace(/^./, (digit) => (digit === '0' ? '1' : '0'))
    for (const wrong of [`@${other}/index.js`, `@${first}`, `@${first}/`, `@${first}x/index.js`, '@/index.js']) {
      expect([wrong, (await get(wrong)).status >= 400]).toEqual([wrong, true])
    }
    expect((await get(`@${first}/..%2fsecret.txt`)).status).toBe(400)
    for (const refused of [`@${first}/none.js`, `@${first}/..%2fsecret.txt`, 'none.js']) {
      expect([refused, (await get(refused)).headers['cache-control']]).toEqual([refused, 'no-store'])
    }
    const entry = { name: 'weather/index.js', content: source() }
    await world.install(
      await archive([collection('weather/index.js'), entry, { name: 'weather/sub/data.json', content: '[1]' }]),
    )
    expect(await module()).not.toBe(first)
    expect((await get(`@${first}/sub/data.json`)).status).toBe(404)
    expect(String((await get(`@${await module()}/sub/data.json`)).raw)).toBe('[1]')
  })

  it.each([
    ['nothing.js', 404],
    // Normalized before routing; the result is the URL of the module.
    ['../secret.txt', 405],
    ['..%2fsecret.txt', 400],
    ['%2e%2e/secret.txt', 405],
    ['%2e%2e%2fsecret.txt', 400],
    ['%252e%252e%252fsecret.txt', 400],
    ['sub/..%2f..%2fsecret.txt', 400],
    ['.%2findex.js', 400],
    ['%2fetc/passwd', 400],
    ['sub%5c..%5cindex.js', 400],
    ['index.js%00', 400],
    ['sub//data.json', 400],
    ['sub/', 400],
    ['weather/index.js', 404],
  ])('%s responds with %i', async (path, status) => {
    const answer = await get(path)
    expect([answer.status, answer.raw.includes('not of this widget')]).toEqual([status, false])
  })

  it('are unavailable while the module is disabled or uninstalled', async () => {
    await world.call('admin', 'PUT', base, { payload: { enabled: false } })
    expect((await get('index.js')).status).toBe(404)
    await world.call('admin', 'PUT', base, { payload: { enabled: true } })
    expect((await get('index.js')).status).toBe(200)
    expect((await world.call('admin', 'DELETE', base)).status).toBe(204)
    expect((await get('index.js')).status).toBe(404)
    expect((await world.call('admin', 'DELETE', base)).status).toBe(404)
    expect(world.audited.map(({ action }) => action)).toEqual([
      'widget_module.install',
      'widget_module.disable',
      'widget_module.enable',
      'widget_module.uninstall',
    ])
    expect(world.notifications).toHaveLength(4)
  })

  it('support the longest module id', async () => {
    const id = `org.${'x'.repeat(124)}`
    const path = `/api/widget-modules/${id}`
    expect((await world.install(source({ id }))).status).toBe(200)
    expect((await world.call('member', 'GET', `${path}/index.js`)).status).toBe(200)
    expect((await world.call('admin', 'PUT', path, { payload: { enabled: false } })).status).toBe(200)
    expect((await world.call('admin', 'DELETE', path)).status).toBe(204)
    expect((await world.install(source({ id: `${id}x` }))).status).toBe(400)
  })

  it('are revalidated with 304', async () => {
    await world.call('admin', 'PUT', base, { payload: { enabled: true } })
    expect(world.notifications).toHaveLength(1)
    expect(
      (await world.call('admin', 'PUT', '/api/widget-modules/org.example.none', { payload: { enabled: true } })).status,
    ).toBe(404)
    expect((await world.call('admin', 'PUT', base, { payload: {} })).status).toBe(422)
  })
})
