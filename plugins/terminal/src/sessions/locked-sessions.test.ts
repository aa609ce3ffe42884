import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeWorld, type Page, toBase64, type World } from '../../test/world.ts'

let world: World
beforeEach(async () => {
  world = await makeWorld()
})
afterEach(() => world.kernel.close())

const challenge = { host_key: 'host', agent_key: 'agent', rp_id: 'svc.example.com', credentials: ['one'] }

/** A session whose host wants an approval. */
async function locked(facts: object = { features: ['terminal_passkey'] }) {
  const server = await world.server('web', facts)
  const page = await world.open(server.id, '?resumable=true')
  await server.agent.next('terminal_open')
  return { ...server, page, start: (more: object) => start(server.agent, page, more) }
}
type Agent = Awaited<ReturnType<World['server']>>['agent']
const start = (agent: Agent, { sessionId: session_id }: Page, more: object) =>
  agent.send({ type: 'terminal_started', session_id, paced: true, ...more })
const reasons = () => world.audited('terminal_closed').map(({ close_reason }) => close_reason)

describe('a session of a host that requires a passkey', () => {
  it('relays challenge, approval and bytes as they are, and says so in the audit log', async () => {
    const { agent, page, start, print } = await locked()
    start({ challenge })
    expect(await page.next('challenge')).toEqual({ type: 'challenge', ...challenge })
    page.send({ type: 'approval', browser_key: 'browser', assertion: '{}' })
    const { sessionId: session_id } = page
    expect(await agent.next('terminal_approval')).toMatchObject({ session_id, browser_key: 'browser', assertion: '{}' })
    page.type('sealed')
    expect(await agent.next('terminal_input')).toMatchObject({ data: toBase64('sealed') })
    print(session_id, 'sealed too')
    expect(await page.until('too')).toBe('sealed too')
    expect(world.audited('terminal_opened')).toMatchObject([{ end_to_end_encrypted: true }])
  })

  it('is not recorded, although sessions are', async () => {
    await world.call('PUT', '/api/terminal/settings', { recording: true })
    const server = await world.server('web', { features: ['terminal_passkey'] })
    const socket = await world.connectPage(server.id)
    expect(await socket.next('session')).not.toHaveProperty('recorded')
    expect((await world.call('GET', '/api/terminal/recordings')).data.items ?? []).toEqual([])
  })

  it('continues after a lost connection with what the server has received, and loses no output', async () => {
    const { id, agent, page, start, print, settle } = await locked()
    start({ challenge })
    await page.next('challenge')
    page.type('12345')
    await agent.next('terminal_input')
    page.terminate()
    await world.kernel.settled()
    const piece = Buffer.alloc(60_000, 'x')
    for (let count = 0; count < 12; count++) print(page.sessionId, piece)
    await settle()
    const again = await world.resume(id, page)
    expect(await again.next('session')).toMatchObject({ input_bytes: 5 })
    await again.next('challenge')
    let received = 0
    while (received < 12 * piece.length) {
      const { data, skipped } = await again.next('output')
      expect(skipped).toBeUndefined()
      const { length } = Buffer.from(String(data), 'base64')
      received += length
      again.send({ type: 'output_shown', bytes: length })
    }
  })

  it('says that the host refused, and leaves an audit entry with the reason', async () => {
    const { agent, page, start } = await locked()
    start({ challenge })
    agent.send({ type: 'terminal_error', session_id: page.sessionId, error: 'not approved: x', code: 'invalid' })
    expect(await page.next('error')).toMatchObject({
      reason: 'approval_failed',
      error: 'the host did not approve the session',
    })
    expect(reasons()).toEqual(['approval_failed'])
    expect(world.audited('terminal_approval_failed')).toMatchObject([{ reason: 'not approved: x' }])
  })

  it.each([
    ['no longer wants an approval', { features: ['terminal_passkey'] }, {}],
    ['wants one that it did not announce', {}, { challenge }],
  ])('ends when the host %s', async (_, facts, more) => {
    const { page, start } = await locked(facts)
    start(more)
    expect(await page.next('error')).toMatchObject({ reason: 'failed' })
    await vi.waitFor(() => expect(reasons()).toEqual(['failed']))
  })
})

describe('the registration of a passkey', () => {
  const path = (id: string) => `/api/terminal/passkeys/${id}`
  const post = async (id: string, step: string) => {
    const response = await world.kernel.as('admin').inject({
      method: 'POST',
      url: path(id),
      payload: { step, data: 'sealed' },
    })
    return { status: response.statusCode, ...response.json() }
  }

  it('is relayed as it is, and audited', async () => {
    const { id, agent } = await world.server('web')
    for (const step of ['begin', 'finish']) {
      const response = post(id, step)
      const { msg_id, ...request } = await agent.next('terminal_passkey_registration')
      expect(request).toMatchObject({ step, data: 'sealed' })
      agent.send({ type: 'terminal_passkey_registration_result', msg_id, data: 'sealed too' })
      expect(await response).toEqual({ status: 200, data: { data: 'sealed too' } })
    }
    expect(world.audited('terminal_passkey_registered')).toEqual([{ server_id: id }])
  })

  it('is refused by the host, and audited', async () => {
    const { id, agent } = await world.server('web')
    const response = post(id, 'begin')
    const { msg_id } = await agent.next('terminal_passkey_registration')
    agent.send({ type: 'terminal_passkey_registration_result', msg_id, data: '', error: 'no link', code: 'invalid' })
    expect(await response).toMatchObject({ status: 409, error: { details: { code: 'terminal.PASSKEY_REFUSED' } } })
    expect(world.audited('terminal_passkey_refused')).toEqual([{ server_id: id }])
  })
})
