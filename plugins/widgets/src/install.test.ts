import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { archive, collection, renamed, source, upload } from '../test/sources.ts'
import { makeWorld, type World } from '../test/world.ts'

const remote = 'https://example.org/w.js'
let world: World
beforeEach(async () => {
  world = await makeWorld({
    web: {
      [remote]: { body: Buffer.from(source()) },
      'https://example.org/moved': { status: 302, headers: { location: remote } },
      'https://example.org/gone': { status: 404 },
      'https://example.org/long': { body: Buffer.alloc(1024 * 1024 + 1) },
    },
  })
})
afterEach(() => world.close())

const builtin = 'io.svc.hello-world'
const fromUrl = (url: string) => world.call('admin', 'POST', `/api/widget-modules?url=${encodeURIComponent(url)}`)
const ids = async () => (await world.list()).map(({ id }) => id)

describe('installing a module', () => {
  it('stores the file, writes an audit entry and notifies browsers', async () => {
    const text = source()
    const answer = await world.install(text)
    expect([answer.status, answer.data]).toEqual([200, { id: 'org.example.weather', version: '1.0.0' }])
    const code_sha256 = createHash('sha256').update(text).digest('hex')
    expect(world.audited).toMatchObject([
      {
        action: 'widget_module.install',
        detail: { id: 'org.example.weather', version: '1.0.0', source_type: 'Upload', code_sha256 },
      },
    ])
    expect(world.notifications).toEqual(['widget_modules_changed'])
    const [, shown] = await world.list()
    expect(shown).toMatchObject({ source_type: 'Upload', entry_path: 'index.js', code_sha256, enabled: true })
    expect(shown?.manifest).toMatchObject({ name: 'Weather', category: 'Status' })
  })

  it('says which sizes were clamped, and that the SDK version does not fit', async () => {
    const sizing = { defaultW: 20, defaultH: 3, minW: 2, minH: 2, strategy: 'free' }
    const { status, data } = await world.install(source({ id: 'Org.My_widget', sizing, sdkVersion: '^99.0.0' }))
    expect([status, data]).toMatchObject([
      200,
      {
        id: 'Org.My_widget',
        notes: [
          { code: 'widget.SIZE_CLAMPED', params: { field: 'sizing.defaultW', value: 20, max: 12 } },
          { code: 'widget.NEEDS_SDK', params: { range: '^99.0.0' } },
        ],
      },
    ])
    const module = (await world.list()).find(({ id }) => id === 'Org.My_widget')
    expect(module?.manifest).toMatchObject({ sizing: { defaultW: 12 } })
    expect((await world.install(source({ id: 'org.example.any', sdkVersion: '*' }))).status).toBe(200)
  })

  it('replaces a module of the same source and keeps it disabled', async () => {
    await world.install(source())
    await world.call('admin', 'PUT', '/api/widget-modules/org.example.weather', { payload: { enabled: false } })
    await world.install(source({ version: '2.0.0', name: 'Better' }))
    expect(await world.list()).toMatchObject([
      { id: builtin },
      { version: '2.0.0', enabled: false, manifest: { name: 'Better' } },
    ])
    const { data } = await world.call('admin', 'GET', '/api/widget-modules')
    expect(data).toHaveLength(1)
  })

  it('is rejected if the id belongs to another source', async () => {
    await world.install(source())
    expect((await fromUrl(remote)).status).toBe(409)
    expect((await world.install(source({ id: builtin }))).status).toBe(409)
    const pack = await archive([
      collection('a.js', 'b.js'),
      { name: 'a.js', content: source({ id: 'org.example.new' }) },
      { name: 'b.js', content: source({ id: builtin }) },
    ])
    expect((await world.install(pack)).status).toBe(409)
    expect(await ids()).toEqual([builtin, 'org.example.weather'])
  })

  it('downloads from a URL', async () => {
    expect((await fromUrl(remote)).data).toEqual({ id: 'org.example.weather', version: '1.0.0' })
    expect(world.audited).toMatchObject([{ detail: { source_type: 'Url', source_url: remote } }])
    const seen = await world.call('member', 'GET', '/api/widget-modules')
    expect(JSON.stringify(seen.data)).not.toContain('example.org/w.js')
  })

  it.each([
    ['http://example.org/w.js', 'https'],
    ['ftp://example.org/w.js', 'https'],
    ['not an address', 'https'],
    ['javascript:alert(1)', 'https'],
    ['https://example.org/moved', 'redirects'],
    ['https://example.org/gone', '404'],
    ['https://example.org/long', 'too large'],
    ['https://127.0.0.1/w.js', 'not a public address'],
    [`https://example.org/${'x'.repeat(2100)}`, '2048'],
  ])('from %s is rejected', async (url, words) => {
    const { status, error } = await fromUrl(url)
    expect([status, error.message]).toEqual([400, expect.stringContaining(words)])
    expect(await ids()).toEqual([builtin])
  })

  it('requires an admin', async () => {
    expect((await world.call('member', 'POST', '/api/widget-modules', upload(source()))).status).toBe(403)
    expect(
      (await world.call('member', 'PUT', `/api/widget-modules/${builtin}`, { payload: { enabled: false } })).status,
    ).toBe(403)
    expect((await world.call('member', 'DELETE', `/api/widget-modules/${builtin}`)).status).toBe(403)
  })

  it.each<[string, number, () => Parameters<World['call']>[3]]>([
    ['nothing', 400, () => ({})],
    ['JSON', 400, () => ({ payload: { file: 'x' } })],
    ['another field', 400, () => upload(source(), 'other')],
    ['an empty file', 400, () => upload('')],
    ['a file that is one byte too long', 413, () => upload(source() + ' '.repeat(1024 * 1024 + 1 - source().length))],
    [
      'a boundary that does not end',
      400,
      () => ({ ...upload(source()), payload: Buffer.from('------svc-boundary\r\n') }),
    ],
  ])('is rejected for a request with %s', async (_, expected, request) => {
    expect((await world.call('admin', 'POST', '/api/widget-modules', request())).status).toBe(expected)
    expect(await ids()).toEqual([builtin])
  })

  it('accepts a file of the maximum size', async () => {
    const text = source() + ' '.repeat(1024 * 1024 - source().length)
    expect((await world.install(text)).status).toBe(200)
  })
})

describe('a collection', () => {
  it('installs one module per widget, sharing one file', async () => {
    const pack = await archive([
      collection('a/index.js', 'b.mjs'),
      { name: 'a/index.js', content: source() },
      { name: 'b.mjs', content: source({ id: 'org.example.other' }) },
      { name: 'a/icon.svg', content: '<svg/>' },
    ])
    const { data } = await world.install(pack)
    expect(data).toEqual([
      { id: 'org.example.weather', version: '1.0.0' },
      { id: 'org.example.other', version: '1.0.0' },
    ])
    expect(world.audited).toHaveLength(2)
    await world.call('admin', 'DELETE', '/api/widget-modules/org.example.weather')
    const asset = await world.call('member', 'GET', '/api/widget-modules/org.example.other/b.mjs')
    expect(asset.status).toBe(200)
  })

  it.each<[string, string]>([
    ['an entry that begins with ./', '{"widgets":[{"entry":"./a/index.js"}]}'],
    ['a byte order mark before its index', '\ufeff{"widgets":[{"entry":"a/index.js"}]}'],
  ])('may have %s', async (_, content) => {
    const pack = await archive([
      { name: 'collection.json', content },
      { name: 'a/index.js', content: source() },
      { name: 'a/icon.svg', content: '<svg/>' },
    ])
    expect((await world.install(pack)).status).toBe(200)
    const asset = await world.call('member', 'GET', '/api/widget-modules/org.example.weather/icon.svg')
    expect(asset.status).toBe(200)
    expect((await world.list())[1]?.entry_path).toBe('a/index.js')
  })

  const a = { name: 'a.js', content: source() }
  const plain = () => archive([collection('a.js'), a])
  const bomb = Buffer.alloc(5 * 1024 * 1024 + 1)
  const zeros = Buffer.alloc(4.9 * 1024 * 1024)
  const cases: [string, string, () => Promise<Buffer>][] = [
    ['no index', 'collection.json', () => archive([a])],
    [
      'an index in a folder',
      'collection.json',
      () => archive([{ ...collection('a.js'), name: 'x/collection.json' }, a]),
    ],
    ['an index that is no JSON', 'collection.json must', () => archive([{ name: 'collection.json', content: '{' }, a])],
    ['an index of nothing', 'collection.json must', () => archive([collection(), a])],
    ['an index with numbers', 'collection.json must', () => archive([collection(5), a])],
    [
      'an index with a list of texts',
      'collection.json must',
      () => archive([{ name: 'collection.json', content: '{"widgets":["a.js"]}' }, a]),
    ],
    ['an entry that is absent', 'lists b.js, which is not', () => archive([collection('b.js'), a])],
    ['an entry above the root', 'relative path', () => archive([collection('../a.js'), a])],
    ['an absolute entry', 'relative path', () => archive([collection('/a.js'), a])],
    ['an entry with .. inside', 'relative path', () => archive([collection('x/../a.js'), a])],
    ['an entry that begins with ./ twice', 'relative path', () => archive([collection('././a.js'), a])],
    [
      'an entry that no browser could ask for',
      'must not contain %',
      () => archive([collection('a%2e.js'), { ...a, name: 'a%2e.js' }]),
    ],
    ['an entry with a backslash', 'relative path', () => archive([collection('x\\a.js'), a])],
    ['an entry of another kind', '.js or .mjs', () => archive([collection('a.css'), { name: 'a.css', content: '' }])],
    [
      'a widget without manifest',
      'a.js: source',
      () => archive([collection('a.js'), { name: 'a.js', content: 'export {}' }]),
    ],
    [
      'a widget that is no text',
      'not valid UTF-8',
      () => archive([collection('a.js'), { name: 'a.js', content: Buffer.from([0xff, 0xfe, 0]) }]),
    ],
    [
      'the same id twice',
      'two widgets',
      () => archive([collection('a.js', 'b.js'), a, { name: 'b.js', content: source() }]),
    ],
    ['the same entry twice', 'two widgets', () => archive([collection('a.js', 'a.js'), a])],
    [
      'a name with ..',
      'cannot be read',
      async () =>
        renamed(await archive([collection('a.js'), a, { name: 'xx/evil.js', content: '' }]), 'xx/evil', '../evil'),
    ],
    [
      'an absolute name',
      'cannot be read',
      async () => renamed(await archive([collection('a.js'), a, { name: 'xevil.js', content: '' }]), 'xevil', '/evil'),
    ],
    [
      'a name with a drive',
      'cannot be read',
      async () => renamed(await archive([collection('a.js'), a, { name: 'cx/e.js', content: '' }]), 'cx/e', 'c:/e'),
    ],
    [
      'a name with a backslash',
      'cannot be read',
      async () => renamed(await archive([collection('a.js'), a, { name: 'x-e.js', content: '' }]), 'x-e', 'x\\e'),
    ],
    [
      'a name with a zero byte',
      'control',
      async () => renamed(await archive([collection('a.js'), a, { name: 'x-e.js', content: '' }]), 'x-e', 'x\0e'),
    ],
    [
      'a symbolic link',
      'link',
      () => archive([collection('a.js'), a, { name: 'l.js', content: '/etc/passwd', mode: 0o120777 }]),
    ],
    [
      'names that differ in case only',
      'two entries',
      () => archive([collection('a.js'), a, { name: 'A.JS', content: '' }]),
    ],
    [
      'the same name twice',
      'two entries',
      async () => renamed(await archive([collection('a.js'), a, { name: 'b.js', content: '' }]), 'b.js', 'a.js'),
    ],
    [
      '65 entries',
      'more than 64 entries',
      () =>
        archive([collection('a.js'), a, ...Array.from({ length: 63 }, (_, i) => ({ name: `${i}.txt`, content: '' }))]),
    ],
    [
      'an entry that is too long',
      'more than 5242880',
      () => archive([collection('a.js'), a, { name: 'z', content: bomb }]),
    ],
    [
      'too much in all',
      'more than 33554432',
      () =>
        archive([collection('a.js'), a, ...Array.from({ length: 7 }, (_, i) => ({ name: `z${i}`, content: zeros }))]),
    ],
    ['an end that is cut off', 'cannot be read', async () => (await plain()).subarray(0, -30)],
    ['nothing but the first bytes', 'cannot be read', async () => Buffer.from('504b0304', 'hex')],
  ]
  it.each(cases)('with %s is rejected and not stored', async (_, words, make) => {
    const { status, error } = await world.install(await make())
    expect([status, error?.message]).toEqual([400, expect.stringContaining(words)])
    expect(await ids()).toEqual([builtin])
    expect([world.audited, world.notifications]).toEqual([[], []])
  })

  it('with wrong declared sizes is rejected by its extracted size', async () => {
    const honest = await archive([collection('a.js'), a, { name: 'z', content: Buffer.alloc(3 * 1024 * 1024) }])
    const size = Buffer.alloc(4)
    size.writeUInt32LE(3 * 1024 * 1024)
    const lying = Buffer.from(honest)
    for (let at = lying.indexOf(size); at !== -1; at = lying.indexOf(size, at + 4)) lying.writeUInt32LE(10, at)
    expect(lying.equals(honest)).toBe(false)
    expect((await world.install(lying)).status).toBe(400)
  })

  it('may have 64 entries', async () => {
    const pack = await archive([
      collection('a.js'),
      a,
      ...Array.from({ length: 62 }, (_, i) => ({ name: `${i}.txt`, content: '' })),
    ])
    expect((await world.install(pack)).status).toBe(200)
  })
})
