import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { archive, collection, manifest, source, upload } from '../test/sources.ts'
import { makeWorld, type World } from '../test/world.ts'

let world: World
beforeEach(async () => {
  world = await makeWorld()
})
afterEach(() => world.close())

const installed = async () => (await world.list()).map(({ id }) => id).filter((id) => id !== 'io.svc.hello-world')

/** A multipart body of parts, each with its head and content. */
function form(...parts: [head: string, content: string][]) {
  const boundary = 'b0undary'
  const text = parts.map(([head, content]) => `--${boundary}\r\n${head}\r\n\r\n${content}\r\n`).join('')
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.from(`${text}--${boundary}--\r\n`),
  }
}
const file = (name: string, filename = 'a.js') =>
  `content-disposition: form-data; name="${name}"; filename="${filename}"`
const field = (name: string) => `content-disposition: form-data; name="${name}"`
const post = (request: { headers: Record<string, string>; payload: Buffer }, query = '') =>
  world.call('admin', 'POST', `/api/widget-modules${query}`, request)

describe('an invalid upload is rejected and not stored', () => {
  const good = source()
  it.each<[string, ReturnType<typeof form>]>([
    ['two files', form([file('file'), good], [file('file', 'b.js'), source({ id: 'org.example.second' })])],
    ['two files of two names', form([file('file'), good], [file('other'), good])],
    ['a file of another name first', form([file('other'), good], [file('file'), good])],
    ['a file named __proto__', form([file('__proto__'), good])],
    ['a nested name', form([file('file[0]'), good])],
    ['a field that is no file', form([field('file'), good])],
    ['no part at all', form()],
    ['a field instead of a boundary', { ...form([file('file'), good]), payload: Buffer.from('file=x') }],
    ['no end', { ...form([file('file'), good]), payload: form([file('file'), good]).payload.subarray(0, -20) }],
    [
      'no boundary',
      { headers: { 'content-type': 'multipart/form-data' }, payload: form([file('file'), good]).payload },
    ],
    ['a part without a head', form(['', good])],
    ['a thousand fields', form(...Array.from({ length: 1000 }, (_, n): [string, string] => [field(`f${n}`), 'x']))],
    [
      'a fields flood before the file',
      form(...Array.from({ length: 50 }, (_, n): [string, string] => [field(`f${n}`), 'x']), [file('file'), good]),
    ],
  ])('%s', async (_, request) => {
    const { status, error } = await post(request)
    expect([status, error?.message]).toEqual([400, expect.stringMatching(/one file|multipart/)])
    expect([await installed(), world.audited, world.notifications]).toEqual([[], [], []])
  })

  it('ignores the file name', async () => {
    for (const name of ['../../etc/passwd', '/x/y.zip', '', 'a\\b.exe', '__proto__']) {
      expect((await post(form([file('file', name), good]))).status).toBe(200)
    }
    expect(await installed()).toEqual([manifest.id])
  })

  it('ignores additional fields', async () => {
    expect((await post(form([field('comment'), 'x'], [field('__proto__'), 'x'], [file('file'), good]))).status).toBe(
      400,
    )
    expect((await post(form([field('comment'), 'x'], [file('file'), good]))).status).toBe(200)
  })
})

describe('an invalid manifest is rejected', () => {
  const text = (json: string) => `/* @svc-widget ${json} */\nexport default 1\n`
  const member = JSON.stringify(manifest).slice(1, -1)
  it.each<[string, string, RegExp]>([
    ['members of a prototype', text(`{"__proto__":{${member}}}`), /id must be/],
    ['members of a constructor', text(`{"constructor":{"prototype":{${member}}}}`), /id must be/],
    ['sizes of a prototype', source({ sizing: JSON.parse('{"__proto__":{"defaultW":1}}') }), /sizing\./],
    ['an id in letters that look the same', source({ id: 'org.ex\u0430mple.weather' }), /id must be/],
    ['an id with a slash', source({ id: 'org.example/../x' }), /id must be/],
    ['an id that is an array', source({ id: ['org.example.weather'] }), /id must be/],
    ['a category of the prototype', source({ category: 'toString' }), /category must be/],
    ['a name that turns the reading direction', source({ name: 'safe \u202eevil' }), /name must not contain/],
    ['a version that breaks a header', source({ version: '1.0.0-a\r\nx: y' }), /version must/],
    ['a depth without end', text(`{"id":${'['.repeat(100_000)}${']'.repeat(100_000)}}`), /id must be/],
    ['stars without end', `/*${'*'.repeat(500_000)}`, /comment/],
    ['line comments without end', '//\n'.repeat(300_000), /block comment/],
    ['two objects', text(`{${member}} {}`), /single JSON object/],
  ])('%s', async (_, content, reason) => {
    const { status, error } = await world.install(content)
    expect([status, error?.message]).toEqual([400, expect.stringMatching(reason)])
    expect(await installed()).toEqual([])
  })
})

describe('requesting an asset', () => {
  const base = `/api/widget-modules/${manifest.id}`
  const ask = (path: string, headers: Record<string, string> = {}) =>
    world.call('member', 'GET', base + path, { headers })
  beforeEach(async () => {
    await world.install(
      await archive([
        collection('w/index.js'),
        { name: 'w/index.js', content: source() },
        { name: 'w/a b.txt', content: 'abc' },
      ]),
    )
  })

  it('supports all forms of If-None-Match', async () => {
    const etag = String((await ask('/index.js')).headers.etag)
    for (const tags of [etag, `W/${etag}`, `"other", ${etag}`, `"other",W/${etag} , "more"`, '*']) {
      const answer = await ask('/index.js', { 'if-none-match': tags })
      expect([tags, answer.status, answer.raw.length, answer.headers.etag]).toEqual([tags, 304, 0, etag])
    }
    for (const tags of ['', '"other"', etag.slice(1, -1), `x${etag}`, '"*"', ',,,', `${etag.slice(0, -1)}x"`]) {
      expect([tags, (await ask('/index.js', { 'if-none-match': tags })).status]).toEqual([tags, 200])
    }
    expect((await ask('/none.js', { 'if-none-match': '*' })).status).toBe(404)
  })

  it('ignores ranges and supports HEAD', async () => {
    const { status, raw } = await ask('/a%20b.txt', { range: 'bytes=0-0,1-1,-1' })
    expect([status, raw.toString()]).toEqual([200, 'abc'])
    const head = await world.kernel.as('member').inject({ method: 'HEAD', url: `${base}/a%20b.txt` })
    expect([head.statusCode, head.rawPayload.length, head.headers['content-length']]).toEqual([200, 0, '3'])
    expect((await world.kernel.as('member').inject({ method: 'HEAD', url: `${base}/none.js` })).statusCode).toBe(404)
  })

  it('rejects service workers, which would outlive the module', async () => {
    const module = (await world.list()).find(({ id }) => id === manifest.id)
    const { etag } = (await ask('/index.js')).headers
    for (const path of ['/index.js', `/@${module?.package_sha256}/index.js`, '/none.js']) {
      const { status, headers, raw } = await ask(path, { 'service-worker': 'script', 'if-none-match': String(etag) })
      expect([path, status, headers['cache-control']]).toEqual([path, 403, 'no-store'])
      expect(raw.toString()).toContain('cannot be used as service workers')
    }
    // A response cached for an import is not reused.
    expect((await ask('/index.js')).headers.vary).toBe('service-worker')
  })

  it('returns 404 for disabled modules', async () => {
    const { etag } = (await ask('/index.js')).headers
    await world.call('admin', 'PUT', base, { payload: { enabled: false } })
    const unknown = await world.call('member', 'GET', '/api/widget-modules/org.example.unknown/index.js')
    for (const tag of ['', String(etag), '*']) {
      const off = await ask('/index.js', { 'if-none-match': tag })
      expect([off.status, off.error]).toEqual([404, unknown.error])
    }
    const { data } = await world.call('member', 'GET', '/api/widget-modules?include_disabled=true')
    expect(data.map(({ id }: { id: string }) => id)).toEqual(['io.svc.hello-world'])
  })

  it('returns 404 for other ids', async () => {
    for (const id of [
      '__proto__',
      'constructor',
      manifest.id.toUpperCase(),
      `${manifest.id}%00`,
      '%2e%2e',
      'a'.repeat(99),
    ]) {
      expect([404, 405]).toContain((await world.call('member', 'GET', `/api/widget-modules/${id}/index.js`)).status)
    }
  })
})

it('accepts a URL with an empty body, but not a list of URLs', async () => {
  expect((await post(upload(source()), '?url=https://10.0.0.1/x.js')).status).toBe(400)
  expect(
    (await world.call('admin', 'POST', '/api/widget-modules?url=https://a.example/x&url=https://b.example/y')).status,
  ).toBe(400)
  expect(await installed()).toEqual([])
})
