import { readFileSync } from 'node:fs'
import { createServer, type TLSSocket } from 'node:tls'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { makeCheckEnv, runCheck } from '../../test/run-check.ts'
import { closeServers, onClose, serveTcp } from '../../test/servers.ts'
import type { CheckType } from './check-type.ts'
import { makeReadTarget } from './read-target.ts'
import { makeSslCheck } from './ssl.ts'

const pem = (name: string) => readFileSync(new URL(`../../test/certificates/${name}.pem`, import.meta.url), 'utf8')
const dayMs = 86_400_000

let env: Awaited<ReturnType<typeof makeCheckEnv>>
let checkType: CheckType
let withoutAuthority: CheckType
beforeAll(async () => {
  env = await makeCheckEnv(undefined, Date.UTC(2026, 10, 1))
  const parts = { ...env, readTarget: makeReadTarget(env.outbound) }
  checkType = makeSslCheck({ ...parts, authorities: [pem('authority')] })
  withoutAuthority = makeSslCheck(parts)
})
afterEach(closeServers)
afterAll(() => env.close())

/** A server with one of the certificates; records the requested names. */
async function serveCertificate(name: string) {
  const names: string[] = []
  const server = createServer({
    key: pem(name),
    cert: pem(name),
    SNICallback(name, done) {
      names.push(name)
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
  it('that is trusted, matches the host and is not about to expire passes', async () => {
    const { port, names } = await serveCertificate('good')
    expect(await runCheck(checkType, '127.0.0.1', { port })).toEqual({
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
    await runCheck(checkType, 'localhost', { port })
    expect(names).toEqual(['localhost'])
  })

  it.each([
    ['expired', 'the certificate expired on Jan 1, 2021', '证书已于 2021年1月1日 过期'],
    ['future', 'the certificate is not valid until Jan 1, 2100', '证书自 2100年1月1日 起才生效'],
  ])('that is %s fails with its own error', async (name, en, zh) => {
    const { port } = await serveCertificate(name)
    expect(await runCheck(checkType, '127.0.0.1', { port })).toMatchObject({
      success: false,
      latency: expect.any(Number),
      error: { en, zh },
      detail: { subject: 'CN=good.example, O=Example', sha256_fingerprint: expect.any(String) },
    })
  })

  it('for another name or from an untrusted issuer fails with its own error', async () => {
    const { port } = await serveCertificate('selfsigned')
    expect((await runCheck(checkType, 'localhost', { port })).error?.en).toBe('the certificate is not for localhost')
    expect((await runCheck(checkType, '127.0.0.1', { port })).error?.en).toBe(
      'self-signed certificate (DEPTH_ZERO_SELF_SIGNED_CERT)',
    )
    const good = await serveCertificate('good')
    expect(await runCheck(withoutAuthority, '127.0.0.1', { port: good.port })).toMatchObject({
      error: { en: expect.stringMatching(/^the certificate issuer is not trusted/) },
      detail: { days_remaining: expect.any(Number) },
    })
  })

  it.each([
    [8, true],
    [7, false],
    [0, false],
  ])('with %i days left passes: %s', async (days, success) => {
    const { port } = await serveCertificate('good')
    const before = env.clock.now()
    env.clock.set(Date.UTC(2125, 0, 1) - days * dayMs - 1000)
    const outcome = await runCheck(checkType, '127.0.0.1', { port })
    env.clock.set(before)
    expect(outcome).toMatchObject({ success, detail: { days_remaining: days, warning: `expires in ${days} days` } })
    expect(outcome.error?.en).toBe(success ? undefined : `the certificate expires in ${days} days`)
  })
})

describe('a host', () => {
  it.each([
    ['does not speak TLS', '220 mail.example ESMTP\r\n'],
    ['answers garbage', '\x16\x03\x01\xff\xff\0\0\0'],
    ['says goodbye', ''],
  ])('that %s fails', async (_, text) => {
    const { port } = await serveTcp((socket) => socket.end(text))
    expect(await runCheck(checkType, '127.0.0.1', { port })).toMatchObject({
      success: false,
      latency: null,
      detail: {},
    })
  })

  it('that never completes the handshake times out or is aborted', async () => {
    const { port, sockets } = await serveTcp()
    const work = runCheck(checkType, '127.0.0.1', { port, timeout: 2 })
    while (sockets.size === 0) await new Promise((resolve) => setTimeout(resolve, 2))
    await env.clock.advance(2000)
    let isDone = false
    void work.then(() => {
      isDone = true
    })
    // The handshake may have begun only after that time.
    while (!isDone) await env.clock.advance(0)
    expect((await work).error?.en).toBe('no response within 2 s')
    const controller = new AbortController()
    const other = runCheck(checkType, '127.0.0.1', { port }, { signal: controller.signal })
    while (sockets.size === 0) await new Promise((resolve) => setTimeout(resolve, 2))
    controller.abort()
    expect((await other).success).toBe(false)
    while (sockets.size > 0) await new Promise((resolve) => setTimeout(resolve, 2))
  })

  it('is disconnected when aborted while connecting', async () => {
    const { port, sockets } = await serveTcp()
    const controller = new AbortController()
    const outbound = {
      async connect(options: Parameters<typeof env.outbound.connect>[0]) {
        const socket = await env.outbound.connect(options)
        controller.abort()
        return socket
      },
    }
    const late = makeSslCheck({ ...env, outbound, readTarget: makeReadTarget(env.outbound) })
    expect((await runCheck(late, '127.0.0.1', { port }, { signal: controller.signal })).success).toBe(false)
    while (sockets.size > 0) await new Promise((resolve) => setTimeout(resolve, 2))
  })

  it('with a forbidden address is not contacted', async () => {
    expect((await runCheck(checkType, '169.254.169.254')).error?.en).toMatch(
      /^169\.254\.169\.254:443 is an address of this host/,
    )
  })
})
