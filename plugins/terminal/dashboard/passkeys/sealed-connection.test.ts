import { expect, it, vi } from 'vitest'
import {
  agree,
  decodeContent,
  encodeContent,
  exportPublicKey,
  hashTranscript,
  makeKeyPair,
  openChannel,
} from '../../src/end-to-end.ts'
import { SessionConnection, type SessionSocket, type SessionStatus, toBase64 } from '../session-connection.ts'
import { SessionLock } from './session-lock.ts'

type Sent = { readonly type: string; readonly data?: string; readonly browser_key?: string }

/** A page with an approved session, and the host behind a server that loses connections. */
async function approved() {
  const [host, agentPair] = [await makeKeyPair(), await makeKeyPair()]
  const [hostKey, agentKey] = [await exportPublicKey(host), await exportPublicKey(agentPair)]
  const challenge = { host_key: hostKey, agent_key: agentKey, rp_id: 'localhost', credentials: ['one'] }
  const sent: Sent[] = []
  const statuses: SessionStatus[] = []
  const stored: unknown[] = []
  let timers: (() => void)[] = []
  let socket: SessionSocket & { readyState: number }
  let printed = ''
  const connection = new SessionConnection({
    connect() {
      socket = {
        readyState: 1,
        onopen: null,
        onmessage: null,
        onclose: null,
        send: (text) => void sent.push(JSON.parse(text)),
        close: () => {},
      }
      return socket
    },
    now: () => 0,
    after: (_, run) => {
      timers.push(run)
      return () => {}
    },
    size: () => ({ rows: 24, cols: 80 }),
    onOutput(data, _, shown) {
      printed += new TextDecoder().decode(data)
      shown()
    },
    onStatus: (status) => statuses.push(status),
    onRecording: () => {},
    makeLock: (sessionId, received) =>
      new SessionLock({
        serverId: 'server',
        sessionId,
        challenge: received,
        authenticator: {
          isDomain: () => true,
          get: async () => ({ id: 'one', response: { userHandle: hostKey } }),
        },
      }),
    store: (session) => stored.push(session),
  })
  const receive = (message: object) => socket.onmessage?.({ data: JSON.stringify(message) })
  connection.start()
  receive({ type: 'session', session_id: 'session', secret: 'secret' })
  receive({ type: 'challenge', ...challenge })
  connection.input(new TextEncoder().encode('too early'))
  connection.resize({ rows: 1, cols: 1 })
  expect([sent, statuses.at(-1)]).toEqual([[], { kind: 'locked', problem: undefined }])
  await connection.approve()
  const { browser_key: browserKey = '' } = sent.shift() ?? {}
  const hash = await hashTranscript({ serverId: 'server', sessionId: 'session', hostKey, agentKey, browserKey })
  const channel = await openChannel('agent', hash, [
    await agree(agentPair.privateKey, browserKey),
    await agree(host.privateKey, browserKey),
  ])
  const print = async (content: Parameters<typeof encodeContent>[0], more: object = {}) =>
    receive({ type: 'output', data: toBase64(await channel.writer.seal(encodeContent(content))), ...more })
  await print({ kind: 'ready' })
  await vi.waitFor(() => expect(statuses.at(-1)).toEqual({ kind: 'open' }))
  return {
    connection,
    sent,
    statuses,
    stored,
    print,
    channel,
    printed: () => printed,
    type: (text: string) => connection.input(new TextEncoder().encode(text)),
    /** The server has received so many bytes of input when the page returns. */
    reconnect(input_bytes: number) {
      socket.readyState = 3
      socket.onclose?.({ reason: '' })
      for (const run of timers.splice(0)) run()
      timers = []
      socket.onopen?.()
      receive({ type: 'session', session_id: 'session', input_bytes })
      receive({ type: 'challenge', ...challenge })
    },
    /** What the host reads of the input that was sent. */
    async read(messages: readonly Sent[]): Promise<string> {
      let text = ''
      for (const { data = '' } of messages.filter(({ type }) => type === 'input')) {
        for (const content of (await channel.reader.open(Buffer.from(data, 'base64'))).map(decodeContent)) {
          text += content.kind === 'data' ? Buffer.from(content.data).toString() : `[${content.kind}]`
        }
      }
      return text
    },
  }
}

it('sends nothing in clear, and is not kept for a reload', async () => {
  const { connection, sent, stored, type, print, printed, read } = await approved()
  type('secret')
  await vi.waitFor(() => expect(sent).toHaveLength(2))
  expect(JSON.stringify(sent)).not.toContain(toBase64(new TextEncoder().encode('secret')))
  expect(await read(sent)).toBe('[resize]secret')
  await print({ kind: 'data', data: new TextEncoder().encode('out') })
  await vi.waitFor(() => expect(printed()).toBe('out'))
  expect([connection.isEncrypted, stored.at(-1)]).toEqual([true, undefined])
})

it('sends again what the server has not received before the connection was lost', async () => {
  const { sent, statuses, type, reconnect, read } = await approved()
  type('one')
  type('two')
  await vi.waitFor(() => expect(sent).toHaveLength(3))
  const bytes = sent.map(({ data = '' }) => Buffer.from(data, 'base64').length)
  const received = sent.slice(0, 2)
  sent.length = 0
  reconnect((bytes[0] ?? 0) + (bytes[1] ?? 0))
  expect(statuses.at(-1)).toEqual({ kind: 'open' })
  type('three')
  await vi.waitFor(() => expect(sent.filter((message) => message.type === 'input')).toHaveLength(3))
  expect(await read([...received, ...sent])).toBe('[resize]onetwo[resize]three')
})

it('ends when output is changed or missing, or when the server lies about the input', async () => {
  const changed = await approved()
  await changed.print({ kind: 'ready' }, { skipped: 5 })
  await vi.waitFor(() => expect(changed.statuses.at(-1)).toEqual({ kind: 'tampered' }))
  const lied = await approved()
  lied.reconnect(1_000_000)
  expect(lied.statuses.at(-1)).toEqual({ kind: 'tampered' })
})
