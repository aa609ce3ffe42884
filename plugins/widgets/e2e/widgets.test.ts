import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { type Page, violations } from '@svc/e2e/browser'
import { onboard } from '@svc/e2e/enrol'
import { certificate } from '@svc/e2e/mail-sink'
import type { Server } from '@svc/e2e/server'
import { firstSignIn, type Session } from '@svc/e2e/session'
import { makeStage } from '@svc/e2e/stage'
import { until } from '@svc/e2e/until'
import { archiveOf, countingCode, importsAll, moduleSource, upload } from '@svc/e2e/widget-module'
import { beforeAll, describe, expect, it } from 'vitest'

const stage = makeStage()
let server: Server
let admin: Session

beforeAll(async () => {
  server = await stage.server({ env: { NODE_EXTRA_CA_CERTS: certificate } })
  admin = await firstSignIn(server)
  await onboard(admin, 'web-1')
})

const id = 'org.example.counting'
const counting = (version: string, text: string) => moduleSource({ id, version, name: 'Counting' }, countingCode(text))

interface Listed {
  readonly id: string
  readonly code_sha256: string
}

/** Adds a widget of a module to the default dashboard. */
async function place(moduleId: string, config: object) {
  const board = await admin.get<{ id: string; name: string }>('/api/dashboards/default')
  const widget = {
    widget_type: 'module',
    module_id: moduleId,
    grid_x: 0,
    grid_y: 0,
    grid_w: 4,
    grid_h: 3,
    sort_order: 0,
  }
  await admin.send('PUT', `/api/dashboards/${board.id}`, {
    name: board.name,
    widgets: [{ ...widget, config_json: JSON.stringify(config) }],
  })
}

const settings = async () => {
  const tab = await stage.tab({ url: server.url, session: admin })
  await tab.page.goto('/settings/widgets')
  await tab.page.getByText('io.svc.hello-world').first().waitFor()
  return tab
}
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

async function chooseFile(page: Page, name: string, content: string | Buffer) {
  const buffer = Buffer.from(content as string)
  await page.getByLabel('Choose file').last().setInputFiles({ name, mimeType: 'text/javascript', buffer })
}

describe('a third-party widget', () => {
  it('is installed, replaced, disabled and uninstalled while a dashboard is open', async () => {
    expect((await upload(admin, counting('1.0.0', 'first'))).status).toBe(200)
    await place(id, { word: 'machines' })
    expect((await admin.call('DELETE', `/api/widget-modules/${id}`)).status).toBe(204)
    const { page, problems } = await stage.tab({ url: server.url, session: admin })
    await page.goto('/dashboards')
    await page.getByText('is not available').waitFor()
    await page.evaluate(() => Object.assign(window, { stayed: true }))

    const shop = await settings()
    await shop.page.getByRole('button', { name: 'Install widget' }).click()
    await shop.page.getByText('A widget is code.').waitFor()
    await chooseFile(shop.page, 'counting.js', counting('1.0.0', 'first'))
    expect(await violations(shop.page)).toEqual([])
    await shop.page.getByRole('button', { name: 'Install', exact: true }).click()
    await shop.page.getByRole('dialog').getByText('Enabled', { exact: true }).waitFor()
    await shop.page.getByRole('button', { name: 'Done' }).click()

    await page.getByText('first machines 1').waitFor()
    await page.getByRole('button', { name: 'pressed 0' }).click()
    await page.getByRole('button', { name: 'pressed 1' }).waitFor()

    expect((await upload(admin, counting('1.1.0', 'second'))).status).toBe(200)
    await page.getByText('second machines 1').waitFor()
    await row(shop.page, 'Counting').getByText('1.1.0').waitFor()

    await shop.page.getByRole('switch', { name: 'Enable Counting' }).click()
    await page.getByText('is not available').waitFor()
    await row(shop.page, 'Counting').getByText('Disabled', { exact: true }).last().waitFor()
    await shop.page.getByRole('switch', { name: 'Enable Counting' }).click()
    await page.getByText('second machines 1').waitFor()

    await shop.page.getByRole('button', { name: 'More for Counting' }).click()
    await shop.page.getByRole('menuitem', { name: 'Uninstall' }).click()
    await shop.page.getByText('Dashboards keep its place').waitFor()
    await shop.page.getByRole('button', { name: 'Uninstall', exact: true }).click()
    await shop.page.getByText('Counting uninstalled').waitFor()
    await page.getByText('is not available').waitFor()
    expect(await page.evaluate(() => 'stayed' in window)).toBe(true)
    expect([...problems, ...shop.problems]).toEqual([])
  })

  it('that is unavailable shows the reason, and does not affect others', async () => {
    const { page } = await settings()
    const install = async (name: string, content: string | Buffer) => {
      await page.getByRole('button', { name: 'Install widget' }).click()
      await chooseFile(page, name, content)
      await page.getByRole('button', { name: 'Install', exact: true }).click()
    }
    const done = () => page.getByRole('button', { name: 'Done' }).click()
    const dialog = page.getByRole('dialog')

    await install('future.js', moduleSource({ id: 'org.example.future', sdkVersion: '^99.1.0' }, countingCode('')))
    await dialog.getByText('Requires widget SDK ^99.1.0; this dashboard has 1.0.0.').waitFor()
    await done()
    // Lets widgets render before the dashboard exists.
    const early = "import { getRuntime } from '@svc/widget-sdk'; getRuntime().servers.all();"
    await install('early.js', moduleSource({ id: 'org.example.early' }, early + countingCode('')))
    await dialog.getByText('Enabled', { exact: true }).waitFor()
    await done()
    await install('throws.js', moduleSource({ id: 'org.example.throws' }, "throw new Error('broken on purpose')"))
    await dialog.getByText('Error while loading: Error: broken on purpose').waitFor()
    await done()
    const bare = "throw Object.assign(Object.create(null), { code: 'bare' })"
    await install('bare.js', moduleSource({ id: 'org.example.bare' }, bare))
    await dialog.getByText('Error while loading: {"code":"bare"}').waitFor()
    await done()
    await install('lost.js', moduleSource({ id: 'org.example.lost' }, "import 'lodash'"))
    await dialog.getByText(/Error while loading: TypeError: .*lodash/).waitFor()
    await done()
    await install('plain.js', moduleSource({ id: 'org.example.plain' }, 'export default { component() {} }'))
    await dialog.getByText('Not a widget: the default export was not made by defineWidget').waitFor()
    await done()
    await row(page, 'org.example.throws').getByText('broken on purpose').last().waitFor()
    expect(await violations(page)).toEqual([])

    await page.getByRole('button', { name: 'More for Hello world' }).click()
    await page.getByRole('menuitem', { name: 'Test loading' }).click()
    await row(page, 'Hello world').getByText('Enabled', { exact: true }).last().waitFor()
  })

  it('shows on dashboards why it is unavailable, with a link for admins', async () => {
    await upload(admin, moduleSource({ id: 'org.example.future', name: 'Future', sdkVersion: '^99.1.0' }, ''))
    await place('org.example.future', {})
    const { page, problems } = await stage.tab({ url: server.url, session: admin })
    await page.goto('/dashboards')
    await page.getByText('“Future” is not available').waitFor()
    await page.getByText('Requires widget SDK ^99.1.0; this dashboard has 1.0.0.').waitFor()
    await admin.send('PUT', '/api/widget-modules/org.example.future', { enabled: false })
    await page.getByText('This widget is disabled or not installed.').waitFor()
    await page.getByRole('link', { name: 'Settings: Widgets' }).click()
    await page.getByRole('heading', { name: 'Widgets' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/settings/widgets')
    expect(problems).toEqual([])
  })

  it('has assets, which an update replaces on open dashboards', async () => {
    const pack = (text: string) =>
      archiveOf({
        'collection.json': JSON.stringify({ widgets: [{ entry: 'parts/index.js' }] }),
        'parts/index.js': moduleSource(
          { id: 'org.example.parts' },
          `import { text } from './lib/text.js'
          import { jsx } from 'react/jsx-runtime'
          import { defineWidget, z } from '@svc/widget-sdk'
          const icon = new URL('icon.svg', import.meta.url).href
          const component = () => jsx('p', { children: [text, jsx('img', { src: icon, alt: 'drawn' }, 'i')] })
          export default defineWidget({ configSchema: z.object({}), component })`,
        ),
        'parts/lib/text.js': `export const text = '${text}'`,
        'parts/icon.svg':
          '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8"/></svg>',
      })
    await upload(admin, await pack('first part'), 'parts.zip')
    await place('org.example.parts', {})
    const { page, problems } = await stage.tab({ url: server.url, session: admin })
    await page.goto('/dashboards')
    await page.getByText('first part').waitFor()
    const drawn = page.getByRole('img', { name: 'drawn' })
    await until('the picture', () => drawn.evaluate((image: HTMLImageElement) => image.naturalWidth === 8))
    await page.evaluate(() => Object.assign(window, { stayed: true }))
    await upload(admin, await pack('second part'), 'parts.zip')
    await page.getByText('second part').waitFor()
    expect([await page.evaluate(() => 'stayed' in window), problems]).toEqual([true, []])
  })

  it('is retried on request, and times out', async () => {
    const once = "if (!globalThis.tried) { globalThis.tried = true; throw new Error('not yet') }"
    await upload(admin, moduleSource({ id: 'org.example.moody', name: 'Moody' }, once + countingCode('')))
    await upload(admin, moduleSource({ id: 'org.example.stuck', name: 'Stuck' }, 'await new Promise(() => {})'))
    await upload(admin, moduleSource({ id: 'org.example.away', name: 'Away' }, countingCode('')))
    const { page } = await stage.tab({ url: server.url, session: admin })
    await page.clock.install()
    await page.route('**/org.example.away/**', (route) => route.abort())
    await page.goto('/settings/widgets')
    const tryIt = async (name: string) => {
      await page.getByRole('button', { name: `More for ${name}` }).click()
      await page.getByRole('menuitem', { name: 'Test loading' }).click()
    }
    await tryIt('Moody')
    await row(page, 'Moody').getByText('Error: not yet').last().waitFor()
    await tryIt('Moody')
    await row(page, 'Moody').getByText('Enabled', { exact: true }).last().waitFor()
    await tryIt('Away')
    await row(page, 'Away').getByText('Download failed: no response from the server').last().waitFor()
    await tryIt('Stuck')
    await row(page, 'Stuck').getByText('Loading', { exact: true }).last().waitFor()
    await page.clock.fastForward(21_000)
    await row(page, 'Stuck').getByText('Timed out: not loaded after 20 s').last().waitFor()
    await page.getByLabel('Search widgets').fill('moody')
    await row(page, 'Stuck').waitFor({ state: 'detached' })
    expect(await row(page, 'Moody').count()).toBe(1)
  })

  it('appears and disappears in the open widget picker', async () => {
    const { page, problems } = await stage.tab({ url: server.url, session: admin })
    await page.goto('/dashboards')
    await page.getByRole('button', { name: 'Edit', exact: true }).first().click()
    await page.getByRole('button', { name: 'Add widget' }).first().click()
    const offer = page.getByRole('dialog').getByRole('button', { name: 'Picked' })
    await page.getByRole('dialog').getByText('Hello world').waitFor()
    expect(await offer.count()).toBe(0)
    await upload(admin, moduleSource({ id: 'org.example.picked', name: 'Picked' }, importsAll + countingCode('picked')))
    await offer.waitFor()
    await admin.send('PUT', '/api/widget-modules/org.example.picked', { enabled: false })
    await offer.waitFor({ state: 'detached' })
    await admin.send('PUT', '/api/widget-modules/org.example.picked', { enabled: true })
    await offer.click()
    await page.getByText('picked servers 1').first().waitFor()
    expect(problems).toEqual([])
  })

  it('has texts without spaces, which do not overflow', async () => {
    const id = `org.${'x'.repeat(124)}`
    const author = 'a'.repeat(100)
    const long = { id, name: 'W'.repeat(100), description: 'd'.repeat(500), author, version: `1.0.0-${'a'.repeat(58)}` }
    expect((await upload(admin, moduleSource(long, countingCode('')))).status).toBe(200)
    const { page } = await settings()
    const tooWide = () =>
      page
        .getByRole('dialog')
        .evaluate((dialog) =>
          [...dialog.querySelectorAll('li, dl, dd')].filter((one) => one.scrollWidth > one.clientWidth).map(String),
        )
    await page.getByRole('button', { name: /^More for W/ }).click()
    await page.getByRole('menuitem', { name: 'Details' }).click()
    await page.getByRole('dialog').getByText(author).first().waitFor()
    expect(await tooWide()).toEqual([])
    await page.goto('/dashboards')
    await page.getByRole('button', { name: 'Edit', exact: true }).first().click()
    await page.getByRole('button', { name: 'Add widget' }).first().click()
    await page.getByRole('dialog').getByText(long.description).waitFor()
    expect(await tooWide()).toEqual([])
  })

  it('is rejected with the reason of the server, or before the upload if possible', async () => {
    const { page } = await settings()
    await page.getByRole('button', { name: 'Install widget' }).click()
    const install = page.getByRole('button', { name: 'Install', exact: true })
    await chooseFile(page, 'big.js', Buffer.alloc(1024 * 1024 + 1, ' '))
    await page.getByText('The file is 1,048,577 bytes; the limit is 1,048,576 bytes.').waitFor()
    expect(await install.isDisabled()).toBe(true)
    await chooseFile(page, 'notes.txt', 'text')
    await page.getByText('Choose a .js module or a .zip collection.').waitFor()
    const dropped = await page.evaluateHandle(() => {
      const data = new DataTransfer()
      data.items.add(new File(['export default 1'], 'bare.js'))
      return data
    })
    await page.getByRole('region', { name: 'File drop area' }).dispatchEvent('drop', { dataTransfer: dropped })
    await page.getByText('bare.js').waitFor()
    await install.click()
    await page.getByRole('alert').getByText('must start with a block comment containing @svc-widget').waitFor()
    await page.getByText('URL', { exact: true }).last().click()
    await page.getByLabel('URL').last().fill('http://example.org/x.js')
    await page.getByText('The URL must start with https://').waitFor()
    expect(await install.isDisabled()).toBe(true)
    await page.getByLabel('URL').last().fill('https://127.0.0.1:1/x.js')
    await install.click()
    await page.getByRole('alert').getByText('https://127.0.0.1:1 is not a public address').waitFor()
  })
})

it('assets of a module cannot be opened as pages or included as scripts', async () => {
  const archive = await archiveOf({
    'collection.json': JSON.stringify({ widgets: [{ entry: 'a/index.js' }] }),
    'a/index.js': moduleSource({ id: 'org.example.page' }, countingCode('')),
    'a/page.html': '<title>ran</title><script>document.title = "script ran"</script>',
    'a/worker.js': "addEventListener('fetch', (asked) => asked.respondWith(new Response('ran')))",
    'a/picture.svg': '<svg xmlns="http://www.w3.org/2000/svg"><script>document.documentElement.id="ran"</script></svg>',
  })
  expect((await upload(admin, archive, 'pages.zip')).json()).toEqual({
    data: [{ id: 'org.example.page', version: '1.0.0' }],
  })
  const { page } = await stage.tab({ url: server.url, session: admin })
  await page.goto('/api/widget-modules/org.example.page/page.html')
  expect(await page.evaluate(() => [document.contentType, document.body.innerText.slice(0, 7)])).toEqual([
    'text/plain',
    '<title>',
  ])
  await page.goto('/api/widget-modules/org.example.page/picture.svg')
  expect(await page.evaluate(() => [document.documentElement.id, window.origin])).toEqual(['', 'null'])

  await page.goto('/settings/widgets')
  const registered = await page.evaluate(async () => {
    const file = '/api/widget-modules/org.example.page/worker.js'
    await (await fetch(file)).text()
    const attempt = navigator.serviceWorker.register(file, { updateViaCache: 'all' })
    return attempt.then(
      () => 'registered',
      (failure: Error) => failure.message,
    )
  })
  expect(registered).toContain('403')

  const ran = await page.evaluate(async () => {
    const refused = new Promise((resolve) =>
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => resolve(effectiveDirective)),
    )
    const script = document.createElement('script')
    script.textContent = 'window.ran = true'
    document.head.append(script)
    return [await refused, 'ran' in window]
  })
  expect(ran).toEqual(['script-src-elem', false])
})

describe('a module URL', () => {
  const served = { body: '', asked: 0 }
  let address = ''
  beforeAll(async () => {
    const pem = readFileSync(certificate)
    const site = createServer({ key: pem, cert: pem }, (_, res) => {
      served.asked += 1
      res.end(served.body)
    }).listen(0, '127.0.0.1')
    stage.later(() => site.close().closeAllConnections())
    await new Promise((resolve) => site.on('listening', resolve))
    address = `https://127.0.0.1:${(site.address() as AddressInfo).port}/widget.js`
    served.body = counting('3.0.0', 'fetched')
  })
  const install = (session: Session, url: string) =>
    session.call('POST', `/api/widget-modules?url=${encodeURIComponent(url)}`)

  it('of a private network is rejected without a request', async () => {
    for (const url of [address, address.replace('127.0.0.1', 'localhost')]) {
      const answer = await install(admin, url)
      expect([answer.status, answer.error().message]).toEqual([400, expect.stringMatching(/public address/)])
    }
    expect(served.asked).toBe(0)
  })

  it('is downloaded if the operator allows private networks, and its widget works', async () => {
    const env = { NODE_EXTRA_CA_CERTS: certificate }
    const open = await stage.server({ env, config: { widgets: { allow_private: ['127.0.0.0/8'] } } })
    const session = await firstSignIn(open)
    const { page } = await stage.tab({ url: open.url, session })
    await page.goto('/settings/widgets')
    await page.getByText('No custom widgets yet').waitFor()
    await page.getByText('npm create @svc/widget').waitFor()
    await page.getByRole('button', { name: 'Install widget' }).click()
    await page.getByText('URL', { exact: true }).last().click()
    await page.getByLabel('URL').last().fill(address)
    await page.getByRole('button', { name: 'Install', exact: true }).click()
    await page.getByRole('dialog').getByText('Enabled', { exact: true }).waitFor()
    const [, listed] = await session.get<Listed[]>('/api/widget-modules')
    expect([served.asked, listed]).toMatchObject([1, { id, source_type: 'Url', source_url: address, version: '3.0.0' }])
    expect((await upload(session, counting('9.0.0', 'other'))).status).toBe(409)

    served.body = counting('3.1.0', 'fetched again')
    await page.getByRole('button', { name: 'Done' }).click()
    const row = page.getByRole('row').filter({ hasText: id })
    await row.getByRole('button', { name: /^More for / }).click()
    await page.getByRole('menuitem', { name: 'Update from URL' }).click()
    const asked = page.getByLabel('URL').last()
    expect(await asked.inputValue()).toBe(address)
    expect(await asked.evaluate((input) => input === document.activeElement)).toBe(true)
    await page.getByRole('button', { name: 'Install', exact: true }).click()
    await page.getByRole('dialog').getByText('3.1.0').waitFor()
    expect((await session.get<Listed[]>('/api/widget-modules'))[1]).toMatchObject({ id, version: '3.1.0' })
  })
})
