import { defineAgentPlugin, handle, type Link } from '@svc/agent-sdk'
import { Ack, defineMessage, encode, Ping, Pong, Report, SystemInfo, Welcome } from '@svc/protocol'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createTestAgent, type TestAgent, type TestAgentOptions } from './testing.ts'

vi.setConfig({ testTimeout: 30_000 })

let agent: TestAgent | undefined
afterEach(async () => {
  await agent?.close()
  agent = undefined
})

const quick = { wait: () => 10 }
const plain = defineAgentPlugin({
  id: 'plain',
  setup: () => ({ samplers: [{ name: 'cpu', sample: () => ({ cpu: 5 }) }] }),
})

async function start(options: Partial<TestAgentOptions> = {}) {
  agent = await createTestAgent({ plugins: [plain], timing: quick, ...options })
  return agent
}

describe('a connection', () => {
  it('sends the token in the header only, then exchanges Welcome, SystemInfo, Ack and reports', async () => {
    const { server } = await start()
    const info = await server.next(SystemInfo)
    expect(info).toMatchObject({ agent_version: '0.0.0', protocol_version: 6, agent_local_capabilities: 1852 })
    expect(info.msg_id).toMatch(/^[0-9a-f-]{36}$/)
    expect(await server.next(Report)).toMatchObject({ cpu: 5 })
    const [request] = server.attempts
    expect(request?.url).toBe('/api/agent/ws')
    expect(request?.headers.authorization).toMatch(/^Bearer \S+$/)
    expect(request?.headers['sec-websocket-extensions']).toBeUndefined()
  })

  it('merges the facts of plugins; one that throws or hangs loses only its own', async () => {
    const facts = (id: string, read: () => Promise<object>) => defineAgentPlugin({ id, setup: () => ({ facts: read }) })
    const { server, lines } = await start({
      plugins: [
        facts('one', async () => ({ cpu_name: 'Example CPU', cpu_cores: 8.9 })),
        facts('two', () => Promise.reject(new Error('no access'))),
        facts('three', () => new Promise(() => {})),
        facts('four', async () => ({ os: 'Linux (Debian)', agent_version: 'not for a plugin to say' })),
      ],
      timing: { ...quick, facts: 50 },
    })
    expect(await server.next(SystemInfo)).toMatchObject({
      cpu_name: 'Example CPU',
      cpu_cores: 8,
      os: 'Linux (Debian)',
      agent_version: '0.0.0',
      mem_total: 0,
    })
    expect(lines).toContainEqual(expect.objectContaining({ fields: { reason: 'no access' } }))
  })

  it('sends late facts in another SystemInfo and starts the plugins once', async () => {
    let answer: (facts: object) => void = () => {}
    const starts: string[] = []
    const late = defineAgentPlugin({
      id: 'late',
      setup: () => ({
        facts: () =>
          new Promise<object>((resolve) => {
            answer = resolve
          }),
        connected: () => void starts.push('late'),
      }),
    })
    const early = defineAgentPlugin({ id: 'early', setup: () => ({ facts: () => ({ os: 'Linux' }) }) })
    const { server } = await start({ plugins: [late, early], timing: { ...quick, facts: 50 } })
    const first = await server.next(SystemInfo)
    expect(first).toMatchObject({ os: 'Linux', mem_total: 0 })
    answer({ mem_total: 4096 })
    const second = await server.next(SystemInfo)
    expect(second).toMatchObject({ os: 'Linux', mem_total: 4096, agent_local_capabilities: 1852 })
    expect(second.msg_id).not.toBe(first.msg_id)
    // frames keep their order: once the pong is there, both acknowledgements were read
    server.send(Ping, {})
    await server.next(Pong)
    expect(starts).toEqual(['late'])
    // what an earlier connection learned is still true while this one waits for its answer
    server.drop()
    expect(await server.next(SystemInfo)).toMatchObject({ os: 'Linux', mem_total: 4096 })
    answer({ mem_total: 8192 })
    expect(await server.next(SystemInfo)).toMatchObject({ mem_total: 8192 })
  })

  it('does not send the facts of an ended connection on another one', async () => {
    const answers: ((facts: object) => void)[] = []
    const slow = defineAgentPlugin({
      id: 'slow',
      setup: () => ({ facts: () => new Promise<object>((resolve) => void answers.push(resolve)) }),
    })
    const { server } = await start({ plugins: [slow], timing: { ...quick, facts: 50 } })
    await server.next(SystemInfo)
    server.drop()
    await server.next(SystemInfo)
    answers[0]?.({ mem_total: 1 })
    answers[1]?.({ swap_total: 2 })
    expect(await server.next(SystemInfo)).toMatchObject({ mem_total: 0, swap_total: 2 })
    expect(server.queued(SystemInfo)).toBe(0)
  })

  it('reconnects after a drop, with SystemInfo and reset samplers', async () => {
    const resets: string[] = []
    const counting = defineAgentPlugin({
      id: 'counting',
      setup: () => ({ samplers: [{ name: 'n', sample: () => ({}), reset: () => void resets.push('n') }] }),
    })
    const { server } = await start({ plugins: [counting] })
    const first = await server.next(SystemInfo)
    server.drop()
    const second = await server.next(SystemInfo)
    expect(second.msg_id).not.toBe(first.msg_id)
    expect(server.connections).toBe(2)
    await server.next(Report)
    expect(resets).toEqual(['n', 'n'])
    server.drop()
    await server.connection(3)
    await server.next(Report)
  })

  it('reconnects after a close by the server', async () => {
    const { server, lines } = await start()
    const socket = await server.connection(1)
    socket.close(1008)
    await server.connection(2)
    expect(lines.map(({ message }) => message)).toContainEqual(
      expect.stringMatching(/^disconnected: the server closed the connection \(code 1008\); reconnecting in 0\.0 s$/),
    )
  })

  it('logs that another host uses its token', async () => {
    const { server, lines } = await start()
    const socket = await server.connection(1)
    socket.close(4000, 'superseded')
    await server.connection(2)
    expect(lines.map(({ message }) => message)).toContainEqual(
      expect.stringMatching(/^disconnected: superseded by another connection with the same run token/),
    )
  })

  it('retries after any response; a redirect is logged, not followed', async () => {
    const answers = ['302 Found\r\nLocation: https://elsewhere.example.com/x', '502 Bad Gateway', '200 OK', '401 No']
    const asked: (string | undefined)[] = []
    const { server, lines } = await start({
      server: {
        accepts: (token) => {
          asked.push(token)
          return asked.length > answers.length
        },
        unauthorizedResponse: () =>
          `HTTP/1.1 ${answers[asked.length - 1]}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
      },
    })
    await server.next(SystemInfo)
    expect(new Set(asked).size).toBe(1)
    const reasons = lines.filter(({ message }) => message.startsWith('disconnected')).map(({ message }) => message)
    expect(reasons.map((message) => message.replace(/; reconnecting.*/, ''))).toEqual([
      'disconnected: the server responded with status 302, redirecting to https://elsewhere.example.com',
      'disconnected: the server responded with status 502',
      'disconnected: the server responded with status 200',
      'disconnected: the server rejected the run token',
    ])
  })

  it('claims at most three times in a row, and again after another kind of failure', async () => {
    const script = [401, 401, 401, 401, 502, 401]
    const happened: string[] = []
    const { server } = await start({
      config: { enrollment_code: 'a-code-that-stays-unclear' },
      server: {
        accepts: () => happened.filter((what) => what !== 'claim').length >= script.length,
        unauthorizedResponse: () => {
          const status = script[happened.filter((what) => what !== 'claim').length]
          happened.push(String(status))
          return `HTTP/1.1 ${status} No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`
        },
        http: (_, response) => {
          happened.push('claim')
          response.writeHead(503).end()
        },
      },
    })
    await server.next(SystemInfo)
    expect(happened.join(' ')).toBe('401 claim 401 claim 401 claim 401 502 401 claim')
  })

  it('ends when the server stops responding; pings keep it alive', async () => {
    const { server } = await start({ timing: { ...quick, deadPeer: 1500 }, reportInterval: 60 })
    const socket = await server.connection(1)
    const pings = setInterval(() => socket.ping(), 100)
    await new Promise((resolve) => setTimeout(resolve, 2500))
    clearInterval(pings)
    expect(server.connections).toBe(1)
    await server.connection(2)
  })

  it('ends at an oversized frame', async () => {
    const { server, lines } = await start()
    server.sendRaw(`"${'x'.repeat(5 * 1024 * 1024)}"`)
    await server.connection(2)
    expect(lines.some(({ message }) => message.includes('Max payload size exceeded'))).toBe(true)
  })

  it('notifies plugins when it is acknowledged and when it ends', async () => {
    const links: Link[] = []
    const Say = defineMessage('say', {})
    const watcher = defineAgentPlugin({
      id: 'watcher',
      setup: () => ({
        connected: (link) => void links.push(link),
        handlers: [handle(Say, null, () => links[0]?.send(Say, {}))],
      }),
    })
    const { server } = await start({ plugins: [watcher] })
    await server.next(SystemInfo)
    server.send(Say, {})
    await server.next(Say)
    expect(links).toHaveLength(1)
    expect(links[0]?.signal.aborted).toBe(false)
    server.send(Ack, { msg_id: 'of something else' })
    server.drop()
    await server.next(SystemInfo)
    expect(links[0]?.signal.aborted).toBe(true)
    // Sending on a connection that ended does nothing.
    server.send(Say, {})
    await server.connection(2)
    await server.next(Report)
    expect(server.queued(Say)).toBe(0)
    expect(links).toHaveLength(2)
  })

  it('closes plugins in reverse order, each with its own timeout', async () => {
    const order: string[] = []
    const closing = (id: string, close: () => Promise<void>) =>
      defineAgentPlugin({
        id,
        setup: () => ({
          close: () => {
            order.push(id)
            return close()
          },
        }),
      })
    const { lines } = await start({
      plugins: [
        closing('first', async () => {}),
        closing('throws', () => Promise.reject(new Error('stuck'))),
        closing('hangs', () => new Promise(() => {})),
      ],
      timing: { ...quick, close: 50 },
    })
    await agent?.close()
    agent = undefined
    expect(order).toEqual(['hangs', 'throws', 'first'])
    expect(lines).toContainEqual(expect.objectContaining({ fields: { plugin: 'throws', reason: 'stuck' } }))
  })
})

describe('an unusual server', () => {
  const impolite = (options: Partial<TestAgentOptions> = {}) => start({ server: { autoRespond: false }, ...options })
  const welcome = { server_id: 's', protocol_version: 99, report_interval: 1, capabilities: null }

  it('that sends no welcome is disconnected', async () => {
    const { server, lines } = await impolite({ timing: { ...quick, welcome: 50 } })
    await server.connection(2)
    expect(lines.some(({ message }) => message.includes('the server sent no welcome message'))).toBe(true)
  })

  it('that starts with a malformed frame is disconnected', async () => {
    const { server } = await impolite()
    server.sendRaw('<html>')
    await server.connection(2)
  })

  it.each(['{"type":"ack","msg_id":"1"}', '{"type":"news"}', Buffer.from('{}'), '{"type":"welcome"}'])(
    'that begins with %s is served at the usual cadence',
    async (frame) => {
      const { server } = await impolite()
      server.sendRaw(frame)
      await server.next(SystemInfo)
      expect(server.connections).toBe(1)
    },
  )

  it('that sends welcome twice does not get reports twice', async () => {
    const { server } = await impolite()
    server.send(Welcome, welcome)
    server.send(Welcome, { ...welcome, report_interval: 3600 })
    await server.next(SystemInfo)
    await server.next(Report)
    await server.next(Report)
    expect(server.queued(SystemInfo)).toBe(0)
  })

  it('with a newer protocol version is supported', async () => {
    const { server } = await impolite()
    server.sendRaw(encode(Welcome, { ...welcome, capabilities: 4_294_967_295 }))
    expect(await server.next(SystemInfo)).toMatchObject({ protocol_version: 6 })
  })
})
