import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DeliveryError, type Email, type Mailer, mailer } from '@svc/plugin-alerts/contract'
import { definePlugin, text } from '@svc/plugin-sdk'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeWorld, type World } from '../../test/world.ts'
import type { PublicConfig, Subscriber } from '../status-schema.ts'

const url = 'https://status.example.com'
const sent: Email[] = []
let fail: (() => DeliveryError) | undefined
const post: Mailer = {
  problem: () => undefined,
  isAddress: (address) => /^[^\s@]+@[^\s@]+\.[a-z]+$/.test(address),
  async send(email) {
    if (fail) throw fail()
    sent.push(email)
  },
}
const alerts = definePlugin({ id: 'alerts', provides: { mailer }, setup: () => ({ provides: { mailer: post } }) })

const dataDir = mkdtempSync(join(tmpdir(), 'svc-subscribers-'))
let world: World
const boot = async () => {
  world = await makeWorld({ plugins: [alerts], dataDir, config: { status: { allow_private: ['127.0.0.0/8'] } } })
}
beforeEach(async () => {
  sent.length = 0
  fail = undefined
  await boot()
  await world.publish({ public_url: url, allow_subscriptions: true, mail_from: 'status@example.com', title: 'Ours' })
})
afterEach(async () => {
  await world.kernel.close()
  rmSync(dataDir, { recursive: true, force: true })
})

let senders = 0
const address = () => `203.0.${Math.floor(++senders / 250)}.${senders % 250}`
const request = (path: string, payload: object | string, headers: object = {}, remoteAddress = address()) =>
  world.kernel.inject({ method: 'POST', url: path, payload, headers: { ...headers }, remoteAddress })
const subscribe = (target: string, type = 'email', from?: string) =>
  request('/api/status/subscriptions', { type, target }, {}, from)
/** Sends what is queued. */
const settle = async () => {
  await world.kernel.clock.advance(1)
  // The first delivery loads the HTTP client.
  await vi.waitFor(() => expect(waiting()).toEqual([]), { interval: 5, timeout: 20_000 })
}
const waiting = () =>
  world.kernel.database
    .prepare('SELECT 1 FROM status_messages WHERE next_attempt_ms <= ?')
    .pluck()
    .all(world.kernel.clock.now())
const tokenOf = (body: string) => /token=([\w-]{32})/.exec(body)?.[1] ?? ''
const confirm = (token: string) => request(`/api/status/subscriptions/confirm?token=${token}`, {})
const list = () => world.call<Subscriber[]>('GET', '/api/status-subscribers')
const follow = async (target: string) => {
  await subscribe(target)
  await settle()
  const token = tokenOf(sent.at(-1)?.text ?? '')
  expect((await confirm(token)).statusCode).toBe(200)
  sent.length = 0
  return token
}

describe('subscribing by email', () => {
  it('needs a confirmation before anything else is sent, and ends with one click', async () => {
    expect((await world.shown<PublicConfig>('/config')).subscriptions).toEqual(['email', 'webhook'])
    expect((await subscribe(' Ops@EXAMPLE.com ')).json()).toEqual({ data: { message: expect.any(String) } })
    await settle()
    const [question] = sent
    expect(question).toMatchObject({ from: 'status@example.com', to: ['Ops@example.com'] })
    expect(question?.subject).toContain('Ours')
    const token = tokenOf(question?.text ?? '')
    expect(question?.text).toContain(`${url}/status/subscription?action=confirm&token=${token}`)

    await world.incident({ title: 'Early', is_public: true, message: 'x' })
    await settle()
    // A mail scanner that opens the link confirms nothing.
    const page = await world.read(`/status/subscription?action=confirm&token=${token}`)
    expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(page.body).toContain(`action="/api/status/subscriptions/confirm?token=${token}"`)
    expect(await list()).toMatchObject([{ target: 'Ops@example.com', confirmed: false, confirmed_at: null }])
    expect(sent).toHaveLength(1)

    const confirmed = await request(`/api/status/subscriptions/confirm?token=${token}`, '', {
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'text/html',
    })
    expect([confirmed.statusCode, confirmed.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect((await confirm(token)).statusCode).toBe(200)
    expect(await list()).toMatchObject([{ confirmed: true }])

    await world.incident({ title: 'Secret', message: 'x' })
    const { id } = await world.incident({ title: 'Down <b>', is_public: true, message: 'We **look**.' })
    await world.call('POST', `/api/incidents/${id}/updates`, { status: 'resolved', message: 'Done <script>' })
    await settle()
    expect(sent.slice(1).map(({ subject }) => subject)).toEqual([
      'Ours: Down <b> (Investigating)',
      'Ours: Down <b> (Resolved)',
    ])
    const last = sent.at(-1)
    expect(last?.text).toContain('Done <script>')
    expect(last?.html).not.toContain('<script')
    expect(last?.headers).toEqual({
      'List-Unsubscribe': `<${url}/api/status/subscriptions/unsubscribe?token=${token}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    })

    await world.publish({ enabled: false })
    const oneClick = await request(
      `/api/status/subscriptions/unsubscribe?token=${token}`,
      'List-Unsubscribe=One-Click',
      { 'content-type': 'application/x-www-form-urlencoded' },
    )
    expect(oneClick.statusCode).toBe(200)
    expect((await request(`/api/status/subscriptions/unsubscribe?token=${token}`, {})).statusCode).toBe(200)
    expect(await list()).toEqual([])
    expect((await confirm(token)).statusCode).toBe(404)
  })

  it('announces public maintenance', async () => {
    await follow('ops@example.com')
    await world.maintenance({ title: 'Secret' })
    const { id } = await world.maintenance({ title: 'Disks', is_public: true, description: 'New ones' })
    await world.call('PUT', `/api/maintenances/${id}`, { description: 'Newer ones' })
    await settle()
    expect(sent.map(({ subject }) => subject)).toEqual(['Ours: planned maintenance: Disks'])
    expect(sent[0]?.text).toContain('New ones')
  })

  it('answers the same for unknown, asked and confirmed addresses, and asks again after an hour', async () => {
    const answer = async (target: string) => {
      const { statusCode, body, headers } = await subscribe(target)
      const { date: _, ...others } = headers
      return JSON.stringify([statusCode, body, others])
    }
    await follow('known@example.com')
    const unknown = await answer('new@example.com')
    expect(await answer('new@example.com')).toBe(unknown)
    expect(await answer('known@example.com')).toBe(unknown)
    await settle()
    expect(sent.map(({ to }) => to)).toEqual([['new@example.com']])
    await world.kernel.clock.advance(3_600_000)
    expect(await answer('new@example.com')).toBe(unknown)
    await settle()
    expect(sent.map(({ to }) => to)).toEqual([['new@example.com'], ['new@example.com']])
    await world.kernel.clock.advance(86_400_000)
    await world.kernel.runJob('MaintenanceSchedule')
    expect((await list()).map(({ target }) => target)).toEqual(['known@example.com'])
  })

  it('rejects what is no address', async () => {
    for (const target of ['a', 'a@b.co\r\nBcc: x@y.zz', 'a@b.co, c@d.ee']) {
      const response = await subscribe(target)
      expect([target, response.statusCode]).toEqual([target, 422])
    }
    for (const target of ['ftp://a.b', 'https://u:p@a.b', 'nothing']) {
      expect([target, (await subscribe(target, 'webhook')).statusCode]).toEqual([target, 422])
    }
    expect((await subscribe('a@b.co', 'fax')).statusCode).toBe(422)
    expect(await list()).toEqual([])
  })

  it('is limited, so that nobody can flood a mailbox', async () => {
    const codes: number[] = []
    for (let i = 0; i < 6; i++) codes.push((await subscribe(`a${i}@example.com`, 'email', '192.0.2.1')).statusCode)
    expect(codes).toEqual([200, 200, 200, 200, 200, 429])
    for (let i = 0; i < 60; i++) await subscribe('victim@example.com')
    await settle()
    expect(sent.filter(({ to }) => to[0] === 'victim@example.com')).toHaveLength(1)
    const flood = await Promise.all(
      Array.from({ length: 400 }, async (_, i) => (await subscribe(`b${i}@example.com`)).statusCode),
    )
    expect(flood.filter((code) => code === 429).length).toBeGreaterThan(100)
    expect((await list()).length).toBeLessThan(310)
  })

  it('does not exist unless it is switched on and possible', async () => {
    for (const change of [{ allow_subscriptions: false }, { enabled: false }, { public_url: null }]) {
      await world.publish({ enabled: true, allow_subscriptions: true, public_url: url, ...change })
      expect([change, (await subscribe('a@b.co')).statusCode]).toEqual([change, 404])
    }
    await world.publish({ public_url: url, mail_from: null })
    expect((await world.shown<PublicConfig>('/config')).subscriptions).toEqual(['webhook'])
    expect((await subscribe('a@b.co')).statusCode).toBe(404)
  })

  it('keeps addresses away from the public and from members', async () => {
    await follow('private-77@example.com')
    for (const path of ['/config', '/page', '/summary', '/history']) {
      expect((await world.read(`/api/status${path}`)).body).not.toContain('private-77')
    }
    expect((await world.ask('GET', '/api/status-subscribers', undefined, 'member')).status).toBe(403)
    const [{ id } = { id: '' }] = await list()
    expect(await world.call('DELETE', `/api/status-subscribers/${id}`)).toBe('ok')
    expect((await world.ask('DELETE', `/api/status-subscribers/${id}`)).status).toBe(404)
    expect(JSON.stringify(world.audited('status_subscriber.delete'))).not.toContain('private-77')
  })
})

describe('messages', () => {
  it('are tried again, in order, and the reason is shown to admins', async () => {
    await follow('ops@example.com')
    fail = () => new DeliveryError('busy', false)
    const { id } = await world.incident({ title: 'A', is_public: true, message: 'x' })
    await world.kernel.clock.advance(1)
    await vi.waitFor(async () => expect(await list()).toMatchObject([{ last_error: expect.stringContaining('busy') }]))
    await world.call('POST', `/api/incidents/${id}/updates`, { status: 'resolved', message: 'y' })
    fail = undefined
    await world.kernel.clock.advance(30_000)
    expect(sent).toEqual([])
    for (let i = 0; i < 3; i++) {
      await world.kernel.clock.advance(30_000)
      await world.kernel.runJob('StatusMessages')
    }
    await vi.waitFor(() =>
      expect(sent.map(({ subject }) => subject)).toEqual(['Ours: A (Investigating)', 'Ours: A (Resolved)']),
    )
    await vi.waitFor(async () => expect(await list()).toMatchObject([{ last_error: null }]))
  })

  it('survive a restart', async () => {
    await follow('ops@example.com')
    fail = () => new DeliveryError('busy', false)
    await world.incident({ title: 'A', is_public: true, message: 'x' })
    await world.kernel.clock.advance(1)
    await vi.waitFor(async () => expect(await list()).toMatchObject([{ last_error: expect.any(String) }]))
    await world.kernel.close()
    fail = undefined
    await boot()
    await world.kernel.clock.advance(120_000)
    await world.kernel.runJob('StatusMessages')
    await vi.waitFor(() => expect(sent).toHaveLength(1))
  })

  it('that are rejected for good are dropped', async () => {
    await follow('ops@example.com')
    fail = () => new DeliveryError(text('status.DELIVERY_FAILED'), true)
    await world.incident({ title: 'A', is_public: true, message: 'x' })
    await settle()
    await vi.waitFor(() =>
      expect(world.kernel.database.prepare('SELECT count(*) FROM status_messages').pluck().get()).toBe(0),
    )
  })
})

describe('subscribing by webhook', () => {
  let receiver: Server
  const received: { url: string; body: Record<string, unknown> }[] = []
  let answer = 200
  beforeEach(async () => {
    received.length = 0
    answer = 200
    receiver = createServer(async (req, res) => {
      const chunks = await req.toArray().catch(() => undefined)
      // Its sender broke off.
      if (!chunks) return
      received.push({ url: req.url ?? '', body: JSON.parse(Buffer.concat(chunks).toString()) })
      res.writeHead(answer).end()
    })
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  })
  afterEach(() => void receiver.close())
  const hook = () => `http://127.0.0.1:${(receiver.address() as { port: number }).port}/hook`

  it('confirms by a link too, and receives JSON', async () => {
    await subscribe(hook(), 'webhook')
    await settle()
    await vi.waitFor(() => expect(received).toHaveLength(1))
    expect(received[0]).toMatchObject({
      url: '/hook',
      body: { event: 'confirm', page: { title: 'Ours', url: `${url}/status` } },
    })
    await confirm(tokenOf(String(received[0]?.body.confirm_url)))
    await world.incident({ title: 'Down', is_public: true, severity: 'major', message: 'x' })
    await settle()
    await vi.waitFor(() => expect(received).toHaveLength(2))
    expect(received[1]?.body).toMatchObject({
      event: 'incident',
      id: expect.any(String),
      title: 'Ours: Down (Investigating)',
      incident: { title: 'Down', status: 'investigating', severity: 'major' },
      message: 'x',
      unsubscribe_url: expect.stringContaining('action=unsubscribe'),
    })
    answer = 500
    await world.incident({ title: 'Again', is_public: true, message: 'x' })
    await settle()
    await vi.waitFor(async () => expect(await list()).toMatchObject([{ last_error: expect.stringContaining('500') }]))
  })

  it('never reaches addresses of this host or its network', async () => {
    await subscribe('http://169.254.169.254/latest', 'webhook')
    await settle()
    await vi.waitFor(async () => expect(await list()).toMatchObject([{ last_error: expect.stringMatching(/public/) }]))
  })
})
