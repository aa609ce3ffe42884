import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { makeClock } from '@svc/e2e/clock'
import { textOf } from '@svc/e2e/http'
import { certificate } from '@svc/e2e/mail-sink'
import { freePort } from '@svc/e2e/place'
import type { Server } from '@svc/e2e/server'
import { adminPassword, firstSignIn, type Session, signIn } from '@svc/e2e/session'
import { makeStage } from '@svc/e2e/stage'
import { until } from '@svc/e2e/until'
import { beforeAll, expect, it } from 'vitest'

const stage = makeStage()
const clock = makeClock(stage.directory())
let options: NonNullable<Parameters<typeof stage.server>[0]>
let server: Server
let admin: Session
/** the monitored page */
const shop = { url: '', status: 200 }
/** events received by the webhook, with the name of the monitor */
const received: string[] = []
let secure = 0
let names = 0

const portOf = (listening: { address(): AddressInfo | string | null }) => (listening.address() as AddressInfo).port

/** Serves the page, an RDAP registry and a webhook receiver. */
async function serveWeb() {
  const web = createServer(async (req, res) => {
    if (req.url === '/hook') {
      const text = await textOf(req)
      if (text === undefined) return
      const { event, server_name } = JSON.parse(text)
      received.push(`${event} ${server_name}`)
      return res.end()
    }
    if (req.url === '/dns.json') return res.end(JSON.stringify({ services: [[['app'], [`${shop.url}rdap/`]]] }))
    if (req.url === '/rdap/domain/www.shop.app') return res.writeHead(404).end()
    if (req.url === '/rdap/domain/shop.app') {
      const events = [{ eventAction: 'expiration', eventDate: '2099-01-01T00:00:00Z' }]
      return res.end(JSON.stringify({ objectClassName: 'domain', events }))
    }
    return res.writeHead(shop.status).end('All shelves are full')
  }).listen(0, '127.0.0.1')
  await once(web, 'listening')
  stage.later(() => web.close().closeAllConnections())
  shop.url = `http://127.0.0.1:${portOf(web)}/`
}

/** A name server that resolves every name to 192.0.2.7. */
async function serveNames() {
  const socket = createSocket('udp4', (question, { port, address }) => {
    const name = question.subarray(12, question.indexOf(0, 12) + 5)
    const head = Buffer.from([question[0] ?? 0, question[1] ?? 0, 0x81, 0x80, 0, 1, 0, 1, 0, 0, 0, 0])
    const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 192, 0, 2, 7])
    socket.send(Buffer.concat([head, name, record]), port, address)
  }).bind(0, '127.0.0.1')
  await once(socket, 'listening')
  stage.later(() => socket.close())
  names = portOf(socket)
}

beforeAll(async () => {
  await serveWeb()
  await serveNames()
  const pem = readFileSync(certificate)
  const tls = createSecureServer({ key: pem, cert: pem }, (_, res) => res.end()).listen(0, '127.0.0.1')
  await once(tls, 'listening')
  stage.later(() => tls.close().closeAllConnections())
  secure = portOf(tls)
  options = {
    directory: stage.directory(),
    port: await freePort(),
    env: { NODE_EXTRA_CA_CERTS: certificate, ...clock.env },
    config: {
      monitors: {
        allow_private: ['127.0.0.0/8'],
        rdap_bootstrap_url: `${shop.url}dns.json`,
        whois_server: '127.0.0.1:1',
      },
      notifications: { allow_private: ['127.0.0.0/8'] },
    },
  }
  server = await stage.server(options)
  admin = await firstSignIn(server)
})

interface Monitor {
  readonly id: string
  readonly name: string
  readonly last_status: boolean | null
  readonly last_error: string | null
}
const all = () => admin.get<Monitor[]>('/api/service-monitors')
const stateOf = (name: string) => async () => (await all()).find((monitor) => monitor.name === name)?.last_status
const make = (name: string, monitor_type: string, target: string, more: object = {}) =>
  admin.send<Monitor>('POST', '/api/service-monitors', { name, monitor_type, target, interval: 10, ...more })

it('checks monitors of every type on schedule', async () => {
  await make('port', 'tcp', `127.0.0.1:${secure}`)
  await make('page', 'http_keyword', shop.url, { config_json: { keyword: 'shelves' } })
  await make('certificate', 'ssl', '127.0.0.1', { config_json: { port: secure, critical_days: 0, warning_days: 0 } })
  const config_json = { nameserver: `127.0.0.1:${names}`, expected_values: ['192.0.2.7'] }
  await make('name', 'dns', 'shop.example', { config_json })
  await make('domain', 'whois', 'https://www.shop.app/')
  // in real time: a clock set forward would also end the time that a check has for its answer
  const checked = await until('every check', async () => {
    const found = await all()
    return found.every(({ last_status }) => last_status !== null) && found
  })
  expect(checked.map(({ name, last_status, last_error }) => [name, last_status, last_error])).toEqual(
    ['port', 'page', 'certificate', 'name', 'domain'].map((name) => [name, true, null]),
  )
  for (const { id } of checked) {
    const summary = await admin.get(`/api/service-monitors/${id}/summary`)
    expect(summary).toMatchObject({ failures: 0, availability: 1, series: [{ failures: 0 }] })
  }
})

it('notifies once of an outage and once of its end, across a kill -9', async () => {
  const hook = { name: 'hook', notify_type: 'webhook', config_json: { url: `${shop.url}hook` } }
  const { id } = await admin.send<{ id: string }>('POST', '/api/notifications', hook)
  const group = await admin.send<{ id: string }>('POST', '/api/notification-groups', {
    ...{ name: 'On call', notification_ids: [id] },
  })
  await make('shop', 'http_keyword', shop.url, { retry_count: 0, notification_group_id: group.id })
  await clock.forwardUntil([server], () => until('the first check', async () => (await stateOf('shop')()) === true))
  shop.status = 503
  // Waits until the delivery is stored as sent; otherwise it would be sent again after the restart.
  await clock.forwardUntil([server], () =>
    until('the outage notification', async () => {
      const { items } = await admin.get<{ items: { state: string }[] }>('/api/notification-deliveries')
      return items.length > 0 && items.every(({ state }) => state === 'sent')
    }),
  )
  server.kill('SIGKILL')
  await server.exited
  server = await stage.server(options)
  admin = await signIn(server.url, 'admin', adminPassword)
  const shopMonitor = async () => (await all()).find(({ name }) => name === 'shop')
  expect(await shopMonitor()).toMatchObject({ last_status: false, outage: { announced: true } })
  await admin.send('POST', `/api/service-monitors/${(await shopMonitor())?.id}/check`).catch(() => undefined)
  shop.status = 200
  await clock.forwardUntil([server], () => until('the recovery notification', () => received.length > 1))
  expect(received).toEqual(['triggered shop', 'recovered shop'])
})
