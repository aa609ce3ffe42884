import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createTestAgent, type TestAgent } from '@svc/agent/testing'
import {
  agree,
  type Content,
  decodeContent,
  encodeContent,
  exportPublicKey,
  hashTranscript,
  makeKeyPair,
  openChannel,
  openForRegistration,
  type SealedChannel,
  sealForRegistration,
  toBase64Url,
} from '@svc/plugin-terminal/end-to-end'
import {
  TerminalApproval,
  TerminalClose,
  TerminalError,
  TerminalInput,
  TerminalOpen,
  TerminalOutput,
  TerminalPasskeyRegistration,
  TerminalPasskeyRegistrationResult,
  TerminalResize,
  TerminalStarted,
} from '@svc/plugin-terminal/wire'
import type { Payload } from '@svc/protocol'
import { SystemInfo } from '@svc/protocol'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { makePasskey } from '../../test/software-passkey.ts'
import plugin from '../index.ts'
import { runPasskeyCommand } from './passkey-command.ts'

type Challenge = NonNullable<Payload<typeof TerminalStarted>['challenge']>
type Passkey = ReturnType<typeof makePasskey>

const origin = 'https://svc.example.com'
/** What the fake server calls the host. */
const serverId = '00000000-0000-4000-8000-000000000000'

let agent: TestAgent
beforeEach(async () => {
  agent = await createTestAgent({
    plugins: [{ plugin, capabilities: ['terminal'] }],
    config: { terminal: { shell: '/bin/sh', require_passkey: true } },
    allow: ['terminal'],
  })
  await vi.waitFor(() => expect(files()).toContain('server-id.json'))
})
afterEach(() => agent.close())

const folder = () => join(agent.stateDir, 'terminal_passkeys')
function files(): string[] {
  try {
    return readdirSync(folder())
  } catch {
    return []
  }
}

/** Runs the command on the host; returns what it prints. */
async function command(...args: string[]): Promise<string> {
  let printed = ''
  await runPasskeyCommand(args, {
    stateDir: agent.stateDir,
    serverUrl: 'wss://svc.example.com',
    out: (text) => {
      printed += text
    },
    giveToAgent: async () => {},
  })
  return printed
}

/** A link of the command; returns its secret. */
async function link(...args: string[]): Promise<string> {
  const [, token = ''] = /#([\w-]{43})\n/.exec(await command('add', ...args)) ?? []
  return token
}

let nextId = 0
async function relay(step: 'begin' | 'finish', data: string) {
  const msg_id = String(++nextId)
  agent.server.send(TerminalPasskeyRegistration, { msg_id, step, data })
  return agent.server.next(TerminalPasskeyRegistrationResult)
}

interface Options {
  readonly challenge: string
  readonly user: { readonly id: string }
  readonly excludeCredentials: readonly { readonly id: string }[]
}
async function begin(token: string): Promise<Options> {
  const { data } = await relay('begin', await sealForRegistration(token, 'begin', {}))
  return (await openForRegistration(token, 'options', data)) as Options
}

async function registered(name = 'phone'): Promise<Passkey> {
  const token = await link('--name', name)
  const passkey = makePasskey(origin)
  const response = passkey.create(await begin(token))
  const { error } = await relay('finish', await sealForRegistration(token, 'finish', response))
  expect(error ?? null).toBeNull()
  return passkey
}

async function challenged(session_id: string): Promise<Challenge> {
  agent.server.send(TerminalOpen, { session_id, rows: 24, cols: 80 })
  const { challenge } = await agent.server.next(TerminalStarted)
  if (!challenge) throw new Error('the session is not locked')
  return challenge
}

/** What the page of an honest server does. `lie` changes what it believes about the session. */
async function answer(
  passkey: Pick<Passkey, 'get'>,
  sessionId: string,
  challenge: Challenge,
  lie: { agentKey?: string; serverId?: string; sessionId?: string; passkey?: Parameters<Passkey['get']>[1] } = {},
) {
  const pair = await makeKeyPair()
  const browserKey = await exportPublicKey(pair)
  const agentKey = lie.agentKey ?? challenge.agent_key
  const hash = await hashTranscript({
    serverId: lie.serverId ?? serverId,
    sessionId: lie.sessionId ?? sessionId,
    hostKey: challenge.host_key,
    agentKey,
    browserKey,
  })
  const assertion = JSON.stringify(passkey.get(toBase64Url(hash), lie.passkey))
  const channel = await openChannel('browser', hash, [
    await agree(pair.privateKey, agentKey),
    await agree(pair.privateKey, challenge.host_key),
  ])
  return { channel, approval: { session_id: sessionId, browser_key: browserKey, assertion } }
}

const seal = async ({ writer }: SealedChannel, content: Content) =>
  Buffer.from(await writer.seal(encodeContent(content))).toString('base64')
const typed = (channel: SealedChannel, text: string) => seal(channel, { kind: 'data', data: Buffer.from(text) })
const input = (session_id: string, data: string) => agent.server.send(TerminalInput, { session_id, data })

/** Reads output of a session until it contains this. */
async function until({ reader }: SealedChannel, text: string, sessionId = 'a'): Promise<string> {
  let shown = ''
  while (!shown.includes(text)) {
    const { session_id, data } = await agent.server.next(TerminalOutput)
    if (session_id !== sessionId) continue
    expect(Buffer.from(data, 'base64').toString('latin1')).not.toContain(text)
    for (const content of (await reader.open(Buffer.from(data, 'base64'))).map(decodeContent)) {
      if (content.kind === 'data') shown += Buffer.from(content.data).toString()
      if (content.kind === text) return shown
    }
  }
  return shown
}

async function approved(passkey: Passkey, session_id: string): Promise<SealedChannel> {
  const { channel, approval } = await answer(passkey, session_id, await challenged(session_id))
  agent.server.send(TerminalApproval, approval)
  await until(channel, 'ready', session_id)
  return channel
}

/** The session has ended because the agent refused. */
async function refused(reason: RegExp) {
  expect(await agent.server.next(TerminalError)).toMatchObject({
    error: expect.stringMatching(reason),
    code: 'invalid',
  })
}

describe('a passkey', () => {
  it('is registered from the link, once, and kept where only the agent can read it', async () => {
    expect((await agent.server.next(SystemInfo)).features).toEqual(['terminal_passkey'])
    const passkey = await registered('phone')
    expect(await command('list')).toMatch(/^phone\t.*\thttps:\/\/svc\.example\.com\n$/)
    for (const file of files()) expect(statSync(join(folder(), file)).mode & 0o777).toBe(0o600)
    expect(statSync(folder()).mode & 0o777).toBe(0o700)
    expect(files()).not.toContain('registration.json')
    const token = await link('--name', 'laptop')
    expect((await begin(token)).excludeCredentials).toEqual([{ type: 'public-key', id: passkey.id }])
  })

  it('is not accepted from a server that does not know the secret of the link', async () => {
    await link()
    const own = toBase64Url(crypto.getRandomValues(new Uint8Array(32)))
    const { error, data } = await relay('begin', await sealForRegistration(own, 'begin', {}))
    expect([error, data]).toEqual(['the page does not know the secret of the link', ''])
    const response = makePasskey(origin).create({ challenge: 'AAAA', user: { id: 'AAAA' } })
    expect(await relay('finish', await sealForRegistration(own, 'finish', response))).toMatchObject({ code: 'invalid' })
    expect(await relay('finish', 'junk')).toMatchObject({ code: 'invalid' })
    expect(await command('list')).toBe('no passkeys\n')
  })

  it('is not accepted when steps are replayed, mixed up, late or for another page', async () => {
    const token = await link()
    const begun = await sealForRegistration(token, 'begin', {})
    const options = await begin(token)
    // What the page says in one step does not pass as another.
    expect(await relay('finish', begun)).toMatchObject({ code: 'invalid' })
    const elsewhere = makePasskey('https://evil.example').create(options)
    expect(await relay('finish', await sealForRegistration(token, 'finish', elsewhere))).toMatchObject({
      code: 'invalid',
    })
    const finish = await sealForRegistration(token, 'finish', makePasskey(origin).create(await begin(token)))
    expect((await relay('finish', finish)).error ?? null).toBeNull()
    expect(await relay('finish', finish)).toMatchObject({ error: 'no link is waiting for a passkey' })

    const late = await link('--name', 'late')
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 601_000)
    expect(await relay('begin', await sealForRegistration(late, 'begin', {}))).toMatchObject({
      error: 'no link is waiting for a passkey',
    })
    vi.restoreAllMocks()
  })

  it('approves nothing after it was removed', async () => {
    const passkey = await registered('phone')
    const { approval } = await answer(passkey, 'a', await challenged('a'))
    expect(await command('remove', 'phone')).toContain('removed phone')
    agent.server.send(TerminalApproval, approval)
    await refused(/not registered on this host/)
    const without = await challenged('b')
    expect(without.credentials).toEqual([])
    agent.server.send(TerminalApproval, (await answer(passkey, 'b', without)).approval)
    await refused(/not registered on this host/)
  })

  it('cannot be made for a page where browsers make none, or under a used name', async () => {
    for (const url of ['http://svc.example.com', 'https://192.0.2.1', 'ftp://x', 'nonsense']) {
      await expect(command('add', '--url', url)).rejects.toThrow('--url')
    }
    await registered('phone')
    await expect(command('add', '--name', 'phone')).rejects.toThrow('already')
    await expect(command('add', '--url', 'https://other.example')).rejects.toThrow('are for https://svc.example.com')
    await expect(command('add', '--name', '\u001b[2J')).rejects.toThrow('printable')
    await expect(command('remove', 'nobody')).rejects.toThrow('no passkey "nobody"')
    await expect(command('nonsense')).rejects.toThrow('use: passkey add')
    rmSync(join(folder(), 'server-id.json'))
    await expect(command('add')).rejects.toThrow('has not connected')
  })
})

describe('a session', () => {
  it('runs after the approval, encrypted in both directions', async () => {
    const channel = await approved(await registered(), 'a')
    input('a', await seal(channel, { kind: 'resize', rows: 50, cols: 132 }))
    input('a', await typed(channel, 'stty size; printf "sum=%s\\n" $((40+2))\n'))
    expect(await until(channel, 'sum=42')).toContain('50 132')
    // The server cuts the stream wherever it likes.
    const frame = Buffer.from(await typed(channel, 'printf "cut=%s\\n" $((1+1))\n'), 'base64')
    for (const byte of frame) input('a', Buffer.from([byte]).toString('base64'))
    await until(channel, 'cut=2')
    input('a', await typed(channel, 'exit 3\n'))
    expect(await agent.server.next(TerminalError)).toMatchObject({ exit_code: 3 })
  })

  it('takes only plain input of no approval as what it is', async () => {
    await registered()
    await challenged('a')
    input('a', Buffer.from('touch /tmp/owned\n').toString('base64'))
    await refused(/approved sessions only/)
    await challenged('b')
    agent.server.send(TerminalResize, { session_id: 'b', rows: 1, cols: 1 })
    await refused(/approved sessions only/)
  })

  it('refuses plain messages after the approval', async () => {
    const passkey = await registered()
    await approved(passkey, 'a')
    agent.server.send(TerminalResize, { session_id: 'a', rows: 1, cols: 1 })
    await refused(/unencrypted terminal_resize/)
    await approved(passkey, 'b')
    input('b', Buffer.from('touch /tmp/owned\n').toString('base64'))
    await refused(/changed, repeated or left out/)
  })

  it.each([
    [
      'a key of the server instead of that of the agent',
      async () => ({ agentKey: await exportPublicKey(await makeKeyPair()) }),
    ],
    ['another session', async () => ({ sessionId: 'other' })],
    ['another host', async () => ({ serverId: 'other' })],
    ['another page', async () => ({ passkey: { origin: 'https://evil.example' } })],
    ['a user who was not verified', async () => ({ passkey: { flags: 0x01 } })],
  ])('refuses an approval for %s', async (_, lie) => {
    const { approval } = await answer(await registered(), 'a', await challenged('a'), await lie())
    agent.server.send(TerminalApproval, approval)
    await refused(/not approved/)
  })

  it('refuses a swapped key of the page, another passkey, nonsense, and a counter that goes back', async () => {
    const passkey = await registered()
    const swapped = await answer(passkey, 'a', await challenged('a'))
    const serverKey = await exportPublicKey(await makeKeyPair())
    agent.server.send(TerminalApproval, { ...swapped.approval, browser_key: serverKey })
    await refused(/not approved/)
    const foreign = await answer(makePasskey(origin), 'b', await challenged('b'))
    agent.server.send(TerminalApproval, foreign.approval)
    await refused(/not registered on this host/)
    await challenged('c')
    agent.server.send(TerminalApproval, { session_id: 'c', browser_key: '!', assertion: '{' })
    await refused(/not approved/)
    agent.server.send(TerminalClose, { session_id: 'd' })
    await approved(passkey, 'd')
    const copied = await answer(passkey, 'e', await challenged('e'), { passkey: { counter: 1 } })
    agent.server.send(TerminalApproval, copied.approval)
    await refused(/not approved/)
  })

  it('refuses the replay of an approval and of a challenge', async () => {
    const passkey = await registered()
    const first = await answer(passkey, 'a', await challenged('a'))
    agent.server.send(TerminalApproval, first.approval)
    await until(first.channel, 'ready')
    agent.server.send(TerminalClose, { session_id: 'a' })
    await challenged('b')
    agent.server.send(TerminalApproval, { ...first.approval, session_id: 'b' })
    await refused(/not approved/)
  })

  it.each([
    ['repeats', async (one: string, two: string) => [one, one, two]],
    ['leaves out', async (_: string, two: string) => [two]],
    ['swaps', async (one: string, two: string) => [two, one]],
    [
      'changes',
      async (one: string) => {
        const bytes = Buffer.from(one, 'base64')
        bytes.writeUInt8(bytes.readUInt8(6) ^ 1, 6)
        return [bytes.toString('base64')]
      },
    ],
    ['inflates', async () => [Buffer.from([255, 255, 255, 255]).toString('base64')]],
  ])('ends when the server %s input', async (_, lie) => {
    const channel = await approved(await registered(), 'a')
    const frames = await lie(await typed(channel, 'true\n'), await typed(channel, 'true\n'))
    for (const frame of frames) input('a', frame)
    await refused(/changed, repeated or left out/)
  })

  it('ends with the agent while it waits for the approval', async () => {
    await registered()
    await challenged('a')
    await agent.close()
  })
})
