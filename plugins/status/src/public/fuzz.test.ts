import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeWorld, type World } from '../../test/world.ts'

let world: World
let ids: string[]
beforeAll(async () => {
  world = await makeWorld()
  ids = [await world.server('a'), await world.server('b')]
  const incident = await world.incident({ is_public: true, message: 'x' })
  await world.maintenance({ is_public: true, recurrence: 'FREQ=DAILY' })
  await world.publish({ public_url: 'https://a.example', allow_subscriptions: true })
  ids.push(incident.id)
})
afterAll(() => world.kernel.close())

const hostile = fc.oneof(
  fc.constantFrom(
    ...[
      '',
      '0',
      '-1',
      '1e999',
      'NaN',
      'null',
      'undefined',
      '%00',
      '%',
      '%zz',
      '..',
      '../..',
      "' OR 1=1 --",
      '<script>',
    ],
    ...[
      '__proto__',
      'constructor',
      'toString',
      '\ud800',
      '🦄',
      'a'.repeat(300),
      '2026-05',
      '9999-99',
      '{}',
      '[]',
      '$(id)',
    ],
    ...[
      '2026-05-01T12:00:00Z',
      '0000-01-01T00:00:00Z',
      '9999-12-31T23:59:59Z',
      '2026-05-01',
      'raw',
      'auto',
      'zh',
      'zh-Hans',
    ],
  ),
  fc.string({ maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
)
const encoded = (text: string) => encodeURIComponent(text.toWellFormed())
const segment = fc.oneof(hostile.map(encoded), fc.constantFrom('%', '%00', '%2e%2e', '%ff', ';', '*', '//'))

it('no request without sign-in makes the public routes fail', async () => {
  const id = fc.oneof(fc.constantFrom(...ids), segment)
  const path = fc.oneof(
    fc.constantFrom(
      ...[
        '/config',
        '/page',
        '',
        '/summary',
        '/services',
        '/incidents',
        '/maintenances',
        '/history',
        '/network',
        '/logo',
      ].map((one) => `/api/status${one}`),
      ...['feed.atom', 'feed.rss', 'calendar.ics', 'badge.svg', 'embed', 'subscription', 'subscribe'].map(
        (one) => `/status/${one}`,
      ),
      ...['subscriptions', 'subscriptions/confirm', 'subscriptions/unsubscribe'].map((one) => `/api/status/${one}`),
    ),
    id.map((one) => `/api/status/servers/${one}`),
    id.map((one) => `/api/status/servers/${one}/metrics`),
    id.map((one) => `/api/status/servers/${one}/uptime-daily`),
    id.map((one) => `/api/status/network/${one}`),
    id.map((one) => `/status/badge/${one}.svg`),
    fc.array(segment, { maxLength: 3 }).map((parts) => `/api/status/${parts.join('/')}`),
  )
  const names = fc.constantFrom('month', 'from', 'to', 'interval', 'lang', 'token', 'action', 'v', 'x[]', '__proto__')
  const query = fc.array(fc.tuple(names, hostile), { maxLength: 4 })
  const header = fc.constantFrom(
    'if-none-match',
    'accept-encoding',
    'accept',
    'accept-language',
    'host',
    'content-type',
  )
  const visible = fc.string({ unit: fc.constantFrom(...'abcW/",;=*.:[]() q01gzip<>-'), maxLength: 40 })
  const headers = fc.dictionary(header, visible, { maxKeys: 3 })
  const body = fc.oneof(
    hostile,
    fc.json(),
    fc.constantFrom('type=email&target=a', '{"type":"webhook","target":"http://["}'),
  )
  let readers = 0
  const codes = new Set<number>()
  await fc.assert(
    fc.asyncProperty(
      path,
      query,
      headers,
      fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'DELETE'),
      body,
      async (path, query, headers, method, payload) => {
        readers += 1
        const search = query.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&')
        const { statusCode } = await world.kernel.inject({
          method: method as 'GET',
          url: `${path}?${search}`,
          headers,
          remoteAddress: `10.${readers >> 16}.${(readers >> 8) & 255}.${readers & 255}`,
          ...(method !== 'GET' && method !== 'HEAD' && { payload: payload.toWellFormed() }),
        })
        codes.add(statusCode)
        expect(statusCode).toBeLessThan(500)
      },
    ),
    { numRuns: 1500 },
  )
  // Not all of them were turned away.
  expect([...codes]).toEqual(expect.arrayContaining([200, 400, 404]))
})
