import { type ChildProcess, spawn } from 'node:child_process'
import { createECDH, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fitsSideways, type Page, violations } from '@svc/e2e/browser'
import { ask } from '@svc/e2e/http'
import { certificate } from '@svc/e2e/mail-sink'
import { makePhone } from '@svc/e2e/phone'
import { freePort } from '@svc/e2e/place'
import { firstSignIn } from '@svc/e2e/session'
import { makeStage } from '@svc/e2e/stage'
import { until } from '@svc/e2e/until'
import { expect, it } from 'vitest'

const stage = makeStage()
const worker = join(import.meta.dirname, '../worker')

/** The push service of a browser, which takes whatever it gets. */
async function startPushService() {
  const pem = readFileSync(certificate)
  const received: { path: string; encoding: string | undefined }[] = []
  const server = createServer({ key: pem, cert: pem }, (req, res) => {
    received.push({ path: req.url ?? '', encoding: req.headers['content-encoding'] })
    req.resume()
    res.writeHead(201).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  stage.later(() => server.close().closeAllConnections())
  return { received, origin: `https://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

/** Chromium subscribes at a service of its vendor, which does not exist here: another one takes its place. */
async function replacePushService(page: Page, endpoint: string): Promise<void> {
  const keys = {
    p256dh: createECDH('prime256v1').generateKeys('base64url'),
    auth: randomBytes(16).toString('base64url'),
  }
  await page.addInitScript(
    ({ endpoint, keys }) => {
      let subscription: object | null = null
      Object.assign(PushManager.prototype, {
        getSubscription: async () => subscription,
        async subscribe(options: { userVisibleOnly: boolean; applicationServerKey: Uint8Array }) {
          if (!options.userVisibleOnly || options.applicationServerKey.length !== 65) throw new Error('wrong options')
          subscription = {
            endpoint,
            options: {},
            toJSON: () => ({ endpoint, keys }),
            async unsubscribe() {
              subscription = null
            },
          }
          return subscription
        },
      })
    },
    { endpoint, keys },
  )
}

it('notifications are turned on with a click, tested, shown, and turned off', async () => {
  const service = await startPushService()
  const server = await stage.server({
    config: { web_push: { allow_private: ['127.0.0.0/8'] } },
    env: { NODE_EXTRA_CA_CERTS: certificate },
  })
  const admin = await firstSignIn(server)
  const { page, context, problems } = await stage.tab({ url: server.url, session: admin, showsNotifications: true })
  await replacePushService(page, `${service.origin}/push/1`)
  await page.goto('/settings/push')
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByText('Notifications are on in this browser').waitFor()
  await page.getByText('Chrome on Linux').first().waitFor()
  expect(await violations(page)).toEqual([])
  expect(await fitsSideways(page)).toBe(true)

  await page.getByRole('button', { name: 'Send test', exact: true }).first().click()
  await page.getByRole('status').getByText('The push service accepted the test').waitFor()
  expect(service.received).toEqual([{ path: '/push/1', encoding: 'aes128gcm' }])

  // What the service would hand to the browser.
  const devtools = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) =>
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const found = registrations.find(({ scopeURL }) => scopeURL.endsWith('/page/relay/'))
      if (found) resolve(found.registrationId)
    }),
  )
  await devtools.send('ServiceWorker.enable')
  const registrationId = await registered
  const deliver = (data: string) =>
    devtools.send('ServiceWorker.deliverPushMessage', { origin: server.url, registrationId, data })
  await deliver(JSON.stringify({ title: 'web-1: CPU', text: 'at 97%', path: '/alerts', tag: 'one' }))
  await deliver('no JSON')
  const shown = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration('/page/relay/')
      return (await registration?.getNotifications())?.map(({ title, body, tag }) => ({ title, body, tag })) ?? []
    })
  await until('both notifications', async () => (await shown()).length === 2)
  expect(await shown()).toEqual(
    expect.arrayContaining([
      { title: 'web-1: CPU', body: 'at 97%', tag: 'one' },
      { title: 'svc', body: '', tag: '' },
    ]),
  )

  await page.getByLabel('Quiet hours').check()
  await page.getByLabel('From').fill('23:30')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Preferences saved').waitFor()
  await page.reload()
  expect(await page.getByLabel('From').inputValue()).toBe('23:30')

  await page.goto('/settings/notifications')
  await page.getByRole('button', { name: 'Add channel' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Everyone')
  await dialog.getByLabel('Type').selectOption('push')
  await dialog.getByLabel('Recipients').selectOption('some')
  await dialog.getByLabel('admin').check()
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('cell', { name: 'Everyone Push notifications' }).waitFor()
  const [channel] = await admin.get<{ config_json: string }[]>('/api/notifications')
  expect(channel?.config_json).toContain('user_ids')

  await page.goto('/settings/push')
  await page.getByRole('button', { name: 'Turn off notifications in Chrome on Linux' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click()
  await page.getByText('Notifications are not on in any browser').waitFor()
  expect(problems).toEqual([])
})

it('the programs work together: a server, and the relay that it sends through', async () => {
  const port = await freePort()
  const relay: ChildProcess = spawn(process.execPath, [join(worker, 'bin/svc-push-relay.js')], {
    env: { PATH: process.env.PATH, RELAY_LISTEN: `127.0.0.1:${port}` },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  stage.later(() => relay.kill())
  let output = ''
  relay.stdout?.on('data', (text) => {
    output += text
  })
  await until('the relay to listen', async () => output.includes(`listening on 127.0.0.1:${port}`))

  const server = await stage.server({ config: { push_relay: { url: `http://127.0.0.1:${port}` } } })
  const admin = await firstSignIn(server)
  const phone = makePhone(server.url)
  const { code } = await admin.send<{ code: string }>('POST', '/api/mobile/pair', {})
  const { access_token: token } = await phone.pair(code)
  const registration = {
    expected_revision: 0,
    device_token: 'ab'.repeat(32),
    environment: 'sandbox',
    content_key_id: randomUUID(),
    content_key: randomBytes(32).toString('base64'),
    deployment_id: 'https://svc.example',
  }
  const setup = await phone.post('/push/encrypted-register', registration, token)
  expect(setup.data()).toMatchObject({ revision: 1, registered: true, test_available: true })
  const event_id = randomUUID()
  expect((await phone.post('/push/test', { event_id, expected_revision: 1 }, token)).status).toBe(200)
  const headers = { authorization: `Bearer ${token}` }
  const receipt = async () =>
    (await ask(`${server.url}/api/mobile/push/test/${event_id}`, { headers })).data<{
      outcome: string
      reason: string
    }>()
  await until('the receipt', async () => (await receipt()).outcome !== 'pending')
  // Nobody gave the relay credentials of a publisher.
  expect(await receipt()).toMatchObject({ outcome: 'permanent', reason: 'RelayNotConfigured' })
  expect(output).toContain('"error":"APNS_')
  for (const secret of [registration.device_token, registration.content_key]) {
    expect(output).not.toContain(secret)
    expect(server.lines.join('\n')).not.toContain(secret)
  }
})

it('the built worker is one module with a fetch handler', async () => {
  const { default: built } = await import(join(worker, 'dist/bundle/worker.js'))
  const response: Response = await built.fetch(new Request('https://relay.example/v1/send', { method: 'POST' }), {})
  expect([response.status, await response.json()]).toEqual([
    503,
    { outcome: 'permanent', reason: 'RelayNotConfigured', device_invalid: false },
  ])
})
