import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeCheckEnv, runCheck } from '../../test/run-check.ts'
import { closeServers, serveHttp, serveTcp } from '../../test/servers.ts'
import { makeRdapClient } from '../registry/rdap-client.ts'
import { makeWhoisClient } from '../registry/whois-client.ts'
import type { CheckType } from './check-type.ts'
import { makeReadTarget } from './read-target.ts'
import { makeWhoisCheck } from './whois.ts'

let env: Awaited<ReturnType<typeof makeCheckEnv>>
let checkType: CheckType
let rdap: Awaited<ReturnType<typeof serveHttp>>
let root: Awaited<ReturnType<typeof serveTcp>>
let registry: Awaited<ReturnType<typeof serveTcp>>
/** RDAP responses by domain; a number is a status without a body */
let domains: Record<string, object | number | string>
/** WHOIS responses by domain */
let texts: Record<string, string>
let queries: string[]
let refer: string | undefined
let listed: string[]

const serveWhois = (answer: (query: string) => string | undefined) =>
  serveTcp((socket) => {
    socket.once('data', (data) => {
      const query = String(data).trim()
      queries.push(query)
      const text = answer(query)
      if (text !== undefined) socket.end(text)
    })
  })

const domain = (expiration: string | undefined, registrar?: string) => ({
  objectClassName: 'domain',
  events: [
    { eventAction: 'registration', eventDate: '2001-01-01T00:00:00Z' },
    ...(expiration ? [{ eventAction: 'expiration', eventDate: expiration }] : []),
  ],
  entities: registrar
    ? [
        { roles: ['abuse'], vcardArray: ['vcard', [['fn', {}, 'text', 'Nobody']]] },
        {
          roles: ['registrar'],
          vcardArray: [
            'vcard',
            [
              ['version', {}, 'text', '4.0'],
              ['fn', {}, 'text', registrar],
            ],
          ],
        },
      ]
    : [],
})

beforeEach(async () => {
  ;[domains, texts, queries, refer, listed] = [{}, {}, [], undefined, ['com', 'app', 'dev', 'page']]
  env = await makeCheckEnv(undefined, Date.UTC(2026, 10, 1))
  rdap = await serveHttp((req, res) => {
    if (req.url === '/dns.json') {
      return res.end(
        JSON.stringify({ version: '1.0', services: [[listed, [`${rdap.url}/rdap`]], [['other'], []], 'x'] }),
      )
    }
    const found = domains[req.url?.replace('/rdap/domain/', '') ?? ''] ?? 404
    if (typeof found === 'number') return res.writeHead(found).end()
    return res.end(typeof found === 'string' ? found : JSON.stringify(found))
  })
  registry = await serveWhois((query) => texts[query] ?? 'No match for domain')
  refer = `127.0.0.1:${registry.port}`
  root = await serveWhois(
    (query) => `% IANA WHOIS server\n\ndomain: ${query}\n${refer ? `refer:        ${refer}\n` : ''}`,
  )
  const client = { ...env, bootstrapUrl: `${rdap.url}/dns.json`, rootServer: `127.0.0.1:${root.port}` }
  checkType = makeWhoisCheck({
    ...env,
    readTarget: makeReadTarget(env.outbound),
    rdap: makeRdapClient(client),
    whois: makeWhoisClient(client),
  })
})
afterEach(async () => {
  await closeServers()
  await env.close()
})

describe('a registry with RDAP', () => {
  it.each(['com', 'app', 'dev', 'page'])(
    'returns the expiry date of a .%s domain without a WHOIS query',
    async (tld) => {
      domains[`shop.${tld}`] = domain('2027-02-09T04:00:00Z', 'Example Registrar, Inc.')
      expect(await runCheck(checkType, `shop.${tld}`)).toEqual({
        success: true,
        latency: expect.any(Number),
        error: null,
        memory: `shop.${tld}`,
        detail: {
          domain: `shop.${tld}`,
          registrar: 'Example Registrar, Inc.',
          expiry_date: '2027-02-09',
          days_remaining: 100,
        },
      })
      expect(queries).toEqual([])
    },
  )

  it.each([
    ['2026-11-30T00:00:00Z', true, { days_remaining: 29, warning: 'expires in 29 days' }, undefined],
    ['2026-11-08T12:00:00Z', false, { days_remaining: 7 }, 'the domain expires in 7 days'],
    ['2026-10-30T00:00:00Z', false, { days_remaining: -2 }, 'the domain expired on Oct 30, 2026'],
  ])('with expiry date %s is evaluated by the days left', async (end, success, detail, error) => {
    domains['shop.com'] = domain(end)
    const outcome = await runCheck(checkType, 'shop.com')
    expect(outcome).toMatchObject({ success, detail })
    expect(outcome.error?.en).toBe(error)
  })

  it('is queried for the parent domains of a host, and later only for the registered one', async () => {
    domains['shop.com'] = domain('2027-02-09T04:00:00Z')
    const { memory = '' } = await runCheck(checkType, 'www.eu.shop.com')
    expect(memory).toBe('shop.com')
    await runCheck(checkType, 'www.eu.shop.com', {}, { memory })
    expect(rdap.requests.map(({ url }) => url)).toEqual([
      '/dns.json',
      '/rdap/domain/eu.shop.com',
      '/rdap/domain/shop.com',
      '/rdap/domain/shop.com',
    ])
  })

  it.each([400, 404, 500])('may reject non-registrable names with %i', async (status) => {
    domains['www.shop.com'] = status
    domains['shop.com'] = domain('2027-02-09T04:00:00Z')
    expect(await runCheck(checkType, 'www.shop.com')).toMatchObject({ success: true, memory: 'shop.com' })
    expect(queries).toEqual([])
  })

  it('reports an unknown domain as not registered', async () => {
    expect((await runCheck(checkType, 'free.com')).error).toEqual({
      en: 'the domain is not registered',
      zh: '该域名未注册',
    })
    expect(queries).toEqual([])
  })

  it('is found in a bootstrap file read once a day, and still after a failed download', async () => {
    domains['shop.com'] = domain('2027-02-09T04:00:00Z')
    const lists = () => rdap.requests.filter(({ url }) => url === '/dns.json').length
    await Promise.all([runCheck(checkType, 'shop.com'), runCheck(checkType, 'shop.com')])
    expect(lists()).toBe(1)
    env.clock.set(env.clock.now() + 25 * 3_600_000)
    listed = null as never
    expect((await runCheck(checkType, 'shop.com')).success).toBe(true)
    expect(lists()).toBe(2)
  })

  it.each([
    ['has an internal error', 500],
    ['is rate limited', 429],
    ['answers garbage', '<html>'],
    ['describes another object', { objectClassName: 'nameserver' }],
    ['answers null', 'null'],
    ['has no expiry date', domain(undefined)],
    ['has an invalid date', domain('soon')],
    [
      'has malformed fields',
      { objectClassName: 'domain', events: { a: 1 }, entities: [null, { roles: 'registrar' }, 5] },
    ],
  ])('that %s is queried by WHOIS instead', async (_, answer) => {
    domains['shop.com'] = answer
    texts['shop.com'] = 'Registry Expiry Date: 2027-02-09T04:00:00Z\nRegistrar: Example\n'
    expect(await runCheck(checkType, 'shop.com')).toMatchObject({
      success: true,
      detail: { expiry_date: '2027-02-09', registrar: 'Example' },
    })
  })

  it('that does not respond leaves time for WHOIS', async () => {
    const silent = await serveTcp()
    const { url } = await serveHttp((_, res) =>
      res.end(JSON.stringify({ services: [[['com'], [`http://127.0.0.1:${silent.port}/`]]] })),
    )
    const client = { ...env, bootstrapUrl: url, rootServer: `127.0.0.1:${root.port}` }
    const own = makeWhoisCheck({
      ...env,
      readTarget: makeReadTarget(env.outbound),
      rdap: makeRdapClient(client),
      whois: makeWhoisClient(client),
    })
    texts['shop.com'] = 'expires: 2027-02-09'
    const work = runCheck(own, 'shop.com')
    while (silent.sockets.size === 0) await new Promise((resolve) => setTimeout(resolve, 2))
    await env.clock.advance(5000)
    expect(await work).toMatchObject({ success: true, detail: { expiry_date: '2027-02-09' } })
  })

  it('with a redirect loop is queried by WHOIS instead', async () => {
    const circle = await serveHttp((req, res) => {
      if (req.url === '/dns.json') res.end(JSON.stringify({ services: [[['com'], [`${circle.url}/`]]] }))
      else res.writeHead(302, { location: req.url }).end()
    })
    const client = { ...env, bootstrapUrl: `${circle.url}/dns.json`, rootServer: `127.0.0.1:${root.port}` }
    const own = makeWhoisCheck({
      ...env,
      readTarget: makeReadTarget(env.outbound),
      rdap: makeRdapClient(client),
      whois: makeWhoisClient(client),
    })
    expect((await runCheck(own, 'shop.com')).error?.en).toBe('the domain is not registered')
    expect(circle.requests).toHaveLength(5)
  })
})

describe('a registry with WHOIS only', () => {
  it('is found by the root server, queried once', async () => {
    texts['shop.tld'] = 'domain: shop.tld\npaid-till: 2027-02-09T04:00:00Z\nregistrar: EXAMPLE\n'
    for (let time = 0; time < 2; time += 1) {
      expect(await runCheck(checkType, 'shop.tld')).toMatchObject({
        detail: { expiry_date: '2027-02-09', registrar: 'EXAMPLE', days_remaining: 100 },
      })
    }
    expect(queries).toEqual(['tld', 'shop.tld', 'shop.tld'])
  })

  it('may reject non-registrable names in its own words', async () => {
    texts['www.shop.tld'] = 'Error: third level names cannot be queried'
    texts['shop.tld'] = 'expires: 2027-02-09'
    expect(await runCheck(checkType, 'www.shop.tld')).toMatchObject({ success: true, memory: 'shop.tld' })
  })

  it('may be unknown', async () => {
    refer = undefined
    expect((await runCheck(checkType, 'shop.tld')).error?.en).toBe('no known registry for this top-level domain')
  })

  it('without an expiry date shows an excerpt', async () => {
    texts['shop.tld'] = `Domain: shop.tld\r\nStatus: connect\r\n\x1b[31m${'terms of use '.repeat(100)}`
    const { success, error, detail } = await runCheck(checkType, 'shop.tld')
    expect([success, error?.en]).toEqual([false, 'the registry does not publish an expiry date'])
    expect(String(detail.raw_excerpt)).toMatch(/^Domain: shop\.tld Status: connect \[31mterms of use/)
    expect(String(detail.raw_excerpt)).toHaveLength(500)
  })

  it.each(['127.0.0.2:1', '10.0.0.1', '169.254.169.254', 'localhost'])('cannot be at %s', async (address) => {
    const strict = await makeCheckEnv(['127.0.0.1/32'])
    refer = address
    const client = { ...strict, bootstrapUrl: `${rdap.url}/none`, rootServer: `127.0.0.1:${root.port}` }
    const own = makeWhoisCheck({
      ...strict,
      readTarget: makeReadTarget(strict.outbound),
      rdap: makeRdapClient(client),
      whois: makeWhoisClient({ ...client }),
    })
    expect((await runCheck(own, 'shop.tld')).success).toBe(false)
    await strict.close()
  })

  it('must be public, even if root server and bootstrap file are on a private network', async () => {
    const closed = await makeCheckEnv([])
    const client = { ...closed, bootstrapUrl: `${rdap.url}/dns.json`, rootServer: `127.0.0.1:${root.port}` }
    const own = makeWhoisCheck({
      ...closed,
      readTarget: makeReadTarget(closed.outbound),
      rdap: makeRdapClient(client),
      whois: makeWhoisClient(client),
    })
    domains['shop.com'] = domain('2027-02-09T04:00:00Z')
    for (const name of ['shop.com', 'shop.tld']) {
      expect((await runCheck(own, name)).error).toEqual({
        en: expect.stringMatching(/is not a public address$/),
        zh: expect.stringMatching(/^不允许访问该地址：\S*127\.0\.0\.1\S*$/),
      })
    }
    expect(rdap.requests.map(({ url }) => url)).toEqual(['/dns.json'])
    expect(queries).toEqual(['com', 'tld'])
    await closed.close()
  })

  it('is limited to ten seconds and 64 KiB', async () => {
    const silent = await serveTcp()
    refer = `127.0.0.1:${silent.port}`
    const work = runCheck(checkType, 'shop.tld')
    while (silent.sockets.size === 0) await new Promise((resolve) => setTimeout(resolve, 2))
    await env.clock.advance(10_000)
    expect((await work).error?.en).toBe('no response within 10 s')

    let sent = 0
    const bomb = await serveTcp((socket) => {
      const more = () => {
        while (!socket.destroyed && socket.write('x: y\n'.repeat(10_000))) sent += 50_000
      }
      socket.on('drain', more)
      more()
    })
    refer = `127.0.0.1:${bomb.port}`
    expect((await runCheck(checkType, 'shop.bomb')).error?.en).toBe('the registry does not publish an expiry date')
    expect(sent).toBeLessThan(50_000_000)
  })
})
