import { createServer, type Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { startMailSink } from '../../../../test/mail-sink.ts'
import { makeStage } from '../../../../test/stage.ts'
import { literal } from '../../../../test/test-types.ts'
import { mailer, type Notice } from '../../../contract.ts'
import { isAddress } from './mailer.ts'

const stage = makeStage()
const people = { from: 'svc@example.com', to: ['ops@example.com', 'night@example.org'] }
const hostile: Partial<Notice> = {
  subjectName: 'web\r\nBcc: evil@example.com\r\n\r\n<script>',
  message: literal('.\r\nQUIT\r\n<img src=x> & "{{time}}" ü'),
}

type Sink = Parameters<typeof startMailSink>[0]
const smtpError = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode })

/** A world that sends mail through a sink, with nothing private opened. */
async function mailing(options: Sink, smtp: object = {}) {
  const sink = stage.later(await startMailSink(options))
  const settings = { host: '127.0.0.1', port: sink.port, security: 'none', ...smtp }
  const world = await stage.world({ config: { notifications: { allow_private: [] }, smtp: settings } })
  const channel = await world.create('email', people)
  const test = () => world.call('POST', `/api/notifications/${channel.id}/test`)
  return { sink, world, channel, test }
}

/** A part of a message by its content type, decoded. */
function part(raw: string, type: string): string {
  const section = raw.split(/^--.+$/m).find((text) => text.includes(`Content-Type: ${type}`)) ?? ''
  const body = section.slice(section.indexOf('\r\n\r\n') + 4)
  if (section.includes('base64')) return Buffer.from(body, 'base64').toString()
  if (!section.includes('quoted-printable')) return body
  const bytes = body
    .replaceAll('=\r\n', '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}

describe('email through SMTP', () => {
  it('arrives as text and HTML', async () => {
    const { sink, world, channel } = await mailing({}, { username: 'me', password: 'pass' })
    const group = await world.group(channel)
    world.notify(group.id)
    await world.send()
    await world.settled((all) => all[0]?.state === 'sent')
    const [mail] = sink.mails
    expect(mail).toMatchObject({ ...people, user: 'me', isEncrypted: false })
    const raw = mail?.raw ?? ''
    expect(raw).toContain('From: svc@example.com\r\nTo: ops@example.com, night@example.org\r\n')
    expect(raw).toContain('Subject: [svc] Triggered: web-1 - High CPU\r\n')
    expect(raw).toContain('Auto-Submitted: auto-generated\r\n')
    expect(raw).toMatch(/^Message-ID: <[0-9a-f-]{36}@example\.com>\r$/m)
    expect(part(raw, 'text/plain').trim().replaceAll('\r\n', '\n')).toBe(
      '[svc] Triggered: web-1 - High CPU\n\nCPU at 97%\n2023-11-14 22:13:20 UTC',
    )
    expect(part(raw, 'text/html')).toContain('CPU at 97%<br>')
    expect(part(raw, 'text/html')).toContain('#c2410c')
  })

  it('is sent for other plugins with their headers', async () => {
    const { sink, world } = await mailing({})
    const mail = {
      id: 'm-1',
      from: people.from,
      to: ['reader@example.com'],
      subject: 'News',
      text: 'Hi',
      html: '<p>Hi</p>',
    }
    const headers = { 'List-Unsubscribe': '<https://status.example.com/u?t=1>' }
    await world.kernel.service(mailer).send({ ...mail, headers }, new AbortController().signal)
    const raw = sink.mails[0]?.raw ?? ''
    expect(sink.mails[0]).toMatchObject({ from: people.from, to: ['reader@example.com'] })
    expect(raw).toContain('List-Unsubscribe: <https://status.example.com/u?t=1>\r\n')
    expect(raw).toContain('Auto-Submitted: auto-generated\r\n')
    expect(raw).toContain('Message-ID: <m-1@example.com>\r\n')
  })

  it('escapes headers, commands and HTML', async () => {
    const { sink, world, channel } = await mailing({})
    const group = await world.group(channel)
    world.notify(group.id, hostile)
    world.notify(group.id, { ...hostile, event: 'resolved' })
    await world.send()
    await world.settled((all) => all.every(({ state }) => state === 'sent'))
    expect(sink.mails.map(({ to }) => to)).toEqual([people.to, people.to])
    const [raw = '', second = ''] = sink.mails.map(({ raw }) => raw)
    const headers = raw.slice(0, raw.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ')
    expect(headers).not.toMatch(/^Bcc/im)
    expect(headers).toContain('Subject: [svc] Triggered: web Bcc: evil@example.com <script> - High CPU')
    expect(part(raw, 'text/plain')).toContain('QUIT')
    const html = part(raw, 'text/html')
    expect(html).toContain('web Bcc: evil@example.com &lt;script&gt;')
    expect(html).toContain('&lt;img src=x&gt; &amp; &quot;{{time}}&quot; ü')
    expect(part(second, 'text/html')).toContain('#15803d')
  })

  it('reports the missing setting and waits for it', async () => {
    const world = await stage.world()
    const channel = await world.create('email', people)
    const missing = 'email needs smtp.host or resend.api_key in the configuration file'
    const { status, error } = await world.call('POST', `/api/notifications/${channel.id}/test`)
    expect([status, error?.message]).toEqual([422, `Validation error: ${missing}`])
    const group = await world.group(channel)
    world.notify(group.id)
    await world.send()
    expect((await world.settled((all) => all[0]?.error !== null))[0]).toMatchObject({
      state: 'waiting',
      error: missing,
    })
  })

  it('never sends a password without encryption', async () => {
    const seen: string[] = []
    const onAuth: NonNullable<Sink>['onAuth'] = ({ password }, _, done) => {
      seen.push(String(password))
      done(null, { user: 'me' })
    }
    const smtp = (security: string) => ({ username: 'me', password: 's3cret', security })
    const cases: [Sink, string, string][] = [
      [{ disabledCommands: ['STARTTLS'] }, 'starttls', 'ETLS'],
      [{}, 'starttls', 'CERT_HAS_EXPIRED'],
      [{ secure: true }, 'tls', 'CERT_HAS_EXPIRED'],
    ]
    for (const [options, security, reason] of cases) {
      const { test, sink } = await mailing({ onAuth, ...options }, smtp(security))
      const { status, error } = await test()
      expect([status, error?.message]).toEqual([502, expect.stringContaining(`rejected the email (${reason})`)])
      expect(sink.mails).toEqual([])
    }
    expect(seen).toEqual([])
  })

  it('quotes an authentication error without the password', async () => {
    const { test, world, channel } = await mailing(
      {
        onAuth: ({ username, password }, _, done) =>
          done(smtpError(535, `no ${username} ${password} ${Buffer.from(`\0me\0${password}`).toString('base64')}`)),
      },
      { username: 'me', password: 's3cret-word' },
    )
    const { error } = await test()
    expect(error?.message).toMatch(/rejected the email \(EAUTH\): 535 no me •+ •+$/)
    const group = await world.group(channel)
    world.notify(group.id)
    await world.send()
    // An operator may be fixing the account.
    expect((await world.settled((all) => all[0]?.error !== null))[0]?.state).toBe('waiting')
  })

  it('fails permanently when recipients are rejected', async () => {
    const some = await mailing({
      onRcptTo: ({ address }, _, done) => done(address.startsWith('ops') ? smtpError(550, 'no such user') : null),
    })
    expect((await some.test()).error?.message).toBe(
      'the test was not delivered: the mail server rejected ops@example.com; the other recipients received it',
    )
    expect(some.sink.mails.map(({ to }) => to)).toEqual([['night@example.org']])
    const all = await mailing({ onRcptTo: (_, __, done) => done(smtpError(550, 'no such user')) })
    const group = await all.world.group(all.channel)
    all.world.notify(group.id)
    await all.world.send()
    expect(await all.world.settled((rows) => rows[0]?.error !== null)).toMatchObject([
      { state: 'failed', attempts: 1, error: expect.stringMatching(/EENVELOPE.*550 no such user/) },
    ])
  })

  it('retries when the server is busy', async () => {
    const { world, channel } = await mailing({ onMailFrom: (_, __, done) => done(smtpError(451, 'later')) })
    const group = await world.group(channel)
    world.notify(group.id)
    await world.send()
    expect(await world.settled((all) => all[0]?.error !== null)).toMatchObject([{ state: 'waiting', attempts: 1 }])
  })

  it('times out when the server sends nothing', async () => {
    const peers: Socket[] = []
    const silent = createServer((socket) => void peers.push(socket)).listen(0, '127.0.0.1')
    stage.later({
      close: async () => {
        for (const peer of peers) peer.destroy()
        silent.close()
      },
    })
    await expect.poll(() => silent.listening).toBe(true)
    const { world, test } = await mailing({}, { port: (silent.address() as { port: number }).port })
    const response = test()
    await expect.poll(() => peers.length).toBe(1)
    await world.kernel.clock.advance(10_000)
    expect((await response).error?.message).toMatch(/timed out after 10 seconds/)
    await expect.poll(() => peers[0]?.readableEnded || peers[0]?.destroyed).toBe(true)
  })

  it('may use a configured private server, but never a link-local one', async () => {
    expect((await (await mailing({})).test()).status).toBe(200)
    const { error } = await (await mailing({}, { host: '169.254.169.254' })).test()
    expect(error?.message).toMatch(/public address/)
  })
})

describe('email through Resend', () => {
  const settings = (base_url: string) => ({ resend: { api_key: 're_s3cret', base_url } })

  it('sends one request for all recipients', async () => {
    const receiver = await stage.receiver((_, res) => res.end('{"id":"1"}'))
    const world = await stage.world({
      config: { notifications: { allow_private: [] }, ...settings(`${receiver.url}/v1/`) },
    })
    const { id } = await world.create('email', people)
    await world.request('POST', `/api/notifications/${id}/test`)
    const [{ method, url, headers, body } = { method: '', url: '', headers: {}, body: '' }] = receiver.received
    expect([method, url, headers.authorization]).toEqual(['POST', '/v1/emails', 'Bearer re_s3cret'])
    expect(JSON.parse(body)).toMatchObject({
      ...people,
      subject: '[svc] Test: Sample server - Sample rule',
      text: expect.stringContaining('This is a test'),
      html: expect.stringContaining('#525252'),
      headers: { 'Auto-Submitted': 'auto-generated' },
    })
  })

  it('quotes errors without the API key', async () => {
    const receiver = await stage.receiver((req, res) =>
      res.writeHead(403).end(JSON.stringify({ message: `not allowed: ${req.headers.authorization}` })),
    )
    const world = await stage.world({ config: settings(receiver.url) })
    const { id } = await world.create('email', people)
    const { error } = await world.call('POST', `/api/notifications/${id}/test`)
    expect(error?.message).toBe(
      'the test was not delivered: Resend responded with status 403: not allowed: Bearer ••••••••',
    )
  })
})

describe('an email address', () => {
  it.each(['a@b.co', 'first.last+tag@mail.example.com', 'jürgen@bücher.example'])('may be %s', (text) => {
    expect(isAddress(text)).toBe(true)
  })

  it.each([
    ...['', 'a', '@b.co', 'a@', 'a@b', 'a@b.', 'a@.co', 'a@b..co', 'a@b@c.de', 'a b@c.de', '"a"@b.co', 'A <a@b.co>'],
    ...['a@b.co, c@d.de', 'a@b.co\r\nBcc: x@y.zz', 'a@b.co\0', 'a@[127.0.0.1]', `${'a'.repeat(65)}@b.co`],
    `a@${'b'.repeat(250)}.co`,
  ])('must not be %j', (text) => {
    expect(isAddress(text)).toBe(false)
  })

  const wrong: [string, object][] = [
    ['from', { to: people.to }],
    ['from', { ...people, from: 'svc' }],
    ['from', { ...people, from: 'svc@example.com\r\nBcc: x@y.zz' }],
    ['to', { from: people.from }],
    ['to', { ...people, to: [] }],
    ['to', { ...people, to: { 0: 'a@b.co' } }],
    ['to', { ...people, to: Array(51).fill('a@b.co') }],
    ['to.1', { ...people, to: ['a@b.co', 'nobody'] }],
    ['to.0', { ...people, to: [7] }],
  ]
  it('that is missing or invalid is reported', async () => {
    const world = await stage.world()
    for (const [field, config_json] of wrong) {
      const body = { name: 'x', notify_type: 'email', config_json }
      const { status, error } = await world.call('POST', '/api/notifications', body)
      const found = [status, error?.details?.[0]?.field]
      expect(found, JSON.stringify(config_json)).toEqual([422, `config_json.${field}`])
    }
  })
})
