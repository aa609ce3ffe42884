import { readFileSync } from 'node:fs'
import { createServer, type TLSSocket } from 'node:tls'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { checkWith, openWay } from '../../test/check-kind.ts'
import { closeServers, onClose, serveTcp } from '../../test/servers.ts'
import type { Kind } from './kind.ts'
import { makeReadTarget } from './read-target.ts'
import { sslKind } from './ssl.ts'

const pem = (name: string) => readFileSync(new URL(`../../test/certificates/${name}.pem`, import.meta.url), 'utf8')
const dayMs = 86_400_000

let way: Awaited<ReturnType<typeof openWay>>
let kind: Kind
let untrusting: Kind
beforeAll(async () => {
  way = await openWay(undefined, Date.UTC(2026, 10, 1))
  const parts = { ...way, readTarget: makeReadTarget(way.outbound) }
  kind = sslKind({ ...parts, authorities: [pem('authority')] })
  untrusting = sslKind(parts)
})
afterEach(closeServers)
afterAll(() => way.close())

/** A server that shows one of the certificates, and notes which name was asked for. */
async function show(name: string) {
  const names: string[] = []
  const server = createServer({
    key: pem(name),
    cert: pem(name),
    SNICallback(asked, done) {
      names.push(asked)
      done(null)
    },
  })
  server.on('secureConnection', (socket: TLSSocket) => socket.on('error', () => {}).resume())
  server.on('tlsClientError', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onClose(() => new Promise((resolve) => server.close(() => resolve())))
  return { port: (server.address() as { port: number }).port, names }
}

describe('a certificate', () => {
  it('that is trusted, for the host and valid for long is good, and told in detail', async () => {
    const { port, names } = await show('good')
    expect(await checkWith(kind, '127.0.0.1', { port })).toEqual({
      success: true,
      latency: expect.any(Number),
      error: null,
      detail: {
        subject: 'CN=good.example, O=Example',
        issuer: 'CN=Test Authority, O=Example',
        not_before: 'Wed, 01 Jan 2020 00:00:00 +0000',
        not_after: 'Mon, 01 Jan 2125 00:00:00 +0000',
        days_remaining: (Date.UTC(2125, 0, 1) - Date.UTC(2026, 10, 1)) / dayMs,
        sha256_fingerprint: expect.stringMatching(/^(?:[0-9A-F]{2}:){31}[0-9A-F]{2}$/),
      },
    })
    await checkWith(kind, 'localhost', { port })
    expect(names).toEqual(['localhost'])
  })

  it.each([
    ['expired', 'the certificate expired on 2021-01-01', '证书已于 2021-01-01 过期'],
    ['future', 'the certificate is not valid before 2100-01-01', '证书自 2100-01-01 起才生效'],
  ])('that is %s is told from others', async (name, en, zh) => {
    const { port } = await show(name)
    expect(await checkWith(kind, '127.0.0.1', { port })).toMatchObject({
      success: false,
      latency: expect.any(Number),
      error: { en, zh },
      detail: { subject: 'CN=good.example, O=Example', sha256_fingerprint: expect.any(String) },
    })
  })

  it('that is for another name, or whose issuer nobody trusts, is told from others', async () => {
    const { port } = await show('selfsigned')
    expect((await checkWith(kind, 'localhost', { port })).error?.en).toBe('the certificate is not for localhost')
    expect((await checkWith(kind, '127.0.0.1', { port })).error?.en).toBe(
      'the certificate is signed by itself (DEPTH_ZERO_SELF_SIGNED_CERT)',
    )
    const good = await show('good')
    expect(await checkWith(untrusting, '127.0.0.1', { port: good.port })).toMatchObject({
      error: { en: expect.stringMatching(/^the issuer of the certificate is not trusted/) },
      detail: { days_remaining: expect.any(Number) },
    })
  })

  it.each([
    [8, true],
    [7, false],
    [0, false],
  ])('that has %i days left is good: %s', async (days, success) => {
    const { port } = await show('good')
    const before = way.clock.now()
    way.clock.set(Date.UTC(2125, 0, 1) - days * dayMs - 1000)
    const outcome = await checkWith(kind, '127.0.0.1', { port })
    way.clock.set(before)
    expect(outcome).toMatchObject({ success, detail: { days_remaining: days, warning: `expires in ${days} days` } })
    expect(outcome.error?.en).toBe(success ? undefined : `the certificate expires in ${days} days`)
  })
})

describe('a host', () => {
  it.each([
    ['does not speak TLS', '220 mail.example ESMTP\r\n'],
    ['answers garbage', '\x16\x03\x01\xff\xff\0\0\0'],
    ['says goodbye', ''],
  ])('that %s has failed', async (_, text) => {
    const { port } = await serveTcp((socket) => socket.end(text))
    expect(await checkWith(kind, '127.0.0.1', { port })).toMatchObject({ success: false, latency: null, detail: {} })
  })

  it('that never shakes hands is not waited for, and is let go when nobody wants to know', async () => {
    const { port, sockets } = await serveTcp()
    const work = checkWith(kind, '127.0.0.1', { port, timeout: 2 })
    while (sockets.size === 0) await new Promise((resolve) => setTimeout(resolve, 2))
    await way.clock.advance(2000)
    let isOver = false
    void work.then(() => {
      isOver = true
    })
    // the handshake may have begun only when that time was over
    while (!isOver) await way.clock.advance(0)
    expect((await work).error?.en).toBe('no answer within 2 s')
    const stop = new AbortController()
    const other = checkWith(kind, '127.0.0.1', { port }, { signal: stop.signal })
    while (sockets.size === 0) await new Promise((resolve) => setTimeout(resolve, 2))
    stop.abort()
    expect((await other).success).toBe(false)
    while (sockets.size > 0) await new Promise((resolve) => setTimeout(resolve, 2))
  })

  it('that nobody wants to know of any more as the connection opens is let go as well', async () => {
    const { port, sockets } = await serveTcp()
    const stop = new AbortController()
    const outbound = {
      async connect(options: Parameters<typeof way.outbound.connect>[0]) {
        const socket = await way.outbound.connect(options)
        stop.abort()
        return socket
      },
    }
    const late = sslKind({ ...way, outbound, readTarget: makeReadTarget(way.outbound) })
    expect((await checkWith(late, '127.0.0.1', { port }, { signal: stop.signal })).success).toBe(false)
    while (sockets.size > 0) await new Promise((resolve) => setTimeout(resolve, 2))
  })

  it('that must not be reached is not', async () => {
    expect((await checkWith(kind, '169.254.169.254')).error?.en).toMatch(
      /^169\.254\.169\.254:443 is an address of this host/,
    )
  })
})
