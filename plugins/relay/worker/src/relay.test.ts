import { request as httpRequest } from 'node:http'
import { jwtVerify } from 'jose'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, type ProviderServer, startProvider } from '../test/provider-server.ts'
import { publisherKey, type Running, startInNode, startInWorkerd, variables } from '../test/runtimes.ts'
import { payloadOf } from './provider.ts'
import type { SendRequest, SendResult } from './send-schema.ts'

const seconds = () => Math.floor(Date.now() / 1000)
const envelope = {
  version: 1,
  key_id: '00000000-0000-4000-8000-000000000001',
  identity: 'ab'.repeat(32),
  nonce: 'ICEiIyQlJicoKSor',
  ciphertext: Buffer.alloc(272, 7).toString('base64'),
} as const
let devices = 0
const nextDevice = () => {
  devices += 1
  return devices.toString(16).padStart(64, '0')
}
const message = (more: object = {}): SendRequest => ({
  device_token: nextDevice(),
  environment: 'production',
  event_id: '00000000-0000-4000-8000-000000000002',
  expires_at: seconds() + 600,
  envelope,
  ...more,
})

interface Reply {
  readonly status: number
  readonly headers: Headers
  readonly body: SendResult
}
async function post(url: string, body: unknown, init: RequestInit = {}): Promise<Reply> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...init,
  })
  return { status: response.status, headers: response.headers, body: (await response.json()) as SendResult }
}
const result = (outcome: SendResult['outcome'], reason: string, device_invalid = false) => ({
  outcome,
  reason,
  device_invalid,
})

let provider: ProviderServer
beforeAll(async () => {
  provider = await startProvider()
})
afterEach(() => {
  provider.state.answer = () => ({ status: 200 })
  provider.sent.length = 0
})
afterAll(() => provider.close())

/** Without limits that the number of tests would reach. */
const roomy = { RELAY_MAX_PER_MINUTE: '100000', RELAY_MAX_PER_SOURCE: '100000' }

describe.each([
  ['Node', startInNode],
  ['workerd', startInWorkerd],
])('in %s', (_, start) => {
  let relay: Running
  beforeAll(async () => {
    relay = await start(provider, roomy)
  })
  afterAll(() => relay.close())

  it('forwards an envelope, signed by the publisher, and stores nothing', async () => {
    const sent = message()
    const reply = await post(relay.url, sent)
    expect([reply.status, reply.body]).toEqual([200, result('accepted', 'Accepted')])
    expect(reply.headers.get('cache-control')).toBe('no-store')
    const [received] = provider.sent
    expect(received?.path).toBe(`/3/device/${sent.device_token}`)
    expect(received?.headers).toMatchObject({
      'apns-topic': 'example.svc',
      'apns-push-type': 'alert',
      'apns-priority': '10',
      'apns-expiration': String(sent.expires_at),
      'apns-id': sent.event_id,
    })
    const token = String(received?.headers.authorization).replace(/^bearer /, '')
    const { payload, protectedHeader } = await jwtVerify(token, publisherKey, { issuer: variables.APNS_TEAM_ID })
    expect(protectedHeader).toEqual({ alg: 'ES256', kid: variables.APNS_KEY_ID })
    expect(Object.keys(payload).sort()).toEqual(['iat', 'iss'])
    const payloadSent = JSON.parse(received?.body ?? '')
    expect(payloadSent).toMatchObject({ aps: { 'mutable-content': 1, sound: 'default' }, svc_envelope: envelope })
    expect(payloadSent.svc_event).toEqual({ id: sent.event_id, expires_at: sent.expires_at })
  })

  it('signs once for requests at the same time, and reuses the token', async () => {
    await Promise.all(Array.from({ length: 20 }, () => post(relay.url, message())))
    expect(new Set(provider.sent.map(({ headers }) => headers.authorization)).size).toBe(1)
  })

  it.each<[Answer, SendResult]>([
    [
      { status: 410, reason: 'Unregistered', body: '{"reason":"Unregistered","timestamp":1}' },
      result('permanent', 'Unregistered', true),
    ],
    [{ status: 410, reason: 'ExpiredToken' }, result('permanent', 'ProviderConfigurationOrPayload')],
    [{ status: 400, reason: 'BadDeviceToken' }, result('permanent', 'DeviceOrEnvironmentMismatch')],
    ...['BadCertificate', 'BadCollapseId', 'BadExpirationDate', 'BadMessageId', 'BadPriority', 'BadTopic'].map(
      (reason): [Answer, SendResult] => [
        { status: 400, reason },
        result('permanent', 'ProviderConfigurationOrPayload'),
      ],
    ),
    ...['DeviceTokenNotForTopic', 'DuplicateHeaders', 'IdleTimeout', 'InvalidPushType', 'MissingDeviceToken'].map(
      (reason): [Answer, SendResult] => [
        { status: 400, reason },
        result('permanent', 'ProviderConfigurationOrPayload'),
      ],
    ),
    ...['MissingTopic', 'PayloadEmpty', 'TopicDisallowed'].map((reason): [Answer, SendResult] => [
      { status: 400, reason },
      result('permanent', 'ProviderConfigurationOrPayload'),
    ]),
    ...['ExpiredProviderToken', 'InvalidProviderToken', 'MissingProviderToken', 'Forbidden'].map(
      (reason): [Answer, SendResult] => [
        { status: 403, reason },
        result('permanent', 'ProviderConfigurationOrPayload'),
      ],
    ),
    [{ status: 404, reason: 'BadPath' }, result('permanent', 'ProviderConfigurationOrPayload')],
    [{ status: 405, reason: 'MethodNotAllowed' }, result('permanent', 'ProviderConfigurationOrPayload')],
    [{ status: 413, reason: 'PayloadTooLarge' }, result('permanent', 'ProviderConfigurationOrPayload')],
    [{ status: 429, reason: 'TooManyRequests' }, result('retryable', 'ProviderUnavailable')],
    [{ status: 429, reason: 'TooManyProviderTokenUpdates' }, result('retryable', 'ProviderUnavailable')],
    [{ status: 500, reason: 'InternalServerError' }, result('retryable', 'ProviderUnavailable')],
    [{ status: 503, reason: 'ServiceUnavailable' }, result('retryable', 'ProviderUnavailable')],
    [{ status: 503, reason: 'Shutdown' }, result('retryable', 'ProviderUnavailable')],
    [{ status: 400, body: '<html>' }, result('retryable', 'NetworkUnavailable')],
    [{ status: 410, body: '' }, result('retryable', 'NetworkUnavailable')],
    [{ status: 400, body: `{"reason":"${'x'.repeat(5000)}"}` }, result('retryable', 'NetworkUnavailable')],
    [
      { status: 302, reason: 'Moved', headers: { location: 'http://127.0.0.1:1/' } },
      result('permanent', 'ProviderConfigurationOrPayload'),
    ],
    ['reset', result('retryable', 'NetworkUnavailable')],
  ])('judges %j', async (answer, expected) => {
    provider.state.answer = () => answer
    const reply = await post(relay.url, message())
    expect([reply.status, reply.body]).toEqual([200, expected])
    expect(provider.sent).toHaveLength(1)
  })

  it('passes on when to try again', async () => {
    provider.state.answer = () => ({ status: 429, reason: 'TooManyRequests', headers: { 'retry-after': '17' } })
    expect((await post(relay.url, message())).headers.get('retry-after')).toBe('17')
  })

  it.each<[string, object]>([
    ['an upper-case token', { device_token: 'AB' }],
    ['an odd token', { device_token: 'abc' }],
    ['an empty token', { device_token: '' }],
    ['a long token', { device_token: 'ab'.repeat(513) }],
    ['a token that is a path', { device_token: 'ab/../../x' }],
    ['another environment', { environment: 'staging' }],
    ['an upper-case event', { event_id: '00000000-0000-4000-8000-00000000000A' }],
    ['no expiry', { expires_at: undefined }],
    ['an expiry of zero', { expires_at: 0 }],
    ['an expiry far ahead', { expires_at: seconds() + 1900 }],
    ['a broken expiry', { expires_at: seconds() + 1.5 }],
    ['another version', { envelope: { ...envelope, version: 2 } }],
    ['a short identity', { envelope: { ...envelope, identity: 'ab' } }],
    ['a long nonce', { envelope: { ...envelope, nonce: Buffer.alloc(13).toString('base64') } }],
    ['a short ciphertext', { envelope: { ...envelope, ciphertext: Buffer.alloc(15).toString('base64') } }],
    ['a long ciphertext', { envelope: { ...envelope, ciphertext: Buffer.alloc(2071).toString('base64') } }],
    [
      'base64 that is not canonical',
      { envelope: { ...envelope, ciphertext: `${Buffer.alloc(16).toString('base64').slice(0, -3)}B==` } },
    ],
    ['base64url', { envelope: { ...envelope, ciphertext: `-_${'A'.repeat(30)}` } }],
    ['a field more', { title: 'hello' }],
    ['a field more in the envelope', { envelope: { ...envelope, title: 'hello' } }],
  ])('refuses %s', async (_, more) => {
    const reply = await post(relay.url, message(more))
    expect([reply.status, reply.body]).toEqual([400, result('permanent', 'InvalidRequest')])
    expect(provider.sent).toEqual([])
  })

  it.each(['', '[]', 'null', '{', '\u0000', '"text"'])('refuses %j', async (body) => {
    expect((await post(relay.url, body)).body.reason).toBe('InvalidRequest')
  })

  it('refuses text that is not UTF-8', async () => {
    const body = Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')])
    expect((await post(relay.url, '', { body })).body.reason).toBe('InvalidRequest')
  })

  it('takes the longest envelope, and the result fits the push service', async () => {
    const longest = message({
      device_token: 'ab'.repeat(512),
      envelope: { ...envelope, ciphertext: Buffer.alloc(2070, 1).toString('base64') },
    })
    expect((await post(relay.url, longest)).body.outcome).toBe('accepted')
    expect(Buffer.byteLength(payloadOf(longest))).toBeLessThanOrEqual(4096)
  })

  it('answers what has expired without asking the push service', async () => {
    const reply = await post(relay.url, message({ expires_at: seconds() - 1 }))
    expect([reply.status, reply.body]).toEqual([200, result('expired', 'Expired')])
    expect(provider.sent).toEqual([])
  })

  it.each<[string, RequestInit, number, string]>([
    ['GET', { method: 'GET', body: null }, 405, 'MethodNotAllowed'],
    ['PUT', { method: 'PUT' }, 405, 'MethodNotAllowed'],
    ['text', { headers: { 'content-type': 'text/plain' } }, 415, 'UnsupportedMediaType'],
    [
      'a compressed body',
      { headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' } },
      415,
      'UnsupportedMediaType',
    ],
  ])('refuses %s', async (_, init, status, reason) => {
    const reply = await post(relay.url, message(), init)
    expect([reply.status, reply.body]).toEqual([status, result('permanent', reason)])
    expect(reply.headers.get('allow')).toBe(status === 405 ? 'POST' : null)
  })

  it.each(['/', '/v1/send/', '/v2/send', '/v1/send/../x'])('has no other path, such as %s', async (path) => {
    const reply = await post(new URL(path, relay.url).href, message())
    expect([reply.status, reply.body]).toEqual([404, result('permanent', 'NotFound')])
  })

  it('takes what a server sends whose clock is a little ahead', async () => {
    expect((await post(relay.url, message({ expires_at: seconds() + 1830 }))).body.outcome).toBe('accepted')
  })

  it('takes a query, which says nothing', async () => {
    expect((await post(`${relay.url}?x=1`, message())).body.outcome).toBe('accepted')
  })

  it('reads no more than 8 KiB, whether the length is announced or not', async () => {
    const big = `"${'x'.repeat(8191)}"`
    expect((await post(relay.url, big)).status).toBe(413)
    const streamed = new ReadableStream({
      start(controller) {
        for (let i = 0; i < 3; i++) controller.enqueue(Buffer.alloc(4096, 32))
        controller.close()
      },
    })
    const reply = await post(relay.url, '', { body: streamed, duplex: 'half' } as RequestInit)
    expect([reply.status, reply.body]).toEqual([413, result('permanent', 'RequestTooLarge')])
    const fits = JSON.stringify(message())
    expect((await post(relay.url, fits.padEnd(8192, ' '))).body.outcome).toBe('accepted')
  })

  it('logs failures without tokens, senders or content', async () => {
    provider.state.answer = () => ({ status: 403, reason: 'InvalidProviderToken' })
    const sent = message()
    await post(relay.url, sent)
    await expect.poll(() => relay.logs.join('')).toContain('"provider_reason":"InvalidProviderToken"')
    const logged = relay.logs.join('')
    for (const secret of [
      sent.device_token,
      sent.envelope.ciphertext,
      sent.envelope.identity,
      sent.event_id,
      '127.0.0.1',
    ]) {
      expect(logged).not.toContain(secret)
    }
    expect(logged).not.toMatch(/bearer|BEGIN|eyJ/)
  })

  it.each<[string, Record<string, string | undefined>]>([
    ['no team', { APNS_TEAM_ID: undefined }],
    ['a short key id', { APNS_KEY_ID: 'KEY' }],
    ['no topic', { APNS_TOPIC: '' }],
    ['a key that is no key', { APNS_PRIVATE_KEY: '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----' }],
    ['an empty environment', { APNS_ENVIRONMENTS: 'sandbox,' }],
    ['an environment twice', { APNS_ENVIRONMENTS: 'sandbox,sandbox' }],
    ['an unknown environment', { APNS_ENVIRONMENTS: 'production,staging' }],
    ['a limit that is no number', { RELAY_MAX_PER_MINUTE: 'many' }],
  ])('refuses everything with %s', async (_, changed) => {
    const broken = await start(provider, changed)
    try {
      const reply = await post(broken.url, message())
      expect([reply.status, reply.body]).toEqual([503, result('permanent', 'RelayNotConfigured')])
    } finally {
      await broken.close()
    }
  })

  it('sends to the allowed environments only', async () => {
    const sandbox = await start(provider, { APNS_ENVIRONMENTS: 'sandbox' })
    try {
      const refused = await post(sandbox.url, message())
      expect([refused.status, refused.body]).toEqual([400, result('permanent', 'EnvironmentDisabled')])
      expect((await post(sandbox.url, message({ environment: 'sandbox' }))).body.outcome).toBe('accepted')
    } finally {
      await sandbox.close()
    }
  })

  it('limits requests for one device', async () => {
    const strict = await start(provider, { ...roomy, RELAY_MAX_PER_TARGET: '2' })
    try {
      const sent = message()
      const statuses: number[] = []
      for (let i = 0; i < 4; i++) statuses.push((await post(strict.url, sent)).status)
      // A minute may begin in between.
      expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0)
      expect((await post(strict.url, message())).status).toBe(200)
      expect(provider.sent.length).toBeLessThan(5)
    } finally {
      await strict.close()
    }
  })
})

it('a flood of refused requests writes no log, whatever they ask for', async () => {
  const relay = await startInNode(provider)
  try {
    for (const path of ['//', '/x', '/v1/send']) {
      const { hostname, port } = new URL(relay.url)
      const status = await new Promise<number | undefined>((resolve, reject) =>
        httpRequest({ hostname, port, path }, (res) => resolve(res.resume().statusCode))
          .on('error', reject)
          .end(),
      )
      expect([path, status]).toEqual([path, path === '/v1/send' ? 405 : 404])
    }
    expect(relay.logs).toEqual([])
  } finally {
    await relay.close()
  }
})

describe('hosts of the push service', () => {
  it('depend on the environment alone', async () => {
    const hosts: string[] = []
    const { makeRelay } = await import('./relay.ts')
    const relay = makeRelay({
      variables,
      log: () => {},
      send: async ({ host }) => {
        hosts.push(host)
        return { status: 200, retryAfter: null, read: async () => '' }
      },
    })
    for (const environment of ['sandbox', 'production'] as const) {
      await relay(
        new Request('https://relay.example/v1/send', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(message({ environment })),
        }),
        undefined,
      )
    }
    expect(hosts).toEqual(['api.sandbox.push.apple.com', 'api.push.apple.com'])
  })
})

describe('time and load', () => {
  const running: Running[] = []
  const start = async (...options: Parameters<typeof startInNode> extends [unknown, ...infer R] ? R : never) => {
    const relay = await startInNode(provider, ...options)
    running.push(relay)
    return relay
  }
  afterEach(async () => {
    for (const relay of running.splice(0)) await relay.close()
  })

  it('signs a new token after 50 minutes, and when the clock was set back', async () => {
    let now = Date.now()
    const relay = await start(roomy, { now: () => now })
    const send = () => post(relay.url, message({ expires_at: Math.floor(now / 1000) + 60 }))
    const tokens = () => new Set(provider.sent.map(({ headers }) => headers.authorization)).size
    await send()
    now += 49 * 60_000
    await send()
    expect(tokens()).toBe(1)
    now += 60_000
    await send()
    expect(tokens()).toBe(2)
    now -= 3_600_000
    await send()
    expect(tokens()).toBe(3)
  })

  it('counts in minutes, for each source and all together', async () => {
    let now = 60_000 * 1000
    const relay = await start(
      { RELAY_MAX_PER_SOURCE: '2', RELAY_MAX_PER_MINUTE: '5' },
      { now: () => now, sourceHeader: 'x-source' },
    )
    const from = async (source: string) => {
      const headers = { 'content-type': 'application/json', 'x-source': source }
      return (await post(relay.url, message({ expires_at: now / 1000 + 60 }), { headers })).status
    }
    expect([await from('a'), await from('a'), await from('a')]).toEqual([200, 200, 429])
    expect([await from('b'), await from('b'), await from('c'), await from('d')]).toEqual([200, 200, 200, 429])
    now += 60_000
    const reply = await post(relay.url, message({ expires_at: now / 1000 + 60 }))
    expect(reply.status).toBe(200)
  })

  it('shares one budget among senders without an address', async () => {
    const relay = await start({ RELAY_MAX_PER_SOURCE: '2' }, { sourceHeader: 'x-source', now: () => 60_000_000 })
    const send = () => post(relay.url, message({ expires_at: 60_060 }))
    const statuses = [(await send()).status, (await send()).status, (await send()).status]
    expect(statuses).toEqual([200, 200, 429])
    expect((await send()).headers.get('retry-after')).toBe('60')
  })

  it('remembers a limited number of devices, and refuses others until the minute ends', async () => {
    let now = 60_000_000
    const relay = await start({ ...roomy, RELAY_MAX_TRACKED: '3' }, { now: () => now })
    const to = async (token: string) =>
      (await post(relay.url, message({ device_token: token, expires_at: now / 1000 + 60 }))).status
    expect([await to('aa'), await to('bb'), await to('cc'), await to('dd'), await to('aa')]).toEqual([
      200, 200, 200, 429, 200,
    ])
    now += 60_000
    expect(await to('dd')).toBe(200)
  })

  it('serves a limited number of requests at a time', async () => {
    const relay = await start({ ...roomy, RELAY_MAX_CONCURRENT: '2' }, { limits: { providerMs: 60_000 } })
    const answers = Promise.withResolvers<void>()
    provider.state.answer = () => 'hang'
    const hanging = [1, 2].map(() =>
      post(relay.url, message(), { signal: AbortSignal.timeout(60_000) }).catch(() => undefined),
    )
    await expect.poll(() => provider.sent.length).toBe(2)
    const reply = await post(relay.url, message())
    expect([reply.status, reply.body]).toEqual([503, result('retryable', 'RelayBusy')])
    expect(reply.headers.get('retry-after')).toBe('1')
    answers.resolve()
    await relay.close()
    running.length = 0
    await Promise.all(hanging)
  })

  it('does not wait for a body or the push service forever', async () => {
    const relay = await start(roomy, { limits: { bodyMs: 50, providerMs: 50 } })
    const slow = httpRequest(relay.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': '100' },
    })
    slow.on('error', () => {})
    slow.write('{')
    const response = await new Promise<{ statusCode?: number }>((done) => slow.once('response', done))
    expect(response.statusCode).toBe(408)
    slow.destroy()
    provider.state.answer = () => 'hang'
    expect((await post(relay.url, message())).body).toEqual(result('retryable', 'NetworkUnavailable'))
    provider.state.answer = () => ({ status: 200 })
    await expect.poll(async () => (await post(relay.url, message())).body.outcome).toBe('accepted')
  })

  it('keeps one connection, and opens another after GOAWAY, also in the middle of a request', async () => {
    const relay = await start(roomy)
    const before = provider.state.connections
    for (let i = 0; i < 5; i++) await post(relay.url, message())
    expect(provider.state.connections - before).toBe(1)
    provider.goaway()
    await expect.poll(async () => (await post(relay.url, message())).body.outcome).toBe('accepted')
    expect(provider.state.connections - before).toBe(2)
    provider.state.answer = () => 'goaway'
    expect((await post(relay.url, message())).body).toEqual(result('retryable', 'NetworkUnavailable'))
    provider.state.answer = () => ({ status: 200 })
    expect((await post(relay.url, message())).body.outcome).toBe('accepted')
    expect(provider.state.connections - before).toBe(3)
  })
})
