import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkWith, openWay } from '../../test/check-kind.ts'
import { closeServers, serveHttp, serveTcp } from '../../test/servers.ts'
import { makeRdapClient } from '../registry/rdap-client.ts'
import { makeWhoisClient } from '../registry/whois-client.ts'
import type { Kind } from './kind.ts'
import { makeReadTarget } from './read-target.ts'
import { whoisKind } from './whois.ts'

let way: Awaited<ReturnType<typeof openWay>>
let kind: Kind
let rdap: Awaited<ReturnType<typeof serveHttp>>
let root: Awaited<ReturnType<typeof serveTcp>>
let registry: Awaited<ReturnType<typeof serveTcp>>
/** what RDAP answers by domain; a number is a status without a body */
let domains: Record<string, object | number | string>
/** what the WHOIS server answers by domain */
let texts: Record<string, string>
let asked: string[]
let refer: string | undefined
let listed: string[]

const lines = (answer: (question: string) => string | undefined) =>
  serveTcp((socket) => {
    socket.once('data', (data) => {
      const question = String(data).trim()
      asked.push(question)
      const text = answer(question)
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
  ;[domains, texts, asked, refer, listed] = [{}, {}, [], undefined, ['com', 'app', 'dev', 'page']]
  way = await openWay(undefined, Date.UTC(2026, 10, 1))
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
  registry = await lines((question) => texts[question] ?? 'No match for domain')
  refer = `127.0.0.1:${registry.port}`
  root = await lines(
    (question) => `% IANA WHOIS server\n\ndomain: ${question}\n${refer ? `refer:        ${refer}\n` : ''}`,
  )
  const client = { ...way, bootstrapUrl: `${rdap.url}/dns.json`, rootServer: `127.0.0.1:${root.port}` }
  kind = whoisKind({
    ...way,
    readTarget: makeReadTarget(way.outbound),
    rdap: makeRdapClient(client),
    whois: makeWhoisClient(client),
  })
})
afterEach(async () => {
  await closeServers()
  await way.close()
})

describe('a registry that answers by RDAP', () => {
  it.each(['com', 'app', 'dev', 'page'])(
    'tells the end of a domain under %s, of which WHOIS is not asked',
    async (tld) => {
      domains[`shop.${tld}`] = domain('2027-02-09T04:00:00Z', 'Example Registrar, Inc.')
      expect(await checkWith(kind, `shop.${tld}`)).toEqual({
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
      expect(asked).toEqual([])
    },
  )

  it.each([
    ['2026-11-30T00:00:00Z', true, { days_remaining: 29, warning: 'expires in 29 days' }, undefined],
    ['2026-11-08T12:00:00Z', false, { days_remaining: 7 }, 'the domain expires in 7 days'],
    ['2026-10-30T00:00:00Z', false, { days_remaining: -2 }, 'the domain expired on 2026-10-30'],
  ])('that says %s is judged by the days that are left', async (end, success, detail, error) => {
    domains['shop.com'] = domain(end)
    const outcome = await checkWith(kind, 'shop.com')
    expect(outcome).toMatchObject({ success, detail })
    expect(outcome.error?.en).toBe(error)
  })

  it('is asked for the domain of a host, and the next time for nothing else', async () => {
    domains['shop.com'] = domain('2027-02-09T04:00:00Z')
    const { memory = '' } = await checkWith(kind, 'www.eu.shop.com')
    expect(memory).toBe('shop.com')
    await checkWith(kind, 'www.eu.shop.com', {}, { memory })
    expect(rdap.asked.map(({ url }) => url)).toEqual([
      '/dns.json',
      '/rdap/domain/eu.shop.com',
      '/rdap/domain/shop.com',
      '/rdap/domain/shop.com',
    ])
  })

  it.each([400, 404, 500])('may refuse names that cannot be registered with %i', async (status) => {
    domains['www.shop.com'] = status
    domains['shop.com'] = domain('2027-02-09T04:00:00Z')
    expect(await checkWith(kind, 'www.shop.com')).toMatchObject({ success: true, memory: 'shop.com' })
    expect(asked).toEqual([])
  })

  it('that does not know a domain says that it is not registered', async () => {
    expect((await checkWith(kind, 'free.com')).error).toEqual({
      en: 'the domain is not registered',
      zh: '该域名未注册',
    })
    expect(asked).toEqual([])
  })

  it('is found by a list that is read once a day, and kept when it cannot be read', async () => {
    domains['shop.com'] = domain('2027-02-09T04:00:00Z')
    const lists = () => rdap.asked.filter(({ url }) => url === '/dns.json').length
    await Promise.all([checkWith(kind, 'shop.com'), checkWith(kind, 'shop.com')])
    expect(lists()).toBe(1)
    way.clock.set(way.clock.now() + 25 * 3_600_000)
    listed = null as never
    expect((await checkWith(kind, 'shop.com')).success).toBe(true)
    expect(lists()).toBe(2)
  })

  it.each([
    ['is out of order', 500],
    ['has had enough', 429],
    ['answers garbage', '<html>'],
    ['answers of something else', { objectClassName: 'nameserver' }],
    ['answers nothing', 'null'],
    ['does not tell the end', domain(undefined)],
    ['tells no instant', domain('soon')],
    ['tells odd members', { objectClassName: 'domain', events: { a: 1 }, entities: [null, { roles: 'registrar' }, 5] }],
  ])('and %s: WHOIS is asked instead', async (_, answer) => {
    domains['shop.com'] = answer
    texts['shop.com'] = 'Registry Expiry Date: 2027-02-09T04:00:00Z\nRegistrar: Example\n'
    expect(await checkWith(kind, 'shop.com')).toMatchObject({
      success: true,
      detail: { expiry_date: '2027-02-09', registrar: 'Example' },
    })
  })

  it('that says nothing leaves time for WHOIS', async () => {
    const silent = await serveTcp()
    const { url } = await serveHttp((_, res) =>
      res.end(JSON.stringify({ services: [[['com'], [`http://127.0.0.1:${silent.port}/`]]] })),
    )
    const client = { ...way, bootstrapUrl: url, rootServer: `127.0.0.1:${root.port}` }
    const own = whoisKind({
      ...way,
      readTarget: makeReadTarget(way.outbound),
      rdap: makeRdapClient(client),
      whois: makeWhoisClient(client),
    })
    texts['shop.com'] = 'expires: 2027-02-09'
    const work = checkWith(own, 'shop.com')
    while (silent.sockets.size === 0) await new Promise((resolve) => setTimeout(resolve, 2))
    await way.clock.advance(5000)
    expect(await work).toMatchObject({ success: true, detail: { expiry_date: '2027-02-09' } })
  })

  it('that leads in circles is left for WHOIS', async () => {
    const circle = await serveHttp((req, res) => {
      if (req.url === '/dns.json') res.end(JSON.stringify({ services: [[['com'], [`${circle.url}/`]]] }))
      else res.writeHead(302, { location: req.url }).end()
    })
    const client = { ...way, bootstrapUrl: `${circle.url}/dns.json`, rootServer: `127.0.0.1:${root.port}` }
    const own = whoisKind({
      ...way,
      readTarget: makeReadTarget(way.outbound),
      rdap: makeRdapClient(client),
      whois: makeWhoisClient(client),
    })
    expect((await checkWith(own, 'shop.com')).error?.en).toBe('the domain is not registered')
    expect(circle.asked).toHaveLength(5)
  })
})

describe('a registry that answers by WHOIS only', () => {
  it('is found by the root server, which is asked once', async () => {
    texts['shop.tld'] = 'domain: shop.tld\npaid-till: 2027-02-09T04:00:00Z\nregistrar: EXAMPLE\n'
    for (let time = 0; time < 2; time += 1) {
      expect(await checkWith(kind, 'shop.tld')).toMatchObject({
        detail: { expiry_date: '2027-02-09', registrar: 'EXAMPLE', days_remaining: 100 },
      })
    }
    expect(asked).toEqual(['tld', 'shop.tld', 'shop.tld'])
  })

  it('may refuse names that cannot be registered in its own words', async () => {
    texts['www.shop.tld'] = 'Error: third level names cannot be queried'
    texts['shop.tld'] = 'expires: 2027-02-09'
    expect(await checkWith(kind, 'www.shop.tld')).toMatchObject({ success: true, memory: 'shop.tld' })
  })

  it('is none that is known', async () => {
    refer = undefined
    expect((await checkWith(kind, 'shop.tld')).error?.en).toBe('no registry of this top-level domain is known')
  })

  it('that does not tell the end shows what it says', async () => {
    texts['shop.tld'] = `Domain: shop.tld\r\nStatus: connect\r\n\x1b[31m${'terms of use '.repeat(100)}`
    const { success, error, detail } = await checkWith(kind, 'shop.tld')
    expect([success, error?.en]).toEqual([false, 'the registry does not tell when the domain expires'])
    expect(String(detail.raw_excerpt)).toMatch(/^Domain: shop\.tld Status: connect \[31mterms of use/)
    expect(String(detail.raw_excerpt)).toHaveLength(500)
  })

  it.each(['127.0.0.2:1', '10.0.0.1', '169.254.169.254', 'localhost'])('is not %s', async (place) => {
    const strict = await openWay(['127.0.0.1/32'])
    refer = place
    const client = { ...strict, bootstrapUrl: `${rdap.url}/none`, rootServer: `127.0.0.1:${root.port}` }
    const own = whoisKind({
      ...strict,
      readTarget: makeReadTarget(strict.outbound),
      rdap: makeRdapClient(client),
      whois: makeWhoisClient({ ...client }),
    })
    expect((await checkWith(own, 'shop.tld')).success).toBe(false)
    await strict.close()
  })

  it('may be named by a root server and a list on a private network, but not be there itself', async () => {
    const closed = await openWay([])
    const client = { ...closed, bootstrapUrl: `${rdap.url}/dns.json`, rootServer: `127.0.0.1:${root.port}` }
    const own = whoisKind({
      ...closed,
      readTarget: makeReadTarget(closed.outbound),
      rdap: makeRdapClient(client),
      whois: makeWhoisClient(client),
    })
    domains['shop.com'] = domain('2027-02-09T04:00:00Z')
    for (const name of ['shop.com', 'shop.tld']) {
      expect((await checkWith(own, name)).error).toEqual({
        en: expect.stringMatching(/is not a public address$/),
        zh: expect.stringMatching(/^不允许访问该地址：\S*127\.0\.0\.1\S*$/),
      })
    }
    expect(rdap.asked.map(({ url }) => url)).toEqual(['/dns.json'])
    expect(asked).toEqual(['com', 'tld'])
    await closed.close()
  })

  it('that never ends, or sends a bomb, takes ten seconds and 64 KiB at most', async () => {
    const silent = await serveTcp()
    refer = `127.0.0.1:${silent.port}`
    const work = checkWith(kind, 'shop.tld')
    while (silent.sockets.size === 0) await new Promise((resolve) => setTimeout(resolve, 2))
    await way.clock.advance(10_000)
    expect((await work).error?.en).toBe('no answer within 10 s')

    let sent = 0
    const bomb = await serveTcp((socket) => {
      const more = () => {
        while (!socket.destroyed && socket.write('x: y\n'.repeat(10_000))) sent += 50_000
      }
      socket.on('drain', more)
      more()
    })
    refer = `127.0.0.1:${bomb.port}`
    expect((await checkWith(kind, 'shop.bomb')).error?.en).toBe('the registry does not tell when the domain expires')
    expect(sent).toBeLessThan(50_000_000)
  })
})
