import { beforeEach, describe, expect, it } from 'vitest'
import {
  agree,
  type Content,
  decodeContent,
  encodeContent,
  exportPublicKey,
  fromBase64Url,
  hashTranscript,
  type KeyPair,
  makeKeyPair,
  openChannel,
  type SealedChannel,
  toBase64Url,
} from '../../src/end-to-end.ts'
import type { Authenticator } from './authenticator.ts'
import { SessionLock } from './session-lock.ts'

let host: KeyPair
let session: KeyPair
let hostKey: string
let agentKey: string
let requested: Parameters<Authenticator['get']>[0] | undefined
/** the key of the host that the passkey keeps */
let userHandle: string
let isCancelled: boolean

const authenticator: Authenticator = {
  isDomain: (rpId) => rpId === 'svc.example.com',
  async get(request) {
    requested = request
    return isCancelled ? undefined : { id: 'one', response: { userHandle } }
  },
}

beforeEach(async () => {
  host = await makeKeyPair()
  session = await makeKeyPair()
  hostKey = await exportPublicKey(host)
  agentKey = await exportPublicKey(session)
  userHandle = hostKey
  isCancelled = false
})

interface Lie {
  readonly isCancelled?: boolean
  readonly rp_id?: string
  readonly userHandle?: string
}

const makeLock = (more: object = {}) =>
  new SessionLock({
    serverId: 'server',
    sessionId: 'session',
    challenge: {
      host_key: hostKey,
      agent_key: agentKey,
      rp_id: 'svc.example.com',
      credentials: ['one'],
      ...more,
    },
    authenticator,
  })

/** What the host makes of an approval; `pair` is its own key. */
async function accept(lock: SessionLock, pair = host): Promise<SealedChannel> {
  const approval = await lock.approve()
  if ('problem' in approval) throw new Error(approval.problem)
  const { browser_key: browserKey } = approval
  const hash = await hashTranscript({ serverId: 'server', sessionId: 'session', hostKey, agentKey, browserKey })
  expect(requested?.challenge).toBe(toBase64Url(hash))
  return openChannel('agent', hash, [
    await agree(session.privateKey, browserKey),
    await agree(pair.privateKey, browserKey),
  ])
}
const sealed = ({ writer }: SealedChannel, content: Content) => writer.seal(encodeContent(content))
const data = (text: string): Content => ({ kind: 'data', data: new TextEncoder().encode(text) })
const textOf = (contents: readonly Content[] | undefined) =>
  contents?.map((content) => (content.kind === 'data' ? new TextDecoder().decode(content.data) : content.kind))

describe('the lock of a session', () => {
  it('is ready when the host says so, and encrypts both directions', async () => {
    const lock = makeLock()
    const channel = await accept(lock)
    expect(lock.isReady).toBe(false)
    expect(textOf(await lock.open(await sealed(channel, { kind: 'ready' })))).toEqual(['ready'])
    expect(lock.isReady).toBe(true)
    expect(textOf(await lock.open(await sealed(channel, data('out'))))).toEqual(['out'])
    const frames = [await lock.seal(data('in')), await lock.seal({ kind: 'resize', rows: 50, cols: 132 })]
    const opened = await channel.reader.open(Buffer.concat(frames))
    expect(textOf(opened.map(decodeContent))).toEqual(['in', 'resize'])
    expect(opened.map(decodeContent)[1]).toEqual({ kind: 'resize', rows: 50, cols: 132 })
  })

  it('opens frames that are cut anywhere, and several at once', async () => {
    const lock = makeLock()
    const channel = await accept(lock)
    const bytes = Buffer.concat([await sealed(channel, data('a')), await sealed(channel, data('b'))])
    const found: Content[] = []
    for (const byte of bytes) found.push(...((await lock.open(Uint8Array.of(byte))) ?? []))
    expect(textOf(found)).toEqual(['a', 'b'])
  })

  it.each([
    ['the user cancels', 'cancelled', { isCancelled: true }],
    ['the passkeys are for another address', 'otherDomain', { rp_id: 'evil.example' }],
    ['the passkey belongs to another host', 'wrongHost', { userHandle: toBase64Url(new Uint8Array(32)) }],
    ['the passkey does not say which host', 'wrongHost', { userHandle: '' }],
  ])('approves nothing when %s', async (_, problem, lie: Lie) => {
    const { rp_id = 'svc.example.com' } = lie
    isCancelled = lie.isCancelled ?? false
    userHandle = lie.userHandle ?? hostKey
    expect(await makeLock({ rp_id }).approve()).toEqual({ problem })
  })

  it('does not take a server for the host, which lacks its key', async () => {
    const lock = makeLock()
    const channel = await accept(lock, await makeKeyPair())
    expect(await lock.open(await sealed(channel, { kind: 'ready' }))).toBeUndefined()
    expect(lock.isReady).toBe(false)
  })

  it.each([
    ['repeats', (one: Uint8Array, two: Uint8Array) => [one, one, two]],
    ['leaves out', (_: Uint8Array, two: Uint8Array) => [two]],
    ['swaps', (one: Uint8Array, two: Uint8Array) => [two, one]],
    ['changes', (one: Uint8Array) => [one.with(6, (one[6] ?? 0) ^ 1)]],
    ['reflects', (_: Uint8Array, __: Uint8Array, own: Uint8Array) => [own]],
  ])('fails for good when the server %s output', async (_, lie) => {
    const lock = makeLock()
    const channel = await accept(lock)
    const frames = [await sealed(channel, data('one')), await sealed(channel, data('two'))] as const
    const results: unknown[] = []
    for (const frame of lie(...frames, await lock.seal(data('own')))) results.push(await lock.open(frame))
    expect(results).toContain(undefined)
    expect(await lock.open(await sealed(channel, data('three')))).toBeUndefined()
  })

  it('keeps what was sent, for the server to ask for again', async () => {
    const lock = makeLock()
    await accept(lock)
    const one = await lock.seal(data('one'))
    const two = await lock.seal(data('two'))
    expect(lock.sentFrom(0)).toEqual(new Uint8Array(Buffer.concat([one, two])))
    expect(lock.sentFrom(one.length)).toEqual(two)
    expect(lock.sentFrom(one.length + two.length)).toHaveLength(0)
    expect(lock.sentFrom(one.length + two.length + 1)).toBeUndefined()
    for (let count = 0; count < 80; count++) await lock.seal({ kind: 'data', data: new Uint8Array(16_384) })
    expect(lock.sentFrom(0)).toBeUndefined()
  })
})

it('encodes bytes for addresses', () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, index) => index)
  expect(toBase64Url(bytes)).toMatch(/^[\w-]+$/)
  expect(fromBase64Url(toBase64Url(bytes))).toEqual(bytes)
})
