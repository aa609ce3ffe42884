import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { inspect, revise } from '@svc/e2e/database'
import { driveAgent, systemInfo } from '@svc/e2e/driven-agent'
import { textOf } from '@svc/e2e/http'
import { certificate, startMailSink } from '@svc/e2e/mail-sink'
import { connectAgent } from '@svc/e2e/peer'
import { freePort } from '@svc/e2e/place'
import type { Server } from '@svc/e2e/server'
import { adminPassword, firstSignIn, type Session, signIn } from '@svc/e2e/session'
import { makeStage } from '@svc/e2e/stage'
import { until } from '@svc/e2e/until'
import { expect, it } from 'vitest'

const stage = makeStage()

interface Row {
  readonly id: string
}
interface Delivery {
  readonly id: number
  readonly channel_name: string
  readonly state: 'waiting' | 'sent' | 'failed'
  readonly attempts: number
  readonly error: string | null
}

/** A webhook receiver; `respond` is set by the test. */
async function startReceiver() {
  const received: { url: string; authorization: string | undefined; body: Record<string, string> }[] = []
  const receiver = { respond: (res: ServerResponse) => void res.end() }
  const server = createServer(async (req, res) => {
    const text = await textOf(req)
    if (text === undefined) return
    const { url = '', headers } = req
    received.push({ url, authorization: headers.authorization, body: JSON.parse(text) })
    receiver.respond(res)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  stage.later(() => server.close().closeAllConnections())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return Object.assign(receiver, { url, received })
}

const addresses = { from: 'svc@example.com', to: ['ops@example.com'] }
const hookWith = (url: string) => ({ url: `${url}/hook-s3cret`, headers: { Authorization: 'Bearer hook-s3cret' } })

/** A server that mails through `port`, with both channels in the group of a rule about addresses. */
async function prepare(port: number, hook: string, security: 'starttls' | 'tls') {
  const smtp = { host: '127.0.0.1', port, username: 'svc', password: 'mail-s3cret', security }
  const options = {
    directory: stage.directory(),
    port: await freePort(),
    config: { notifications: { allow_private: ['127.0.0.0/8'] }, smtp },
    env: { NODE_EXTRA_CA_CERTS: certificate },
  }
  const server = await stage.server(options)
  const admin = await firstSignIn(server)
  const make = (name: string, notify_type: string, config_json: object) =>
    admin.send<Row>('POST', '/api/notifications', { name, notify_type, config_json })
  const channels = [await make('hook', 'webhook', hookWith(hook)), await make('mail', 'email', addresses)]
  const group = { name: 'On call', notification_ids: channels.map(({ id }) => id), wait_seconds: 0 }
  const { id: notification_group_id } = await admin.send<Row>('POST', '/api/notification-groups', group)
  const rules = [{ rule_type: 'ip_changed' }]
  await admin.send('POST', '/api/alert-rules', { name: 'Moved', rules, notification_group_id })
  return { options, server, admin }
}

/** Reconnects an agent with another address, which fires the rule. */
async function move(server: Server, admin: Session, name: string) {
  const { peer, token } = await driveAgent({ stage, server, admin }, name)
  peer.send(systemInfo({ ipv4: '198.51.100.1' }))
  await peer.frame('ack')
  peer.close()
  const again = await connectAgent(server.url, token)
  stage.later(again.close)
  again.send(systemInfo({ ipv4: '198.51.100.2' }))
  await again.frame('ack')
}

const deliveries = async (admin: Session) =>
  (await admin.get<{ items: Delivery[] }>('/api/notification-deliveries')).items
const settled = (admin: Session, check: (all: Delivery[]) => boolean) =>
  until('the deliveries', async () => {
    const all = await deliveries(admin)
    return check(all) && all
  })

it('an alert reaches a webhook and, encrypted, a mail server; no secret is written anywhere', async () => {
  const receiver = await startReceiver()
  const port = await freePort()
  const sink = await startMailSink(port)
  stage.later(sink.close)
  const { server, admin } = await prepare(port, receiver.url, 'starttls')
  await move(server, admin, '<web> "1"')
  await settled(admin, (all) => all.length === 2 && all.every(({ state }) => state === 'sent'))
  expect(receiver.received).toMatchObject([
    {
      url: '/hook-s3cret',
      authorization: 'Bearer hook-s3cret',
      body: { event: 'triggered', server_name: '<web> "1"', rule_name: 'Moved' },
    },
  ])
  expect(sink.mails).toMatchObject([{ to: addresses.to, user: 'svc', isEncrypted: true }])
  expect(sink.mails[0]?.raw).toContain('\r\n[svc] Triggered: <web> "1" - Moved\r\n')

  const shown = [await admin.get('/api/notifications'), await deliveries(admin), await admin.get('/api/audit-logs')]
  expect(JSON.stringify(shown)).not.toContain('s3cret')
  await server.stop()
  expect(server.output()).not.toContain('s3cret')
  for (const name of readdirSync(server.dataDir).filter((name) => name.startsWith('svc.db'))) {
    expect(readFileSync(join(server.dataDir, name), 'latin1')).not.toContain('s3cret')
  }
})

it('queued and interrupted deliveries survive kill -9', async () => {
  const receiver = await startReceiver()
  receiver.respond = () => {}
  const port = await freePort()
  const { options, server, admin } = await prepare(port, receiver.url, 'tls')
  await move(server, admin, 'web-1')
  await until('the webhook to be called', () => receiver.received.length === 1)
  // The mail server is not running yet.
  await settled(admin, (all) => all.some(({ channel_name, error }) => channel_name === 'mail' && error !== null))
  server.kill('SIGKILL')
  await server.exited

  const queued = inspect(server.dataDir, (db) => db.prepare('SELECT state FROM alerts_deliveries').all())
  expect(queued).toEqual([{ state: 'waiting' }, { state: 'waiting' }])
  // Skips the retry delay.
  revise(server.dataDir, (db) => db.prepare('UPDATE alerts_deliveries SET next_attempt_ms = 0').run())
  receiver.respond = (res) => void res.end()
  const sink = await startMailSink(port, { secure: true })
  stage.later(sink.close)

  const next = await stage.server(options)
  const again = await signIn(next.url, 'admin', adminPassword)
  const all = await settled(again, (rows) => rows.every(({ state }) => state === 'sent'))
  expect(all.map(({ channel_name, attempts, error }) => [channel_name, attempts, error])).toEqual([
    ['mail', 2, null],
    ['hook', 2, null],
  ])
  expect(receiver.received.map(({ body }) => body.server_name)).toEqual(['web-1', 'web-1'])
  expect(sink.mails).toMatchObject([{ to: addresses.to, isEncrypted: true }])
})
