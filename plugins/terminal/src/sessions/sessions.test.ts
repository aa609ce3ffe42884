import { credentialsRevoked, type Principal } from '@svc/plugin-sdk'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeWorld, type Page, toBase64, type World } from '../../test/world.ts'

let world: World
beforeEach(async () => {
  world = await makeWorld()
})
afterEach(() => world.kernel.close())

const alice: Principal = {
  userId: 'alice',
  username: 'alice',
  role: 'admin',
  via: 'api_key',
  credentialId: 'laptop',
  flagged: false,
}

/** A shell that has started. */
async function started(query = '', who: 'admin' | Principal = 'admin', facts?: object) {
  const server = await world.server('web', facts)
  const page = await world.open(server.id, query, who)
  const opened = await server.agent.next('terminal_open')
  server.agent.send({ type: 'terminal_started', session_id: page.sessionId, paced: true })
  await page.next('started')
  return { ...server, page, opened, output: (text: string | Buffer) => server.print(page.sessionId, text) }
}
const reasons = () => world.audited('terminal_closed').map(({ close_reason }) => close_reason)
const untilClosed = (reason: string) => vi.waitFor(() => expect(reasons()).toContain(reason))

describe('a session', () => {
  it('opens a shell and relays bytes in both directions', async () => {
    const { agent, page, opened, output } = await started()
    expect(opened).toEqual({ type: 'terminal_open', session_id: page.sessionId, rows: 24, cols: 80 })
    page.type('ls é\r')
    expect(await agent.next('terminal_input')).toMatchObject({ session_id: page.sessionId, data: toBase64('ls é\r') })
    const letter = Buffer.from('終')
    output(letter.subarray(0, 1))
    output(letter.subarray(1))
    expect(await page.until('終')).toBe('終')
    page.send({ type: 'resize', rows: 50, cols: 132 })
    expect(await agent.next('terminal_resize')).toMatchObject({ rows: 50, cols: 132 })
  })

  it('takes the size of the page from its address', async () => {
    const { opened } = await started('?rows=50&cols=132')
    expect(opened).toMatchObject({ rows: 50, cols: 132 })
  })

  it('sends what was typed before the shell has started', async () => {
    const { id, agent } = await world.server('web')
    const page = await world.open(id)
    page.send({ type: 'resize', rows: 10, cols: 20 })
    page.type('early')
    await agent.next('terminal_open')
    agent.send({ type: 'terminal_started', session_id: page.sessionId })
    expect(await agent.next('terminal_resize')).toMatchObject({ rows: 10, cols: 20 })
    expect(await agent.next('terminal_input')).toMatchObject({ data: toBase64('early') })
  })

  it('sends only the last of many sizes, and never waits for them', async () => {
    const { agent, page } = await started()
    for (let rows = 1; rows <= 500; rows++) page.send({ type: 'resize', rows, cols: 80 })
    await vi.waitFor(async () => expect((await agent.next('terminal_resize')).rows).toBe(500))
  })

  it('splits what is pasted, so that no frame is too large', async () => {
    const { agent, page } = await started('', 'admin', { stream_window: undefined })
    const text = 'x'.repeat(200_000)
    page.type(text)
    let received = ''
    while (received.length < text.length) {
      received += Buffer.from(String((await agent.next('terminal_input')).data), 'base64').toString()
    }
    expect(received).toBe(text)
  })

  it('ignores malformed frames', async () => {
    const { agent, page } = await started()
    for (const junk of ['{', '[]', '""', '{"type":"input","data":1}', '{"type":"resize","rows":-1,"cols":0}'])
      page.sendRaw(junk)
    page.send({ type: 'input', data: '%%%' })
    page.type('still here')
    await vi.waitFor(async () => expect((await agent.next('terminal_input')).data).toBe(toBase64('still here')))
  })

  it('ends with the shell, after all of its output, and says why', async () => {
    const { agent, page, output } = await started()
    output('bye')
    agent.send({
      type: 'terminal_error',
      session_id: page.sessionId,
      error: 'the shell exited with code 3',
      exit_code: 3,
    })
    expect(await page.until('bye')).toBe('bye')
    expect(await page.next('error')).toEqual({
      type: 'error',
      error: 'the shell exited with code 3',
      reason: 'shell_exited',
      exit_code: 3,
    })
    await world.closed(page)
  })

  it('fails with the reason of the agent', async () => {
    const { id, agent } = await world.server('web')
    const page = await world.open(id)
    await agent.next('terminal_open')
    agent.send({ type: 'terminal_error', session_id: page.sessionId, error: 'at most 3 terminal sessions at a time' })
    expect(await page.next('error')).toMatchObject({ error: 'at most 3 terminal sessions at a time' })
    expect(reasons()).toEqual(['failed'])
  })

  it('leaves two audit entries, with bytes, duration and reason', async () => {
    const { id, agent, page, output } = await started()
    page.type('abc')
    output('12345')
    await page.until('12345')
    await world.kernel.clock.advance(2000)
    page.terminate()
    expect(await agent.next('terminal_close')).toMatchObject({ session_id: page.sessionId })
    expect(world.audited('terminal_opened')).toMatchObject([{ server_id: id, session_id: page.sessionId }])
    expect(world.audited('terminal_closed')).toMatchObject([
      {
        server_id: id,
        session_id: page.sessionId,
        duration_ms: 2000,
        close_reason: 'client_closed',
        bytes_in: 3,
        bytes_out: 5,
      },
    ])
  })

  it('of another host cannot be written by this one', async () => {
    const { page, output } = await started()
    const other = await world.server('other')
    other.print(page.sessionId, 'lie')
    await other.settle()
    output('truth')
    expect(await page.until('truth')).toBe('truth')
  })
})

describe('a session ends', () => {
  it('after ten minutes without input, however much is printed', async () => {
    const { agent, page, output, pass } = await started('?resumable=true')
    // The test's sockets do not answer pings, so a frame shows that the page is there.
    const stay = async (ms: number) => {
      for (let left = ms; left > 0; left -= 20_000) {
        page.send({ type: 'output_shown', bytes: 0 })
        await pass(20_000)
      }
    }
    await stay(500_000)
    page.type('x')
    await agent.next('terminal_input')
    await stay(580_000)
    output('tick')
    await page.until('tick')
    expect(reasons()).toEqual([])
    await pass(20_001)
    expect(await page.next('error')).toMatchObject({ reason: 'idle_timeout' })
    expect(await agent.next('terminal_close')).toMatchObject({ session_id: page.sessionId })
    expect(reasons()).toEqual(['idle_timeout'])
  })

  it('at once when the capability is withdrawn', async () => {
    const { page, withdraw } = await started()
    await withdraw()
    expect(await page.next('error')).toMatchObject({ reason: 'agent_capability_disabled' })
    await world.closed(page)
    expect(reasons()).toEqual(['agent_capability_disabled'])
  })

  it('with the same reason when the agent tells the session first', async () => {
    const { agent, page } = await started()
    const error = 'agent_capability_disabled'
    agent.send({ type: 'terminal_error', session_id: page.sessionId, error, code: 'denied' })
    expect(await page.next('error')).toMatchObject({ reason: 'agent_capability_disabled' })
    expect(reasons()).toEqual(['agent_capability_disabled'])
  })

  it('at once when the plugin is disabled', async () => {
    const { page } = await started('?resumable=true')
    expect((await world.call('PUT', '/api/plugins/terminal', { enabled: false })).status).toBe(200)
    await world.closed(page)
    await world.kernel.settled()
    expect(reasons()).toEqual(['server_disconnect'])
    await expect(world.connectPage('any')).rejects.toThrow('404')
  })

  it('at once when the agent disconnects', async () => {
    const { agent, page } = await started('?resumable=true')
    agent.terminate()
    expect(await page.next('error')).toMatchObject({ reason: 'agent_disconnect' })
    await world.closed(page)
    expect(reasons()).toEqual(['agent_disconnect'])
  })

  it.each([
    ['connected', false],
    ['disconnected', true],
  ])('at once when its credential ends, with a %s page', async (_, isLost) => {
    const { agent, page } = await started('?resumable=true', alice)
    if (isLost) page.terminate()
    world.kernel.emit(credentialsRevoked, { userId: 'bob' })
    world.kernel.emit(credentialsRevoked, { userId: 'alice', credentialId: 'phone' })
    world.kernel.emit(credentialsRevoked, { userId: 'alice', except: 'laptop' })
    expect(reasons()).toEqual([])
    world.kernel.emit(credentialsRevoked, { userId: 'alice', credentialId: 'laptop' })
    expect(await agent.next('terminal_close')).toMatchObject({ session_id: page.sessionId })
    expect(reasons()).toEqual(['credential_revoked'])
  })

  it('with the token of a phone', async () => {
    const deadline = world.kernel.clock.now() + 5000
    const { page } = await started('?resumable=true', { ...alice, via: 'bearer', deadline })
    page.terminate()
    await world.kernel.clock.advance(5001)
    await untilClosed('token_expired')
  })
})

describe('after a lost connection', () => {
  const lose = async (page: Page) => {
    page.terminate()
    await vi.waitFor(() => expect(page.next('nothing')).rejects.toThrow('closed'))
  }

  it('the same session continues where the page was', async () => {
    const { id, agent, page, output } = await started('?resumable=true')
    output('before ')
    await page.until('before ')
    await lose(page)
    output('meanwhile ')
    const again = await world.resume(id, page, { offset: 7, rows: 30, cols: 90 })
    expect(await again.next('session')).toMatchObject({ session_id: page.sessionId })
    await again.next('started')
    output('after')
    expect(await again.until('after')).toBe('meanwhile after')
    expect(await agent.next('terminal_resize')).toMatchObject({ rows: 30, cols: 90 })
    again.type('x')
    await agent.next('terminal_input')
    expect(world.audited('terminal_opened')).toHaveLength(1)
    expect(reasons()).toEqual([])
  })

  it('a connection that seems to be open is replaced', async () => {
    const { id, page, output } = await started('?resumable=true')
    const again = await world.resume(id, page)
    await again.next('started')
    await world.closed(page)
    output('here')
    expect(await again.until('here')).toBe('here')
    expect(reasons()).toEqual([])
  })

  it('a page that was reloaded gets everything again, and how much of it is old', async () => {
    const { id, page, output, settle } = await started('?resumable=true')
    output('before')
    await page.until('before')
    await lose(page)
    output(' meanwhile')
    await settle()
    const again = await world.resume(id, page, { offset: 0 })
    expect(await again.next('session')).toMatchObject({ output_bytes: 16 })
    expect(await again.until('meanwhile')).toBe('before meanwhile')
  })

  it('one that was left makes room for another of the same user', async () => {
    const { id, page, pass } = await started('?resumable=true')
    await lose(page)
    await world.open(id, '?resumable=true', alice)
    await world.open(id, '?resumable=true', alice)
    await world.open(id, '?resumable=true', alice)
    await pass(0)
    expect(reasons()).toEqual([])
    await world.open(id, '?resumable=true')
    expect(world.audited('terminal_closed')).toMatchObject([{ session_id: page.sessionId, close_reason: 'replaced' }])
  })

  it('output that did not fit is skipped, and counted', async () => {
    const { id, page, output, settle } = await started('?resumable=true')
    await lose(page)
    for (let n = 0; n < 10; n++) output('x'.repeat(100_000))
    output('end')
    await settle()
    const again = await world.resume(id, page)
    const first = await again.next('output')
    expect(first.skipped).toBe(1_000_003 - 512 * 1024)
    again.send({ type: 'output_shown', bytes: 1_000_000 })
    await again.until('end')
  })

  it('a shell that has ended meanwhile shows its last words', async () => {
    const { id, agent, page, output, settle } = await started('?resumable=true')
    await lose(page)
    output('last words')
    agent.send({
      type: 'terminal_error',
      session_id: page.sessionId,
      error: 'the shell exited with code 0',
      exit_code: 0,
    })
    await settle()
    await untilClosed('shell_exited')
    const again = await world.resume(id, page)
    expect(await again.until('words')).toBe('last words')
    expect(await again.next('error')).toMatchObject({ exit_code: 0 })
  })

  it('nobody returns with a wrong secret, as another user, to another server or after a minute', async () => {
    const { id, agent, page, pass } = await started('?resumable=true')
    const other = await world.server('other')
    await lose(page)
    const refused = async (socket: Promise<Page>) =>
      expect(await (await socket).next('error')).toMatchObject({ reason: 'unknown_session' })
    await refused(world.resume(id, { ...page, secret: 'x'.repeat(page.secret.length) }))
    await refused(world.resume(id, { ...page, secret: '' }))
    await refused(world.resume(id, page, {}, alice))
    await refused(world.resume(other.id, page))
    await pass(60_001)
    expect(await agent.next('terminal_close')).toMatchObject({ session_id: page.sessionId })
    expect(reasons()).toEqual(['client_closed'])
    await refused(world.resume(id, page))
  })

  it('a page that said goodbye ends its session at once', async () => {
    const { agent, page } = await started('?resumable=true')
    page.send({ type: 'close' })
    expect(await agent.next('terminal_close')).toMatchObject({ session_id: page.sessionId })
    expect(reasons()).toEqual(['client_closed'])
  })
})

describe('a page that does not keep up', () => {
  it('slows down its own shell only, and memory stays bounded', async () => {
    const { id, agent, page, output, settle } = await started('?resumable=true')
    const other = await world.open(id)
    await agent.next('terminal_open')
    agent.send({ type: 'terminal_started', session_id: other.sessionId, paced: true })
    const piece = Buffer.alloc(32 * 1024, 'x')
    let credit = 0
    for (let n = 0; n < 20; n++) output(piece)
    await settle()
    while (agent.countOf('stream_credit') > 0) credit += Number((await agent.next('stream_credit')).bytes)
    // Not everything was taken: what the page may have unshown, and a little that waits for it.
    expect(credit).toBeLessThan(20 * 32 * 1024)
    agent.send({ type: 'terminal_output', session_id: other.sessionId, data: toBase64('fine') })
    expect(await other.until('fine')).toBe('fine')
    page.type('\u0003')
    expect(await agent.next('terminal_input')).toMatchObject({ session_id: page.sessionId, data: toBase64('\u0003') })
    output('done')
    await page.until('done')
  })

  it('misses output of agents that cannot wait', async () => {
    const server = await world.server('peer', { stream_window: undefined })
    const page = await world.open(server.id, '?resumable=true')
    await server.agent.next('terminal_open')
    server.agent.send({ type: 'terminal_started', session_id: page.sessionId })
    for (let n = 0; n < 40; n++) server.print(page.sessionId, Buffer.alloc(64 * 1024, 'x'))
    server.print(page.sessionId, 'end')
    await server.settle()
    page.send({ type: 'output_shown', bytes: 10_000_000 })
    let skipped = 0
    for (let isEnd = false; !isEnd; ) {
      const output = await page.next('output')
      page.send({ type: 'output_shown', bytes: 65_536 })
      skipped += Number(output.skipped ?? 0)
      isEnd = Buffer.from(String(output.data), 'base64').toString().endsWith('end')
    }
    expect(skipped).toBeGreaterThan(1_000_000)
  })
})

/** One of several, because each may open only a few sockets. */
const nthUser = (n: number): Principal => ({ ...alice, userId: `user-${n % 5}` })

it('a hundred sessions at once do not mix', async () => {
  for (const name of ['a', 'b', 'c', 'd']) {
    const server = await world.server(name)
    const pages = await Promise.all(Array.from({ length: 25 }, (_, n) => world.open(server.id, '', nthUser(n))))
    for (const { sessionId } of pages) {
      await server.agent.next('terminal_open')
      server.agent.send({ type: 'terminal_started', session_id: sessionId, paced: true })
    }
    for (const { sessionId } of pages) server.print(sessionId, `for ${sessionId}`)
    for (const page of pages) expect(await page.until(page.sessionId)).toBe(`for ${page.sessionId}`)
  }
  expect(world.audited('terminal_opened')).toHaveLength(100)
})

it('too many sessions of one host are refused, and say so', async () => {
  const { id } = await world.server('web')
  await Promise.all(Array.from({ length: 32 }, (_, n) => world.open(id, '', nthUser(n))))
  const page = await world.open(id)
  expect(await page.next('error')).toMatchObject({ reason: 'failed', error: expect.stringContaining('32') })
  await world.closed(page)
})

describe('the gate', () => {
  it('lets no member in, and audits it', async () => {
    const { id } = await world.server('web')
    await expect(world.connectPage(id, '', 'member')).rejects.toThrow('403')
    expect(world.audited('terminal_open_denied')).toMatchObject([{ server_id: id, deny_reason: 'role_forbidden' }])
  })

  it('opens nothing without the capability, and audits it', async () => {
    const { id } = await world.server('web', { agent_local_capabilities: 0 })
    await expect(world.connectPage(id)).rejects.toThrow('403')
    expect(world.audited('terminal_open_denied')).toMatchObject([{ deny_reason: 'agent_capability_disabled' }])
  })

  it('opens nothing on an offline host', async () => {
    const { id, agent } = await world.server('web')
    agent.terminate()
    await vi.waitFor(() => expect(world.connectPage(id)).rejects.toThrow('404'))
    expect(world.audited('terminal_open_denied')).toEqual([])
  })
})
