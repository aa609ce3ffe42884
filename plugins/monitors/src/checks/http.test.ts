import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeCheckEnv, runCheck } from '../../test/run-check.ts'
import { closeServers, serveHttp, serveTcp } from '../../test/servers.ts'
import type { CheckType } from './check-type.ts'
import { makeHttpCheck } from './http.ts'
import { makeReadTarget } from './read-target.ts'

let env: Awaited<ReturnType<typeof makeCheckEnv>>
let checkType: CheckType
beforeAll(async () => {
  env = await makeCheckEnv(['127.0.0.1/32'])
})
beforeEach(() => {
  checkType = makeHttpCheck({ ...env, version: '1.0.0', readTarget: makeReadTarget(env.outbound) })
})
afterEach(closeServers)
afterAll(() => env.close())

const page = async (body: string | Buffer, headers = {}, status = 200) =>
  (await serveHttp((_, res) => res.writeHead(status, headers).end(body))).url

describe('a page', () => {
  it('passes with an expected status and the keyword present or absent as configured', async () => {
    const url = await page('all systems work')
    expect(await runCheck(checkType, url)).toEqual({
      success: true,
      latency: expect.any(Number),
      error: null,
      detail: { status_code: 200, response_time_ms: expect.any(Number) },
    })
    expect(await runCheck(checkType, url, { keyword: 'systems' })).toMatchObject({
      success: true,
      detail: { keyword_found: true },
    })
    expect(await runCheck(checkType, url, { keyword: 'error', keyword_exists: false })).toMatchObject({ success: true })
    expect(await runCheck(checkType, url, { keyword: 'error' })).toMatchObject({
      success: false,
      detail: { keyword_found: false, status_code: 200 },
      latency: expect.any(Number),
      error: { en: 'the response does not contain "error"', zh: '响应中没有 "error"' },
    })
    expect(await runCheck(checkType, url, { keyword: 'work', keyword_exists: false })).toMatchObject({
      error: { en: 'the response contains "work"' },
    })
  })

  it('fails with another status, whatever its body', async () => {
    const url = await page('all systems work', {}, 503)
    expect(await runCheck(checkType, url, { keyword: 'systems' })).toMatchObject({
      success: false,
      detail: { status_code: 503, keyword_found: true },
      error: { en: 'status 503, expected 200' },
    })
    expect(await runCheck(checkType, url, { expected_status: [200, 503] })).toMatchObject({ success: true })
  })

  it('is decoded with its own charset, up to one mebibyte', async () => {
    const latin = await page(Buffer.from([0x67, 0x72, 0xfc, 0x6e]), {
      'content-type': 'text/plain; charset=ISO-8859-1',
    })
    expect(await runCheck(checkType, latin, { keyword: 'grün' })).toMatchObject({ success: true })
    const odd = await page('grün', { 'content-type': 'text/plain; charset=x-nothing' })
    expect(await runCheck(checkType, odd, { keyword: 'grün' })).toMatchObject({ success: true })
    const long = await page(`${'x'.repeat(1024 * 1024)}late`)
    expect(await runCheck(checkType, long, { keyword: 'late' })).toMatchObject({ success: false })
    expect(await runCheck(checkType, long)).toMatchObject({ success: true })
  })

  it('is requested with the configured method, headers and body', async () => {
    const server = await serveHttp((_, res) => res.end())
    const config = { method: 'POST', headers: { Authorization: 'Bearer a', 'User-Agent': 'mine' }, body: '{"a":1}' }
    await runCheck(checkType, `${server.url}/p?q`, config)
    await runCheck(checkType, server.url)
    expect(server.requests).toMatchObject([
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
  it('is followed with GET, without the configured headers and body', async () => {
    const other = await serveHttp((_, res) => res.end('here'))
    const server = await serveHttp((_, res) => res.writeHead(307, { location: `${other.url}/next` }).end())
    const config = { method: 'POST', headers: { 'X-Key': 'secret' }, body: 'secret', keyword: 'here' }
    expect(await runCheck(checkType, server.url, config)).toMatchObject({ success: true, detail: { redirects: 1 } })
    expect(other.requests).toMatchObject([{ method: 'GET', url: '/next', body: '' }])
    expect(JSON.stringify(other.requests)).not.toContain('secret')
  })

  it('that is expected is not followed', async () => {
    const server = await serveHttp((_, res) => res.writeHead(301, { location: '/next' }).end())
    expect(await runCheck(checkType, server.url, { expected_status: [301] })).toMatchObject({
      success: true,
      detail: { status_code: 301 },
    })
    expect(server.requests).toHaveLength(1)
  })

  it('is followed at most ten times', async () => {
    const chain = (length: number) =>
      serveHttp((req, res) => {
        const n = Number(req.url?.slice(1))
        if (n >= length) res.end('end')
        else res.writeHead(302, { location: `/${n + 1}` }).end()
      })
    expect(await runCheck(checkType, `${(await chain(10)).url}/0`)).toMatchObject({
      success: true,
      detail: { redirects: 10 },
    })
    const loop = await chain(Number.POSITIVE_INFINITY)
    expect(await runCheck(checkType, `${loop.url}/0`)).toMatchObject({
      error: { en: 'more than 10 redirects', zh: '重定向超过 10 次' },
    })
    expect(loop.requests).toHaveLength(11)
  })

  it.each([
    'http://127.0.0.2:1/',
    'http://169.254.169.254/latest',
    'http://[::1]/',
    'file:///etc/passwd',
    'http://a:b@127.0.0.1/',
  ])('to %s is rejected', async (location) => {
    const url = await page('', { location }, 302)
    const { success, error } = await runCheck(checkType, url)
    expect([success, error?.en]).toEqual([false, expect.stringMatching(/cloud|must not contain|only http and https/)])
  })

  it.each(['http://[', '', 'http://'])('to %j is treated as a normal response', async (location) => {
    const url = await page('', { location }, 302)
    const { error } = await runCheck(checkType, url)
    expect(error?.en).toMatch(/^(?:status 302, expected 200|more than 10 redirects)$/)
  })
})

describe('a hostile server', () => {
  const timeout = async (target: string, ready: () => boolean) => {
    const work = runCheck(checkType, target, { timeout: 3 })
    while (!ready()) await new Promise((resolve) => setTimeout(resolve, 2))
    await env.clock.advance(3000)
    return work
  }
  const timedOut = { success: false, error: { en: 'no response within 3 s', zh: '3 秒内无响应' } }

  it('that never responds or never ends times out', async () => {
    const silent = await serveTcp()
    expect(await timeout(`http://127.0.0.1:${silent.port}/`, () => silent.sockets.size > 0)).toMatchObject(timedOut)
    let drops = 0
    const dripping = await serveHttp((_, res) => {
      const drip = setInterval(() => {
        res.write('x')
        drops += 1
      }, 2)
      res.on('close', () => clearInterval(drip))
    })
    expect(await timeout(dripping.url, () => drops > 3)).toMatchObject(timedOut)
  })

  it('has one timeout for all redirects together', async () => {
    const server = await serveHttp((req, res) => {
      env.clock.set(env.clock.now() + 2000)
      res.writeHead(302, { location: `/${req.url?.length}` }).end()
    })
    expect(await runCheck(checkType, server.url, { timeout: 3 })).toMatchObject(timedOut)
    expect(server.requests.length).toBeLessThan(4)
  })

  it('cannot exhaust memory or crash the check', async () => {
    const bomb = await serveHttp((_, res) => {
      const more = () => {
        while (!res.destroyed && res.write(Buffer.alloc(65_536)));
      }
      res.on('drain', more)
      more()
    })
    expect(await runCheck(checkType, bomb.url, { keyword: 'x' })).toMatchObject({ success: false })
    const garbage = await serveTcp((socket) => socket.end('\0\x01\x02 no http\r\n\r\n'))
    expect(await runCheck(checkType, `http://127.0.0.1:${garbage.port}/`)).toMatchObject({
      success: false,
      latency: null,
    })
    const rude = await serveTcp((socket) => socket.destroy())
    expect(await runCheck(checkType, `http://127.0.0.1:${rude.port}/`)).toMatchObject({ success: false })
    const { port, close } = await serveTcp()
    await close()
    expect((await runCheck(checkType, `http://127.0.0.1:${port}/`)).error).toEqual({
      en: 'connection refused (ECONNREFUSED)',
      zh: '连接被拒绝（ECONNREFUSED）',
    })
  })
})
