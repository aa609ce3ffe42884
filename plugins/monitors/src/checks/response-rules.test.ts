import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { makeCheckEnv, runCheck } from '../../test/run-check.ts'
import { closeServers, onClose, serveHttp } from '../../test/servers.ts'
import type { CheckType } from './check-type.ts'
import { makeHttpCheck } from './http.ts'
import { parseJsonPath, valueAt } from './json-path.ts'
import { makePingCheck } from './ping.ts'
import { makeReadTarget } from './read-target.ts'
import { isExpectedStatus, parseStatusRange } from './status-codes.ts'

let env: Awaited<ReturnType<typeof makeCheckEnv>>
let http: CheckType
let ping: CheckType
beforeAll(async () => {
  env = await makeCheckEnv(['127.0.0.1/32'])
  const parts = { ...env, version: '1.0.0', readTarget: makeReadTarget(env.outbound) }
  http = makeHttpCheck(parts)
  ping = makePingCheck(parts)
})
afterEach(closeServers)
afterAll(() => env.close())

it.each([
  [200, 200],
  ['204', 204],
  ['2XX', '2xx'],
  [' 200 - 299 ', '200-299'],
  ['6xx', undefined],
  ['99', undefined],
  ['299-200', undefined],
  [99, undefined],
  [{}, undefined],
])('the expected status %j is %j', (given, parsed) => expect(parseStatusRange(given)).toBe(parsed))

it.each([
  [204, ['2xx'], true],
  [301, ['2xx', '300-302'], true],
  [303, ['2xx', '300-302'], false],
  [200, [200], true],
])('status %d is within %j: %s', (status, expected, is) => expect(isExpectedStatus(status, expected)).toBe(is))

it.each([
  ['data.items[0].name', 'first'],
  ['$.data["a b"]', 7],
  ["$['data']['items'][1].name", 'second'],
  ['data.items.1.name', 'second'],
  ['data.none', undefined],
  ['data.items.length.x', undefined],
  ['data.constructor', undefined],
])('the value at %s', (path, value) => {
  const document = { data: { items: [{ name: 'first' }, { name: 'second' }], 'a b': 7 } }
  expect(valueAt(document, parseJsonPath(path) ?? [])).toEqual(value)
})
it.each(['', 'a[', 'a..b', 'a[x]', 'a]'])('%j is no path', (path) => expect(parseJsonPath(path)).toBeUndefined())

describe('a response', () => {
  it('passes with a status of a class or range', async () => {
    const { url } = await serveHttp((_, res) => res.writeHead(204).end())
    expect(await runCheck(http, url, { expected_status: ['2xx'] })).toMatchObject({ success: true })
    expect(await runCheck(http, url, { expected_status: ['3xx', 200] })).toMatchObject({
      error: { en: 'status 204, expected 3xx, 200' },
    })
  })

  it('passes with a JSON value', async () => {
    const { url } = await serveHttp((_, res) => res.end(JSON.stringify({ db: { ok: true, name: 'main' } })))
    const check = async (config: object) => (await runCheck(http, url, { ...config })).error?.en
    expect(await check({ json_path: 'db.ok', json_value: 'true' })).toBeUndefined()
    expect(await check({ json_path: '$.db.name' })).toBeUndefined()
    expect(await check({ json_path: 'db.name', json_value: 'other' })).toBe('db.name is main, expected other')
    expect(await check({ json_path: 'db.size' })).toBe('the response has no value at db.size')
    const text = await serveHttp((_, res) => res.end('fine'))
    expect((await runCheck(http, text.url, { json_path: 'a' })).error?.en).toBe('the response is not JSON')
  })

  it.each(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])(
    'of method %s, with credentials',
    async (method) => {
      const { url, requests } = await serveHttp((_, res) => res.end())
      await runCheck(http, url, { method, username: 'ops', password: 'pass:word' })
      expect(requests).toMatchObject([
        { method, headers: { authorization: `Basic ${Buffer.from('ops:pass:word').toString('base64')}` } },
      ])
    },
  )

  it('of a server with a bad certificate passes only where that is ignored', async () => {
    const pem = readFileSync(new URL('../../test/certificates/selfsigned.pem', import.meta.url))
    const server = createServer({ cert: pem, key: pem }, (_, res) => res.end()).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onClose(async () => void server.close().closeAllConnections())
    const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/`
    expect(await runCheck(http, url)).toMatchObject({ success: false })
    expect(await runCheck(http, url, { ignore_tls: true })).toMatchObject({ success: true })
  })
})

describe('a ping', () => {
  it('passes with the time of the answer', async () => {
    expect(await runCheck(ping, '127.0.0.1')).toMatchObject({
      ...{ success: true, latency: expect.any(Number), detail: { address: '127.0.0.1' } },
    })
  })

  it('fails without an answer, and where the address is not allowed', async () => {
    expect(await runCheck(ping, 'no-such-host.invalid', { timeout: 1 })).toMatchObject({
      success: false,
      latency: null,
    })
    await expect(runCheck(ping, '127.0.0.2')).rejects.toThrow('ADDRESS_FORBIDDEN')
  })
})
