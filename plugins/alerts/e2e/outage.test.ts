import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { makeClock } from '@svc/e2e/clock'
import { claim, newRunToken, onboard } from '@svc/e2e/enrol'
import { textOf } from '@svc/e2e/http'
import { certificate, startMailSink } from '@svc/e2e/mail-sink'
import { freePort } from '@svc/e2e/place'
import { adminPassword, firstSignIn, signIn } from '@svc/e2e/session'
import { runAgent } from '@svc/e2e/simulated-agent'
import { makeStage } from '@svc/e2e/stage'
import { until } from '@svc/e2e/until'
import { expect, it } from 'vitest'

const stage = makeStage()
const clock = makeClock(stage.directory())

interface Row {
  readonly id: string
}

/** A webhook receiver. */
async function startReceiver() {
  const received: Record<string, string>[] = []
  const server = createServer(async (req, res) => {
    const text = await textOf(req)
    if (text !== undefined) received.push(JSON.parse(text))
    res.end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  stage.later(() => server.close().closeAllConnections())
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` }
}

const count = 50

it(`an outage of ${count} servers is one email and one call, and so is its end, across a kill -9`, async () => {
  const receiver = await startReceiver()
  const port = await freePort()
  const sink = await startMailSink(port)
  stage.later(sink.close)
  const smtp = { host: '127.0.0.1', port, username: 'svc', password: 'mail-s3cret', security: 'starttls' }
  const options = {
    directory: stage.directory(),
    port: await freePort(),
    config: { notifications: { allow_private: ['127.0.0.0/8'] }, smtp },
    env: { ...clock.env, NODE_EXTRA_CA_CERTS: certificate },
  }
  const server = await stage.server(options)
  const admin = await firstSignIn(server)
  const make = <T extends Row>(path: string, body: object) => admin.send<T>('POST', path, body)
  const mail = { from: 'svc@example.com', to: ['ops@example.com'] }
  const channels = [
    await make('/api/notifications', { name: 'hook', notify_type: 'webhook', config_json: { url: receiver.url } }),
    await make('/api/notifications', { name: 'mail', notify_type: 'email', config_json: mail }),
  ]
  const group = { name: 'On call', notification_ids: channels.map(({ id }) => id) }
  const { id: notification_group_id } = await make('/api/notification-groups', group)
  const rules = [{ rule_type: 'offline', duration: 0 }]
  await make('/api/alert-rules', { name: 'Lost', rules, trigger_mode: 'once', notification_group_id })
  const { id: group_id } = await make('/api/server-groups', { name: 'Frankfurt' })

  const tokens: string[] = []
  for (let n = 1; n <= count; n += 1) {
    const { server_id, enrollment } = await onboard(admin, `fra-${n}`)
    await admin.send('PUT', `/api/servers/${server_id}`, { group_id })
    const token = newRunToken()
    await claim(server.url, enrollment.code, token)
    tokens.push(token)
  }
  const connectAll = () => Promise.all(tokens.map((token) => runAgent(server.url, token)))
  const agents = await connectAll()
  for (const agent of agents) agent.close()

  const waitingAlerts = async () => (await admin.get<Row[]>('/api/alert-events?limit=100')).length === count
  await clock.forwardUntil([server], () => until('the alerts', waitingAlerts))
  // All alerts are recorded; the message may be waiting, queued or sent.
  server.kill('SIGKILL')
  await server.exited
  const next = await stage.server(options)
  await signIn(next.url, 'admin', adminPassword)
  await clock.forwardUntil([next], () =>
    until('the outage', () => receiver.received.length > 0 && sink.mails.length > 0),
  )
  const title = `group Frankfurt - ${count} alerts on ${count} servers`
  // A message that was being sent when the program was killed is sent again, with the same id.
  expect(new Set(receiver.received.map(({ title, group_id }) => `${title} ${group_id}`)).size).toBe(1)
  expect(receiver.received[0]).toMatchObject({
    title: `[svc] Triggered: ${title}`,
    event: 'triggered',
    count: String(count),
    server_name: `${count} servers`,
  })
  const messageId = (raw = '') => /^Message-ID: (.+)\r$/m.exec(raw)?.[1]
  expect(new Set(sink.mails.map(({ raw }) => messageId(raw))).size).toBe(1)
  expect(sink.mails[0]?.raw).toContain(`Subject: [svc] Triggered: group Frankfurt - ${count} alerts on ${count}`)
  expect(sink.mails[0]?.raw).toContain('... and 30 more')

  const [hooks, mails] = [receiver.received.length, sink.mails.length]
  const again = await connectAll()
  for (const agent of again) stage.later(agent.close)
  await clock.forwardUntil([next], () =>
    until('the end', () => receiver.received.length > hooks && sink.mails.length > mails),
  )
  await clock.forward(60_000, [next])
  expect(receiver.received.slice(hooks)).toMatchObject([
    { title: `[svc] Resolved: ${title}`, event: 'resolved', group_id: receiver.received[0]?.group_id },
  ])
  expect(sink.mails.slice(mails)).toHaveLength(1)
  expect(sink.mails.at(-1)?.raw).toContain(`References: ${messageId(sink.mails[0]?.raw)}`)
})
