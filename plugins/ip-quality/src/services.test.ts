import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeWorld, ownService, type World } from '../test/world.ts'

let world: World
let dataDir: string
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'svc-ip-quality-'))
  world = await makeWorld({ dataDir })
})
afterEach(async () => {
  await world.kernel.close()
  rmSync(dataDir, { recursive: true, force: true })
})

/** The services that an agent was sent. */
const synced = async (agent: { next(type: string): Promise<Record<string, unknown>> }) =>
  (await agent.next('ip_quality_sync')).services as readonly { id: string; key: string; check?: object }[]

const file = (name: string) => readFileSync(new URL(`catalog/${name}`, import.meta.url), 'utf8')

function override(name: string, content: string): void {
  mkdirSync(join(dataDir, 'ip-quality/services'), { recursive: true })
  mkdirSync(join(dataDir, 'ip-quality/providers'), { recursive: true })
  writeFileSync(join(dataDir, 'ip-quality', name), content)
}

describe('the built-in services', () => {
  it('are nine, the most popular first', async () => {
    const services = await world.call('GET', '/services', undefined, 'member')
    expect(services.map(({ key, popularity }: { key: string; popularity: number }) => `${key} ${popularity}`)).toEqual([
      ...['chatgpt 100', 'netflix 100', 'disney_plus 95', 'youtube_premium 90', 'gemini 85', 'tiktok 85'],
      ...['amazon_prime 80', 'spotify 80', 'hbo_max 70'],
    ])
    expect(services[1]).toMatchObject({
      name: 'Netflix',
      category: 'streaming',
      is_builtin: true,
      enabled: true,
      detector: 'netflix',
      request: null,
      rules: null,
    })
  })

  it('can be disabled, and nothing else', async () => {
    const { agent } = await world.server('web')
    expect(await synced(agent)).toHaveLength(9)
    const id = await world.serviceId('netflix')
    expect(await world.call('PUT', `/services/${id}`, { enabled: false })).toMatchObject({ enabled: false })
    const services = await synced(agent)
    expect(services.map(({ key }) => key)).not.toContain('netflix')
    for (const change of [{ name: 'x' }, { rules: ownService().rules }]) {
      expect((await world.ask('PUT', `/services/${id}`, change)).statusCode).toBe(400)
    }
    expect((await world.ask('DELETE', `/services/${id}`)).statusCode).toBe(400)
    expect(world.audited('ip_quality.service_update')).toEqual([
      { id, key: 'netflix', name: 'Netflix', changed: ['enabled'] },
    ])
  })

  it('are mended by a file, without a new version', async () => {
    const { agent } = await world.server('web')
    await agent.next('ip_quality_sync')
    const netflix = JSON.parse(file('services/netflix.json'))
    netflix.check.steps[0].url = 'https://www.netflix.com/title/1'
    override('services/netflix.json', JSON.stringify(netflix))
    override('services/bbc.json', JSON.stringify({ ...netflix, key: 'bbc', name: 'BBC iPlayer' }))
    override('services/broken.json', '{')
    override('services/hbo_max.json', JSON.stringify({ ...netflix, key: 'hbo_max', check: { steps: [] } }))
    override('services/spotify.json', JSON.stringify({ ...netflix, key: 'netflix' }))
    const [step] = netflix.check.steps
    const wrong = { ...step, rules: [{ match: { kind: 'body_regex', pattern: '(' }, result: 'blocked' }] }
    override('services/tiktok.json', JSON.stringify({ ...netflix, key: 'tiktok', check: { steps: [wrong] } }))
    await world.kernel.runJob('IpQualityFiles')
    const services = await synced(agent)
    const sent = new Map(services.map((service) => [service.key, service.check]))
    expect(sent.get('netflix')).toEqual(netflix.check)
    expect(sent.size).toBe(10)
    for (const key of ['hbo_max', 'spotify', 'tiktok']) {
      expect(sent.get(key), key).toEqual(JSON.parse(file(`services/${key}.json`)).check)
    }
    const { problems } = await world.call('GET', '/settings')
    expect(problems.map((problem: { file: string }) => problem.file).sort()).toEqual(
      ['broken', 'hbo_max', 'spotify', 'tiktok'].map((name) => `services/${name}.json`),
    )
    rmSync(join(dataDir, 'ip-quality'), { recursive: true })
    await world.kernel.runJob('IpQualityFiles')
    expect(await world.services()).toHaveLength(9)
    expect((await world.call('GET', '/settings')).problems).toEqual([])
  })
})

describe('an own check', () => {
  it('is added, changed, sent to agents and deleted with its results', async () => {
    const { id: serverId, agent, report } = await world.server('web')
    await agent.next('ip_quality_sync')
    const created = await world.call('POST', '/services', ownService())
    expect(created).toMatchObject({
      key: expect.stringMatching(/^custom_[0-9a-f]{8}$/),
      name: 'Intranet wiki',
      category: 'work',
      popularity: 0,
      is_builtin: false,
      enabled: true,
      detector: null,
      request: {
        url: 'https://wiki.example.com/',
        method: 'GET',
        headers: [['Accept', 'text/html']],
        timeout_ms: 10_000,
      },
      rules: [{ match: { kind: 'status_equals', code: 200 }, result: 'unlocked' }],
    })
    const services = await synced(agent)
    expect(services.at(-1)).toEqual({
      id: created.id,
      key: created.key,
      request: created.request,
      rules: created.rules,
    })
    await report([{ service_id: created.id, status: 'unlocked' }])
    const request = { ...created.request, timeout_ms: 3000 }
    expect(await world.call('PUT', `/services/${created.id}`, { request, popularity: 7 })).toMatchObject({
      request,
      popularity: 7,
      name: 'Intranet wiki',
    })
    expect(await world.call('DELETE', `/services/${created.id}`)).toBe('ok')
    expect((await world.call('GET', `/servers/${serverId}`)).unlock_results).toEqual([])
    expect((await world.ask('DELETE', `/services/${created.id}`)).statusCode).toBe(404)
    for (const [method, url] of [
      ['POST', '/services'],
      ['PUT', `/services/${created.id}`],
    ] as const) {
      expect((await world.ask(method, url, ownService(), 'member')).statusCode).toBe(403)
    }
  })

  const requestOf = (replaced: object) => ({ request: { url: 'https://example.com/', ...replaced } })
  const ruleOf = (match: object, result = 'unlocked') => ({ rules: [{ match, result }] })
  it.each([
    ['an empty name', { name: ' ' }, 'name'],
    ['an empty category', { category: '' }, 'category'],
    ['no rules', { rules: [] }, 'rules'],
    ['rules as text', { rules: '[]' }, 'rules'],
    ['a request as text', { request: '{}' }, 'request'],
    ['another scheme', requestOf({ url: 'ftp://example.com/' }), 'request.url'],
    ['another port', requestOf({ url: 'https://example.com:8443/' }), 'request.url'],
    ['credentials in the address', requestOf({ url: 'https://a:b@example.com/' }), 'request.url'],
    ['a private address', requestOf({ url: 'http://10.0.0.1/' }), 'request.url'],
    ['an address of this host', requestOf({ url: 'http://127.1/' }), 'request.url'],
    ['localhost', requestOf({ url: 'http://localhost/' }), 'request.url'],
    ['a line break in the address', requestOf({ url: 'http://example.com/\r\nX: y' }), 'request.url'],
    ['an unknown method', requestOf({ method: 'TRACE' }), 'request.method'],
    ['a line break in the method', requestOf({ method: 'GET\r\nX: y' }), 'request.method'],
    ['a line break in a header', requestOf({ headers: [['X-Test', 'a\r\nY: b']] }), 'request.headers.X-Test'],
    ['a line break in the name of a header', requestOf({ headers: [['X\r\nY', 'a']] }), 'request.headers'],
    [
      'a header twice',
      requestOf({
        headers: [
          ['A', '1'],
          ['a', '2'],
        ],
      }),
      'request.headers',
    ],
    ['a header of the transfer', requestOf({ headers: [['Host', 'x']] }), 'request.headers.Host'],
    ['credentials in a header', requestOf({ headers: [['Authorization', 'Bearer x']] }), 'request.headers'],
    ['a header without a value', requestOf({ headers: [['A']] }), 'request.headers'],
    ['no time', requestOf({ timeout_ms: 0 }), 'request.timeout_ms'],
    ['too much time', requestOf({ timeout_ms: 30_001 }), 'request.timeout_ms'],
    ['an unknown kind of rule', ruleOf({ kind: 'javascript', code: '1' }), 'rules'],
    ['an unknown result', ruleOf({ kind: 'status_equals', code: 200 }, 'fine'), 'rules'],
    ['a status that is none', ruleOf({ kind: 'status_equals', code: 99 }), 'rules'],
    ['a range without numbers', ruleOf({ kind: 'status_in_range', min: 500, max: 200 }), 'rules.0.match.min'],
    ['an invalid pattern', ruleOf({ kind: 'body_regex', pattern: '(' }), 'rules.0.match.pattern'],
    ['an empty pattern', ruleOf({ kind: 'redirect_matches', pattern: '' }), 'rules'],
  ])('with %s is rejected, when added and when changed', async (_, replaced, field) => {
    const created = await world.call('POST', '/services', ownService())
    for (const [method, url, body] of [
      ['POST', '/services', ownService(replaced)],
      ['PUT', `/services/${created.id}`, replaced],
    ] as const) {
      const answer = await world.ask(method, url, body)
      expect(answer.statusCode, answer.body).toBe(422)
      expect(answer.json().error.details[0].field).toMatch(new RegExp(`^${field.replaceAll('.', '\\.')}`))
    }
    expect(await world.call('GET', '/services')).toHaveLength(10)
  })

  it('that cannot be read any more is not sent, rather than without rules', async () => {
    const created = await world.call('POST', '/services', ownService())
    const { database } = world.kernel
    database
      .prepare(`UPDATE ip_quality_services SET rules = '[{"match":{"kind":"magic"}}]' WHERE id = ?`)
      .run(created.id)
    const { agent } = await world.server('web')
    const services = await synced(agent)
    expect(services.map(({ id }) => id)).not.toContain(created.id)
    expect(services).toHaveLength(9)
    expect((await world.call('GET', '/services')).at(-1)).toMatchObject({ id: created.id, rules: null, request: null })
  })

  it('is one of at most 50', async () => {
    for (let i = 0; i < 50; i += 1) await world.call('POST', '/services', ownService({ name: `Check ${i}` }))
    expect((await world.ask('POST', '/services', ownService())).statusCode).toBe(400)
  })
})

describe('the interval', () => {
  it('is from one hour to a week, and reaches the agents', async () => {
    const { agent } = await world.server('web')
    expect(await agent.next('ip_quality_sync')).toMatchObject({ interval_hours: 12, acknowledges: true })
    expect(await world.call('GET', '/settings', undefined, 'member')).toMatchObject({ check_interval_hours: 12 })
    expect(await world.call('PUT', '/settings', { check_interval_hours: 168 })).toMatchObject({
      check_interval_hours: 168,
    })
    expect(await agent.next('ip_quality_sync')).toMatchObject({ interval_hours: 168 })
    for (const check_interval_hours of [0, 169, 1.5, '6', null]) {
      expect((await world.ask('PUT', '/settings', { check_interval_hours })).statusCode).toBe(422)
    }
    expect((await world.ask('PUT', '/settings', { check_interval_hours: 1 }, 'member')).statusCode).toBe(403)
  })
})
