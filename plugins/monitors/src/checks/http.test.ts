import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { checkWith, openWay } from '../../test/check-kind.ts'
import { closeServers, serveHttp, serveTcp } from '../../test/servers.ts'
import { httpKind } from './http.ts'
import type { Kind } from './kind.ts'
import { makeReadTarget } from './read-target.ts'

let way: Awaited<ReturnType<typeof openWay>>
let kind: Kind
beforeAll(async () => {
  way = await openWay(['127.0.0.1/32'])
})
beforeEach(() => {
  kind = httpKind({ ...way, version: '1.0.0', readTarget: makeReadTarget(way.outbound) })
})
afterEach(closeServers)
afterAll(() => way.close())

const page = async (body: string | Buffer, headers = {}, status = 200) =>
  (await serveHttp((_, res) => res.writeHead(status, headers).end(body))).url

describe('a page', () => {
  it('works when its status is expected, and the text is there or not as wanted', async () => {
    const url = await page('all systems work')
    expect(await checkWith(kind, url)).toEqual({
      success: true,
      latency: expect.any(Number),
      error: null,
      detail: { status_code: 200, response_time_ms: expect.any(Number) },
    })
    expect(await checkWith(kind, url, { keyword: 'systems' })).toMatchObject({
      success: true,
      detail: { keyword_found: true },
    })
    expect(await checkWith(kind, url, { keyword: 'error', keyword_exists: false })).toMatchObject({ success: true })
    expect(await checkWith(kind, url, { keyword: 'error' })).toMatchObject({
      success: false,
      detail: { keyword_found: false, status_code: 200 },
      latency: expect.any(Number),
      error: { en: 'the page does not contain "error"', zh: '页面中没有 "error"' },
    })
    expect(await checkWith(kind, url, { keyword: 'work', keyword_exists: false })).toMatchObject({
      error: { en: 'the page contains "work"' },
    })
  })

  it('fails with another status, whatever it says', async () => {
    const url = await page('all systems work', {}, 503)
    expect(await checkWith(kind, url, { keyword: 'systems' })).toMatchObject({
      success: false,
      detail: { status_code: 503, keyword_found: true },
      error: { en: 'status 503 instead of 200' },
    })
    expect(await checkWith(kind, url, { expected_status: [200, 503] })).toMatchObject({ success: true })
  })

  it('is read in its own encoding, and only its first mebibyte', async () => {
    const latin = await page(Buffer.from([0x67, 0x72, 0xfc, 0x6e]), {
      'content-type': 'text/plain; charset=ISO-8859-1',
    })
    expect(await checkWith(kind, latin, { keyword: 'grün' })).toMatchObject({ success: true })
    const odd = await page('grün', { 'content-type': 'text/plain; charset=x-nothing' })
    expect(await checkWith(kind, odd, { keyword: 'grün' })).toMatchObject({ success: true })
    const long = await page(`${'x'.repeat(1024 * 1024)}late`)
    expect(await checkWith(kind, long, { keyword: 'late' })).toMatchObject({ success: false })
    expect(await checkWith(kind, long)).toMatchObject({ success: true })
  })

  it('gets method, headers and body as configured', async () => {
    const server = await serveHttp((_, res) => res.end())
    const config = { method: 'POST', headers: { Authorization: 'Bearer a', 'User-Agent': 'mine' }, body: '{"a":1}' }
    await checkWith(kind, `${server.url}/p?q`, config)
    await checkWith(kind, server.url)
    expect(server.asked).toMatchObject([
      {
        method: 'POST',
        url: '/p?q',
        body: '{"a":1}',
        headers: { authorization: 'Bearer a', 'user-agent': 'mine' },
      },
      { method: 'GET', body: '', headers: { 'user-agent': 'svc/1.0.0' } },
    ])
  })
})

describe('a redirect', () => {
  it('is followed with GET, and whoever answers it gets neither headers nor body', async () => {
    const other = await serveHttp((_, res) => res.end('here'))
    const server = await serveHttp((_, res) => res.writeHead(307, { location: `${other.url}/next` }).end())
    const config = { method: 'POST', headers: { 'X-Key': 'secret' }, body: 'secret', keyword: 'here' }
    expect(await checkWith(kind, server.url, config)).toMatchObject({ success: true, detail: { redirects: 1 } })
    expect(other.asked).toMatchObject([{ method: 'GET', url: '/next', body: '' }])
    expect(JSON.stringify(other.asked)).not.toContain('secret')
  })

  it('that is expected is not followed', async () => {
    const server = await serveHttp((_, res) => res.writeHead(301, { location: '/next' }).end())
    expect(await checkWith(kind, server.url, { expected_status: [301] })).toMatchObject({
      success: true,
      detail: { status_code: 301 },
    })
    expect(server.asked).toHaveLength(1)
  })

  it('is followed ten times and not eleven', async () => {
    const chain = (length: number) =>
      serveHttp((req, res) => {
        const n = Number(req.url?.slice(1))
        if (n >= length) res.end('end')
        else res.writeHead(302, { location: `/${n + 1}` }).end()
      })
    expect(await checkWith(kind, `${(await chain(10)).url}/0`)).toMatchObject({
      success: true,
      detail: { redirects: 10 },
    })
    const loop = await chain(Number.POSITIVE_INFINITY)
    expect(await checkWith(kind, `${loop.url}/0`)).toMatchObject({
      error: { en: 'more than 10 redirects', zh: '重定向超过 10 次' },
    })
    expect(loop.asked).toHaveLength(11)
  })

  it.each([
    'http://127.0.0.2:1/',
    'http://169.254.169.254/latest',
    'http://[::1]/',
    'file:///etc/passwd',
    'http://a:b@127.0.0.1/',
  ])('to %s is refused', async (location) => {
    const url = await page('', { location }, 302)
    const { success, error } = await checkWith(kind, url)
    expect([success, error?.en]).toEqual([false, expect.stringMatching(/cloud|must not contain|only http and https/)])
  })

  it.each(['http://[', '', 'http://'])('to %j is an answer like others', async (location) => {
    const url = await page('', { location }, 302)
    const { error } = await checkWith(kind, url)
    expect(error?.en).toMatch(/^(?:status 302 instead of 200|more than 10 redirects)$/)
  })
})

describe('a hostile server', () => {
  const timeout = async (target: string, ready: () => boolean) => {
    const work = checkWith(kind, target, { timeout: 3 })
    while (!ready()) await new Promise((resolve) => setTimeout(resolve, 2))
    await way.clock.advance(3000)
    return work
  }
  const slow = { success: false, error: { en: 'no answer within 3 s', zh: '3 秒内没有应答' } }

  it('that says nothing, or never ends, is not waited for', async () => {
    const silent = await serveTcp()
    expect(await timeout(`http://127.0.0.1:${silent.port}/`, () => silent.sockets.size > 0)).toMatchObject(slow)
    let drops = 0
    const dripping = await serveHttp((_, res) => {
      const drip = setInterval(() => {
        res.write('x')
        drops += 1
      }, 2)
      res.on('close', () => clearInterval(drip))
    })
    expect(await timeout(dripping.url, () => drops > 3)).toMatchObject(slow)
  })

  it('has one time for all its redirects together', async () => {
    const server = await serveHttp((req, res) => {
      way.clock.set(way.clock.now() + 2000)
      res.writeHead(302, { location: `/${req.url?.length}` }).end()
    })
    expect(await checkWith(kind, server.url, { timeout: 3 })).toMatchObject(slow)
    expect(server.asked.length).toBeLessThan(4)
  })

  it('that sends a bomb or garbage costs no more than others', async () => {
    const bomb = await serveHttp((_, res) => {
      const more = () => {
        while (!res.destroyed && res.write(Buffer.alloc(65_536)));
      }
      res.on('drain', more)
      more()
    })
    expect(await checkWith(kind, bomb.url, { keyword: 'x' })).toMatchObject({ success: false })
    const garbage = await serveTcp((socket) => socket.end('\0\x01\x02 no http\r\n\r\n'))
    expect(await checkWith(kind, `http://127.0.0.1:${garbage.port}/`)).toMatchObject({ success: false, latency: null })
    const rude = await serveTcp((socket) => socket.destroy())
    expect(await checkWith(kind, `http://127.0.0.1:${rude.port}/`)).toMatchObject({ success: false })
    const { port, close } = await serveTcp()
    await close()
    expect((await checkWith(kind, `http://127.0.0.1:${port}/`)).error).toEqual({
      en: 'the connection was refused (ECONNREFUSED)',
      zh: '连接被拒绝（ECONNREFUSED）',
    })
  })
})
