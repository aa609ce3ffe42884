import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'smol-toml'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parseRetryAfter } from './claim.ts'
import { FatalError } from './fatal-error.ts'
import { makeIdentity } from './identity.ts'
import { collectLog } from './testing.ts'
import { disk } from './write-durably.ts'

interface Claim {
  readonly code: string | undefined
  readonly token: string
  /** what the configuration file held when the request arrived */
  readonly stored: unknown
}

let folder: string
let server: Server
let claims: Claim[]
let answer: (request: IncomingMessage, response: ServerResponse, nth: number) => void
const confirm: typeof answer = (_, response) => response.writeHead(200).end('{"data":{"server_id":"s"}}')

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'svc-identity-'))
  writeFileSync(join(folder, 'agent.toml'), '')
  claims = []
  answer = confirm
  server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    claims.push({
      code: request.headers.authorization,
      token: JSON.parse(body).proposed_run_token,
      stored: parse(readFileSync(join(folder, 'agent.toml'), 'utf8')).token,
    })
    expect([request.method, request.url]).toEqual(['POST', '/sub/api/agent/register'])
    answer(request, response, claims.length)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterEach(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  rmSync(folder, { recursive: true, force: true })
})

const signal = new AbortController().signal
function identity(options: { token?: string; code?: string } = {}) {
  const { log, lines } = collectLog()
  const made = makeIdentity({
    serverUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/sub/`,
    token: options.token ?? '',
    code: options.code ?? 'one-time-code-0123456789',
    tokenFile: join(folder, 'agent.toml'),
    stateDir: folder,
    log,
    secondMs: 0,
  })
  return { made, lines }
}
const storedToken = () => String(parse(readFileSync(join(folder, 'agent.toml'), 'utf8')).token)

describe('the first start', () => {
  it('stores the token before it claims with it', async () => {
    const { made } = identity()
    await made.prepare(signal)
    expect(claims).toEqual([{ code: 'Bearer one-time-code-0123456789', token: made.token, stored: made.token }])
    expect(storedToken()).toBe(made.token)
  })

  it('sends no claim when the token cannot be stored', async () => {
    const broken = { ...disk, sync: async () => Promise.reject(new Error('no space left')) }
    const made = makeIdentity({
      ...{ serverUrl: 'http://127.0.0.1:1', token: '', code: 'one-time-code', stateDir: folder },
      ...{ tokenFile: join(folder, 'agent.toml'), log: collectLog().log, steps: broken },
    })
    await expect(made.prepare(signal)).rejects.toThrow(/cannot store the run token in .*: no space left/)
    expect(made.token).toBe('')
  })

  it('needs a code', async () => {
    await expect(identity({ code: '' }).made.prepare(signal)).rejects.toThrow(FatalError)
    expect(claims).toEqual([])
  })

  it.each([401, 403])('gives up for good at %i, without revealing the code', async (status) => {
    answer = (_, response) => response.writeHead(status).end('one-time-code-0123456789')
    const { made } = identity()
    const error = await made.prepare(signal).catch((error: unknown) => error)
    expect(error).toBeInstanceOf(FatalError)
    expect((error as Error).message).toContain(`rejected the enrollment code (status ${status})`)
    expect((error as Error).message).not.toContain('one-time-code')
    // The corrected code will be tried with the same token.
    expect(storedToken()).toBe(claims[0]?.token)
  })

  it('waits and asks again at 429, with the same code and token', async () => {
    answer = (request, response, nth) =>
      nth < 4 ? response.writeHead(429, { 'retry-after': '2' }).end() : confirm(request, response, nth)
    const { made, lines } = identity()
    await made.prepare(signal)
    expect(claims).toHaveLength(4)
    expect(new Set(claims.map(({ token, code }) => token + code)).size).toBe(1)
    expect(lines[0]?.message).toBe('enrollment is rate limited, retrying in 2 s')
  })

  it('stops asking after thirty attempts', async () => {
    answer = (_, response) => response.writeHead(429).end()
    await identity().made.prepare(signal)
    expect(claims).toHaveLength(30)
  })
})

describe('an ambiguous answer', () => {
  it.each<[string, typeof answer]>([
    ['a cut connection', (request) => request.socket.destroy()],
    ['a server error', (_, response) => response.writeHead(500).end()],
    ['a proxy page with 200', (_, response) => response.writeHead(200).end('<html>')],
    ['an answer without the id', (_, response) => response.writeHead(200).end('{"data":{}}')],
    ['a redirect', (_, response) => response.writeHead(302, { location: 'https://x/' }).end()],
    ['an endless body', (_, response) => response.writeHead(200).end('x'.repeat(200_000))],
  ])('goes on to the socket with the stored token: %s', async (_, given) => {
    answer = given
    const { made } = identity()
    await made.prepare(signal)
    expect(made.token).toBe(storedToken())

    // The socket is rejected: the same code and the same token are claimed once more.
    answer = confirm
    await made.onRejected(signal)
    expect(claims).toHaveLength(2)
    expect(claims[1]).toEqual(claims[0])
  })

  it('is claimed at most three times in a row, and again after another kind of failure', async () => {
    answer = (_, response) => response.writeHead(502).end()
    const { made } = identity({ token: 'stored-earlier' })
    for (let round = 0; round < 5; round += 1) await made.onRejected(signal).catch(() => {})
    expect(claims).toHaveLength(3)
    made.onConnectionFailed()
    await made.onRejected(signal)
    expect(claims).toHaveLength(4)
  })
})

describe('a later start', () => {
  const token = 'a-token-from-an-earlier-start-0123456789abc'

  it('uses the token without a claim', async () => {
    const { made } = identity({ token })
    await made.prepare(signal)
    expect([made.token, claims]).toEqual([token, []])
  })

  it('claims with a corrected code when the socket refuses the token', async () => {
    const { made } = identity({ token, code: 'the-corrected-code' })
    await made.onRejected(signal)
    expect(claims).toMatchObject([{ code: 'Bearer the-corrected-code', token }])
  })

  it('never claims once the token proved itself', async () => {
    const { made, lines } = identity({ token })
    await made.onAccepted()
    await made.onRejected(signal)
    expect(claims).toEqual([])
    expect(lines.at(-1)).toMatchObject({ level: 'warn', message: expect.stringContaining('does not accept') })
  })

  it('remembers a used code over restarts, so that a passing 401 is not taken for a rejected code', async () => {
    await identity({ token }).made.onAccepted()
    answer = (_, response) => response.writeHead(401).end()
    await identity({ token }).made.onRejected(signal)
    expect(claims).toEqual([])
    expect(readFileSync(join(folder, 'used-code'), 'utf8')).not.toContain('one-time-code')

    const { made } = identity({ token, code: 'a-new-offer' })
    await made.onRejected(signal)
    await expect(made.onRejected(signal)).rejects.toThrow(FatalError)
    expect(claims).toHaveLength(1)
  })

  it('fails on a rejected code only if the token is rejected too', async () => {
    answer = (_, response) => response.writeHead(401).end()
    const { made } = identity({ token, code: 'used-up-by-a-claim-that-came-late' })
    await made.onRejected(signal)
    made.onConnectionFailed()
    await made.onAccepted()
    // Now the token counts, whatever a later 401 may mean.
    await made.onRejected(signal)
    expect(claims).toHaveLength(1)
  })

  it('retries forever without a code', async () => {
    await identity({ token, code: '' }).made.onRejected(signal)
    expect(claims).toEqual([])
  })
})

describe('Retry-After', () => {
  const now = Date.parse('2026-01-01T00:00:00Z')
  it.each([
    [undefined, 60],
    ['', 60],
    ['soon', 60],
    ['5', 5],
    ['0', 1],
    ['100000', 300],
    ['Thu, 01 Jan 2026 00:00:20 GMT', 20],
    ['Thu, 01 Jan 2020 00:00:00 GMT', 1],
  ])('%s is %i seconds', (header, seconds) => {
    expect(parseRetryAfter(header, now)).toBe(seconds)
  })
})
