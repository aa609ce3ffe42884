import { ApiError } from '@svc/plugin-sdk'
import { type Outbound, OutboundError } from '@svc/plugin-system/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MonitorType } from '../monitor-schema.ts'
import { makeCheckTypes } from './check-types.ts'

const reject = () => Promise.reject(new OutboundError('refused', 'anywhere.example'))
const outbound: Outbound = {
  withPrivate: () => outbound,
  request: reject,
  connect: reject,
  resolve: reject,
  keep: () => ({ request: reject, close: reject }),
}
const checkTypeOf = makeCheckTypes({
  clock: { now: () => 0, after: () => () => {}, every: () => () => {} },
  outbound,
  version: '1.0.0',
  servers: { get: () => undefined },
  containers: { find: async () => undefined },
  registries: { rdap_bootstrap_url: 'https://registries.example/', whois_server: 'whois.example:43' },
})
const types: readonly MonitorType[] = [
  'ssl',
  'dns',
  'http_keyword',
  'tcp',
  'whois',
  'postgres',
  'mysql',
  'redis',
  'docker',
]

/** The invalid field, or the validated value. */
const outcome = async (read: () => unknown) => {
  try {
    return { read: await read() }
  } catch (error) {
    expect(error).toBeInstanceOf(ApiError)
    const { status, fields } = error as ApiError
    expect(status).toBe(422)
    return { field: fields[0]?.field }
  }
}

describe.each(types)('a monitor of type %s, given any input,', (type) => {
  const checkType = checkTypeOf(type)
  const names = [
    'timeout',
    'port',
    'warning_days',
    'critical_days',
    'record_type',
    'expected_values',
    'mode',
    'nameserver',
    'method',
    'keyword',
    'keyword_exists',
    'expected_status',
    'headers',
    'body',
    'username',
    'password',
    'database',
    'tls',
    'ca',
    'query',
    'expected',
    'comparison',
    'server_id',
    '__proto__',
    'constructor',
    '',
  ]
  const value = fc.oneof(
    fc.jsonValue(),
    fc.integer({ min: -5, max: 70 }),
    fc.constantFrom(
      'GET',
      'POST',
      'A',
      'MX',
      'any',
      'verify',
      'at_least',
      'PING',
      '1.1.1.1',
      '[::1]:53',
      'a.example:99999',
      null,
    ),
    fc.dictionary(fc.string(), fc.string({ unit: 'binary' })),
    fc.array(fc.oneof(fc.integer(), fc.string())),
  )
  const config = fc.array(fc.tuple(fc.constantFrom(...names), value), { maxLength: 5 }).map(Object.fromEntries)

  it('normalizes a configuration idempotently, or names the invalid field', async () => {
    await fc.assert(
      fc.asyncProperty(config, async (given) => {
        const { read, field } = await outcome(() => checkType.readConfig(given))
        if (field !== undefined) {
          expect(field).toMatch(/^config_json\./)
          return
        }
        const stored = JSON.parse(JSON.stringify(read))
        expect(await checkType.readConfig(stored)).toEqual(read)
      }),
    )
  })

  it('normalizes a target idempotently, or rejects it', async () => {
    const piece = fc.constantFrom(
      'a',
      '.',
      ':',
      '/',
      '@',
      '[',
      ']',
      'example',
      '80',
      'https://',
      '%',
      '#',
      '\0',
      'ü',
      ' ',
    )
    const target = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.webUrl(),
      fc.domain(),
      fc.ipV4(),
      fc.ipV6(),
      fc.array(piece).map((all) => all.join('')),
    )
    await fc.assert(
      fc.asyncProperty(target, async (text) => {
        const { read, field } = await outcome(() => checkType.readTarget(text))
        if (field !== undefined) {
          expect(field).toBe('target')
          return
        }
        expect(await checkType.readTarget(String(read))).toBe(read)
      }),
    )
  })
})
