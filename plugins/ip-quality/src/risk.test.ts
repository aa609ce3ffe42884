import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeWorld, type World } from '../test/world.ts'

/** The providers in the test: what each answers, and what it was asked. */
let answers: Record<string, { status?: number; body: object }>
let asked: string[]
let provider: Server
let dataDir: string
let world: World

const address = '8.8.4.4'
const apiKey = 'key-that-nobody-may-see'

function handle(request: IncomingMessage) {
  asked.push(request.url ?? '')
  return answers[request.url?.split('/')[1] ?? ''] ?? { status: 503, body: {} }
}

/** The files of the program, but asking the server in the test. */
function useLocalProviders(port: number): void {
  mkdirSync(join(dataDir, 'ip-quality/providers'), { recursive: true })
  for (const id of ['ipapi_is', 'ip-api']) {
    const file = JSON.parse(readFileSync(new URL(`catalog/providers/${id}.json`, import.meta.url), 'utf8'))
    const url = file.url.replace(/^https?:\/\/[^/]+\//, `http://127.0.0.1:${port}/${id}/`)
    writeFileSync(join(dataDir, 'ip-quality/providers', `${id}.json`), JSON.stringify({ ...file, url }))
  }
}

beforeEach(async () => {
  asked = []
  answers = {}
  provider = createServer((request, response) => {
    const { status = 200, body } = handle(request)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
  dataDir = mkdtempSync(join(tmpdir(), 'svc-ip-quality-'))
  useLocalProviders((provider.address() as AddressInfo).port)
  world = await makeWorld({ dataDir, config: { ip_quality: { allow_private: ['127.0.0.0/8'] } } })
})
afterEach(async () => {
  await world.kernel.close()
  provider.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const ipapiIs = {
  ip: address,
  is_mobile: false,
  is_datacenter: true,
  is_tor: false,
  is_proxy: false,
  is_vpn: true,
  is_abuser: false,
  company: { name: 'Example Hosting', abuser_score: '0.0039 (Low)', type: 'hosting' },
  abuse: { email: 'abuse@example.com' },
  asn: { asn: 64_500, abuser_score: '0.12 (Elevated)', org: 'Example\u202e Hosting' },
  location: { country_code: 'us', state: 'California', city: 'Los Angeles' },
}
const ipApi = {
  status: 'success',
  countryCode: 'DE',
  regionName: 'Hesse',
  city: 'Frankfurt',
  as: 'AS64501 Example',
  isp: 'Example ISP',
  mobile: false,
  proxy: true,
  hosting: false,
}

/** The address card, once it is known. */
async function scored(server: { id: string; report(results: unknown[], more: object): Promise<void> }, ip = address) {
  const viewer = await world.viewer('admin')
  await server.report([], { egress_ip: ip })
  for (;;) {
    const { ip_quality } = await viewer.next('ip_quality_update')
    if (ip_quality) return ip_quality
  }
}

describe('without a provider', () => {
  it('nobody is asked', async () => {
    const server = await world.server('web')
    expect(await scored(server)).toMatchObject({
      ip: address,
      risk_score: null,
      risk_level: 'unknown',
      ip_type: 'unknown',
    })
    expect(asked).toEqual([])
    expect(await world.call('GET', '/settings')).toMatchObject({
      risk_provider: 'none',
      risk_provider_fallback: 'none',
      providers: [
        { id: 'ip-api', key: 'none', has_key: false, is_encrypted: false },
        { id: 'ipapi_is', key: 'optional', has_key: false },
      ],
    })
  })

  it.each(['', '10.0.0.1', '127.0.0.1', '192.0.2.1', 'example.com', '::ffff:192.168.1.1'])(
    '%j is no public address',
    async (ip) => {
      const server = await world.server('web')
      await server.report([], { egress_ip: ip })
      expect((await world.call('GET', `/servers/${server.id}`)).ip_quality).toBeNull()
    },
  )
})

describe('a provider', () => {
  it('is asked once a day per address, with a key that is sealed', async () => {
    answers = { ipapi_is: { body: ipapiIs } }
    await world.call('PUT', '/settings', { risk_provider: 'ipapi_is', api_keys: { ipapi_is: apiKey } })
    const [web, db] = [await world.server('web'), await world.server('db')]
    const facts = {
      ip: address,
      asn: 'AS64500',
      as_org: 'Example? Hosting',
      country: 'US',
      region: 'California',
      city: 'Los Angeles',
      ip_type: 'hosting',
      is_proxy: false,
      is_vpn: true,
      is_hosting: true,
      is_tor: false,
      is_abuser: false,
      is_mobile: false,
      risk_score: 50,
      risk_level: 'medium',
      asn_abuser_score: 12,
      abuse_email: 'abuse@example.com',
      checked_at: '2026-05-01T12:00:00Z',
    }
    expect(await scored(web)).toEqual(facts)
    expect(await scored(db)).toEqual(facts)
    expect((await world.call('GET', `/servers/${web.id}`, undefined, 'member')).ip_quality).toEqual(facts)
    expect(asked).toEqual([`/ipapi_is/?q=${address}&key=${apiKey}`])
    await world.kernel.clock.advance(86_401_000)
    await world.kernel.runJob('AddressRisks')
    await expect.poll(() => asked.length).toBe(2)
    const { database } = world.kernel
    const stored = JSON.stringify([
      database.prepare('SELECT * FROM ip_quality_keys').all(),
      world.audited('ip_quality.settings_update'),
      world.kernel.logs,
      await world.call('GET', '/settings'),
    ])
    expect(stored).toContain('ipapi_is')
    expect(stored).not.toContain(apiKey)
    expect(await world.call('PUT', '/settings', { api_keys: { ipapi_is: null } })).toMatchObject({
      providers: [{}, { has_key: false }],
    })
  })

  it('that does not answer is replaced by the other one, and erases nothing', async () => {
    answers = { ipapi_is: { body: { error: 'Rate limit' } }, 'ip-api': { body: ipApi } }
    await world.call('PUT', '/settings', { risk_provider: 'ipapi_is', risk_provider_fallback: 'ip-api' })
    const server = await world.server('web')
    const facts = await scored(server)
    expect(facts).toMatchObject({ asn: 'AS64501', country: 'DE', ip_type: 'residential', is_proxy: true })
    expect(facts).toMatchObject({ risk_score: 70, risk_level: 'high', asn_abuser_score: null })
    answers = {}
    await world.kernel.clock.advance(86_401_000)
    await world.kernel.runJob('AddressRisks')
    await expect.poll(() => asked.length).toBe(4)
    expect((await world.call('GET', `/servers/${server.id}`)).ip_quality).toEqual(facts)
  })

  it('must exist, and take the key', async () => {
    for (const [change, field] of [
      [{ risk_provider: 'someone' }, 'risk_provider'],
      [{ risk_provider_fallback: '' }, 'risk_provider_fallback'],
      [{ api_keys: { 'ip-api': 'x' } }, 'api_keys.ip-api'],
      [{ api_keys: { someone: 'x' } }, 'api_keys.someone'],
      [{ api_keys: { ipapi_is: 'a\r\nb' } }, 'api_keys.ipapi_is'],
      [{ api_keys: { ipapi_is: '' } }, 'api_keys.ipapi_is'],
    ] as const) {
      const answer = await world.ask('PUT', '/settings', change)
      expect([answer.statusCode, answer.json().error.details?.[0]?.field]).toEqual([422, field])
    }
  })
})
