import { gzipSync } from 'node:zlib'
import type { Check, Rule } from '@svc/plugin-ip-quality/wire'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Answer, builtInChecks, type PlayedServices, playServices } from '../test/services.ts'
import { internet, makeFetchPage, type Network } from './fetch-page.ts'
import { findEgress, runCheck, toTask } from './run-check.ts'

let services: PlayedServices
beforeEach(async () => {
  services = await playServices()
})
afterEach(() => services.close())

const never = new AbortController().signal

const run = (check: Check, network: Network = services.network()) =>
  runCheck({ id: 'service', check }, makeFetchPage(network), never)

/** A check with one request. */
const single = (url: string, rules: readonly Rule[], more: Partial<Check> = {}): Check => ({
  steps: [{ url, rules: [...rules] }],
  ...more,
})
const ok: Rule = { match: { kind: 'status_equals', code: 200 }, result: 'unlocked' }

describe('a built-in check', () => {
  const cases: readonly (readonly [string, string, string | null, Record<string, Answer>])[] = [
    [
      'netflix',
      'unlocked',
      'SG',
      {
        'www.netflix.com/title/81280792': { status: 302, headers: { location: '/sg-en/title/81280792' } },
        'www.netflix.com/sg-en/title/81280792': { body: '<html>' },
      },
    ],
    [
      'netflix',
      'restricted',
      'US',
      {
        'www.netflix.com/title/81280792': { status: 404 },
        'www.netflix.com/title/80018499': { body: '{"currentCountry":"US"}' },
      },
    ],
    ['netflix', 'blocked', null, { 'www.netflix.com/title/81280792': { status: 403 } }],
    [
      'disney_plus',
      'unlocked',
      'GB',
      {
        'www.disneyplus.com/': { status: 302, headers: { location: '/en-gb' } },
        'www.disneyplus.com/en-gb': { body: '<html>' },
      },
    ],
    [
      'disney_plus',
      'restricted',
      null,
      {
        'www.disneyplus.com/': { status: 302, headers: { location: '/unavailable' } },
        'www.disneyplus.com/unavailable': { body: 'sorry' },
      },
    ],
    [
      'youtube_premium',
      'unlocked',
      'JP',
      { 'www.youtube.com/premium': { body: '"INNERTUBE_CONTEXT_GL":"JP" YouTube and YouTube Music ad-free' } },
    ],
    [
      'youtube_premium',
      'restricted',
      'RU',
      { 'www.youtube.com/premium': { body: '"INNERTUBE_CONTEXT_GL":"RU" Premium is not available in your country' } },
    ],
    ['amazon_prime', 'unlocked', 'DE', { 'www.primevideo.com/': { body: '{"currentTerritory":"DE"}' } }],
    ['amazon_prime', 'restricted', null, { 'www.primevideo.com/': { body: '{"isServiceRestricted":true}' } }],
    [
      'hbo_max',
      'unlocked',
      'US',
      {
        'www.hbomax.com/': { status: 301, headers: { location: '/us/en' } },
        'www.hbomax.com/us/en': { body: '<html>' },
      },
    ],
    [
      'hbo_max',
      'restricted',
      null,
      {
        'www.hbomax.com/': { status: 302, headers: { location: 'http://www.hbomax.com/geo-availability' } },
        'www.hbomax.com/geo-availability': { body: '<html>' },
      },
    ],
    [
      'chatgpt',
      'unlocked',
      'FR',
      {
        'chatgpt.com/cdn-cgi/trace': { body: 'ip=203.0.113.9\nloc=FR\n' },
        'api.openai.com/compliance/cookie_requirements': { body: '{}' },
        'ios.chat.openai.com/': {
          status: 403,
          body: '{"cf_details":"Request is not allowed. request is not allowed"}',
        },
      },
    ],
    [
      'chatgpt',
      'restricted',
      'HK',
      {
        'chatgpt.com/cdn-cgi/trace': { body: 'loc=HK' },
        'api.openai.com/compliance/cookie_requirements': {
          status: 403,
          body: '{"error":{"code":"unsupported_country"}}',
        },
      },
    ],
    [
      'chatgpt',
      'blocked',
      'US',
      {
        'chatgpt.com/cdn-cgi/trace': { body: 'loc=US' },
        'api.openai.com/compliance/cookie_requirements': { body: '{}' },
        'ios.chat.openai.com/': { status: 403, body: 'You may be connected to a disallowed ISP' },
      },
    ],
    ['gemini', 'unlocked', 'USA', { 'gemini.google.com/': { body: '[45631641,null,true] ,2,1,200,"USA"' } }],
    ['gemini', 'restricted', 'CHN', { 'gemini.google.com/': { body: ',2,1,200,"CHN"' } }],
    ['tiktok', 'unlocked', 'US', { 'www.tiktok.com/': { body: '{"region":"US"}' } }],
    [
      'tiktok',
      'restricted',
      null,
      {
        'www.tiktok.com/': { status: 302, headers: { location: '/hk/notfound' } },
        'www.tiktok.com/hk/notfound': { body: '' },
      },
    ],
    [
      'spotify',
      'unlocked',
      'ES',
      {
        'www.spotify.com/': { status: 302, headers: { location: '/es/' } },
        'www.spotify.com/es/': { body: '<html>' },
      },
    ],
    [
      'spotify',
      'restricted',
      null,
      {
        'www.spotify.com/': { status: 302, headers: { location: '/why-not-available/' } },
        'www.spotify.com/why-not-available/': { body: '' },
      },
    ],
  ]

  it.each(cases)('%s: %s in %s', async (key, status, region, answers) => {
    const check = builtInChecks.get(key)
    if (!check) throw new Error(`no check of ${key}`)
    services.play(answers)
    expect(await run(check)).toMatchObject({ status, region })
    expect(services.requests.sort()).toEqual(
      Object.keys(answers)
        .map((name) => `GET ${name}`)
        .sort(),
    )
  })

  it('is there for nine services, each of which fails where nothing matches', async () => {
    expect(builtInChecks.size).toBe(9)
    for (const [key, check] of builtInChecks) expect([key, (await run(check)).status]).toEqual([key, 'failed'])
  })
})

describe('a check', () => {
  it('takes the first rule that matches', async () => {
    services.play({ 'a.example/': { status: 451, body: 'not here, but nearly' } })
    const rules: Rule[] = [
      { match: { kind: 'status_in_range', min: 200, max: 299 }, result: 'unlocked' },
      { match: { kind: 'body_regex', pattern: '^not\\b.*nearly$' }, result: 'restricted' },
      { match: { kind: 'status_equals', code: 451 }, result: 'blocked' },
    ]
    expect(await run(single('http://a.example/', rules))).toMatchObject({ status: 'restricted', detail: 'HTTP 451' })
    expect(await run(single('http://a.example/', rules.toReversed()))).toMatchObject({ status: 'blocked' })
  })

  it('follows five redirects, with headers for the first origin only', async () => {
    const hop = (location: string) => ({ status: 302, headers: { location } })
    services.play({
      'a.example/': hop('/1'),
      'a.example/1': hop('http://b.example/2'),
      'b.example/2': hop('//b.example/3'),
      'b.example/3': hop('http://c.example/4'),
      'c.example/4': hop('/5'),
      'c.example/5': { body: 'arrived' },
    })
    const headers: [string, string][] = [
      ['X-Test', 'one'],
      ['User-Agent', 'browser'],
    ]
    const rule: Rule = { match: { kind: 'redirect_matches', pattern: 'b\\.example/3$' }, result: 'unlocked' }
    expect(await run(single('http://a.example/', [rule], { headers }))).toMatchObject({ status: 'unlocked' })
    expect(services.received.map((sent) => sent['x-test'])).toEqual(['one', 'one', ...Array(4).fill(undefined)])
    expect(services.received.map((sent) => sent['user-agent'])).toEqual(Array(6).fill('browser'))
    services.play({ 'a.example/': hop('/') })
    expect(await run(single('http://a.example/', [ok]))).toMatchObject({
      status: 'failed',
      detail: 'more than 5 redirects',
    })
  })

  it('reads at most 256 KiB, also of compressed bodies', async () => {
    const body = gzipSync(`${'a'.repeat(300_000)}end`)
    services.play({ 'a.example/': { body, headers: { 'content-encoding': 'gzip' } } })
    const rules: Rule[] = [
      { match: { kind: 'body_regex', pattern: 'end' }, result: 'unlocked' },
      { match: { kind: 'body_regex', pattern: '^a{262144}$' }, result: 'restricted' },
    ]
    expect(await run(single('http://a.example/', rules))).toMatchObject({ status: 'restricted' })
  })

  it('fails with the reason, never with an error', async () => {
    services.play({ 'slow.example/': { delayMs: 5000 }, 'a.example/': { body: 'a'.repeat(100) } })
    const slowPattern: Rule = { match: { kind: 'body_regex', pattern: '(a+)+$b' }, result: 'unlocked' }
    const failures = [
      [single('http://slow.example/', [ok], { timeout_ms: 1000 }), 'timeout'],
      [single('http://a.example/', [slowPattern]), 'a pattern took too long'],
      [single('http://none.example/', [ok]), 'no rule matches, HTTP 418'],
      [single('http://broken.example/\u0000', [ok]), 'the address may not be requested'],
    ] as const
    for (const [check, detail] of failures) expect(await run(check)).toMatchObject({ status: 'failed', detail })
    const missing = { ...services.network(), addressesOf: internet.addressesOf }
    expect(await run(single('http://name.invalid/', [ok]), missing)).toMatchObject({
      detail: 'the name cannot be resolved',
    })
  })
})

describe('the agent refuses', () => {
  const refusals = [
    ['loopback', 'http://127.0.0.1/', {}],
    ['a name of loopback', 'http://localhost/', {}],
    ['a private address', 'http://10.0.0.1/', {}],
    ['cloud metadata', 'http://169.254.169.254/latest/meta-data/', {}],
    ['an unusual notation', 'http://0x7f.1/', {}],
    ['a mapped address', 'http://[::ffff:127.0.0.1]/', {}],
    ['another port', 'http://8.8.8.8:8080/', {}],
    ['another scheme', 'ftp://8.8.8.8/', {}],
    ['credentials', 'http://a:b@8.8.8.8/', {}],
    ['a name with a private address', 'http://inside.example/', { 'inside.example': ['192.168.1.1'] }],
    ['a name with one private address', 'http://mixed.example/', { 'mixed.example': ['8.8.8.8', '::1'] }],
    ['a name without an address', 'http://empty.example/', { 'empty.example': [] }],
  ] as const

  it.each(refusals)('%s', async (_, url, addresses) => {
    const network = { ...services.network(addresses), mayConnect: internet.mayConnect }
    expect((await run(single(url, [ok]), network)).status).toBe('failed')
    expect(services.requests).toEqual([])
  })

  it('the same behind a redirect', async () => {
    const inside = { 'inside.example': ['10.0.0.1'] }
    for (const location of [
      'http://10.0.0.1/',
      'http://inside.example/',
      'http://a.example:8080/',
      'file:///etc/passwd',
    ]) {
      services.play({ 'a.example/': { status: 302, headers: { location } } })
      services.requests.length = 0
      expect((await run(single('http://a.example/', [ok]), services.network(inside))).status).toBe('failed')
      expect(services.requests).toEqual(['GET a.example/'])
    }
  })
})

describe('a service that the agent cannot read', () => {
  const request = { url: 'http://a.example/', method: 'GET', headers: [], timeout_ms: 1000 }
  it.each([
    ['an unknown kind of rule', { request, rules: [{ match: { kind: 'magic' }, result: 'unlocked' }] }],
    ['no rules', { request, rules: [] }],
    ['rules that are none', { request, rules: 'none' }],
    ['an unknown detector', { detector: 'future' }],
    ['a timeout of a day', { request: { ...request, timeout_ms: 86_400_000 }, rules: [ok] }],
  ])('%s', async (_, service) => {
    const task = toTask({ id: 's', key: 'k', ...service })
    if (!task) throw new Error('not a service')
    expect(await runCheck(task, makeFetchPage(services.network()), never)).toMatchObject({
      service_id: 's',
      status: 'unsupported',
      detail: expect.any(String),
    })
    expect(services.requests).toEqual([])
  })

  it.each([undefined, 5, {}, { id: '' }, { id: 5 }, { id: 'x'.repeat(65) }])('%j is none', (sent) =>
    expect(toTask(sent)).toBeUndefined(),
  )
})

it('finds its public address with the first source that answers', async () => {
  const fetchPage = makeFetchPage(services.network())
  services.play({ 'one.example/': { status: 500 }, 'two.example/': { body: 'fl=1\nip=2001:DB8:0:0::9\nts=1' } })
  const sources = ['one', 'two'].map((name) => ({ url: `http://${name}.example/`, pattern: 'ip=([0-9A-F:.]+)' }))
  expect(await findEgress(sources, fetchPage, never)).toBe('2001:db8::9')
  expect(await findEgress(sources.slice(0, 1), fetchPage, never)).toBe('')
})
