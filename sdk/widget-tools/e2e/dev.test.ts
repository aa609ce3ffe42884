import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { violations } from '@svc/e2e/browser'
import { onboard } from '@svc/e2e/enrol'
import { ask } from '@svc/e2e/http'
import { connect } from '@svc/e2e/peer'
import { freePort } from '@svc/e2e/place'
import { repository } from '@svc/e2e/process'
import { firstSignIn } from '@svc/e2e/session'
import { simulateAgent } from '@svc/e2e/simulated-agent'
import { examples, serveProject } from '@svc/e2e/widget-project'
import { admin, server, withServer } from '@svc/e2e/with-server'
import { beforeAll, expect, it } from 'vitest'

const stage = withServer()

let load1 = 0.5

beforeAll(async () => {
  const { enrollment } = await onboard(admin, 'web-1')
  const agent = await simulateAgent(server.url, enrollment.code, () => ({ load1 }))
  stage.later(agent.close)
})

const template = join(repository, 'sdk/create-widget/template')

/** A new project, where libraries are found and which is no library itself. */
function newProject(): string {
  const place = join(repository, 'e2e/dist')
  mkdirSync(place, { recursive: true })
  const folder = mkdtempSync(join(place, 'widget-'))
  stage.later(() => rmSync(folder, { recursive: true, force: true }))
  for (const part of ['base', 'widget']) cpSync(join(template, part), folder, { recursive: true })
  return folder
}

async function serve(folder: string, env: Record<string, string>) {
  const port = await freePort()
  const program = serveProject(folder, { SVC_URL: server.url, ...env }, ['--port', String(port)])
  stage.later(program.stop)
  await program.line(/Press Ctrl-C to stop/)
  return { url: `http://127.0.0.1:${port}`, program }
}

const newKey = async () =>
  (await admin.send<{ key: string }>('POST', '/api/auth/api-keys', { name: 'widget development' })).key

const edit = (file: string, from: string, to: string) =>
  writeFileSync(file, readFileSync(file, 'utf8').replace(from, to))

it('previews the widget with live data, form, sizes and themes, and keeps its state on code changes', async () => {
  const folder = newProject()
  const { url } = await serve(folder, { SVC_KEY: await newKey() })
  const { page, problems } = await stage.tab({ url })
  await page.goto('/')
  const widget = page.getByRole('region', { name: 'Load' })
  await widget.getByText('This widget needs to be configured').waitFor()
  await page.getByLabel('Server').selectOption({ label: 'web-1' })
  await widget.getByText('0.50').waitFor()
  load1 = 6.25
  await widget.getByText('6.25').waitFor()
  await widget.getByText('web-1: high load').waitFor()
  await page.evaluate(() => Object.assign(window, { stayed: true }))

  // a component keeps its state, the definition of the widget is replaced
  edit(join(folder, 'src/load.tsx'), ': high load', ' is busy')
  await widget.getByText('web-1 is busy').waitFor()
  edit(join(folder, 'src/index.tsx'), "describe('Warn above')", "describe('Threshold')")
  await page.getByLabel('Threshold').fill('8')
  await widget.getByText('web-1', { exact: true }).waitFor()

  const width = async () => (await widget.boundingBox())?.width
  const before = await width()
  await page.getByLabel('Width').fill('5')
  expect(await width()).toBeGreaterThan(before ?? 0)
  const ground = () => widget.evaluate((panel) => getComputedStyle(panel).backgroundColor)
  const light = await ground()
  await page.getByLabel('Dark').check()
  expect(await ground()).not.toBe(light)
  // the look is that of the running server
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--chart-1'))).not.toBe(
    '',
  )
  expect(await violations(page)).toEqual([])

  edit(
    join(folder, 'src/load.tsx'),
    'const name =',
    "if (threshold > 7) throw new Error('broken on purpose')\n  const name =",
  )
  await widget.getByText('broken on purpose').waitFor()
  edit(join(folder, 'src/load.tsx'), "if (threshold > 7) throw new Error('broken on purpose')\n", '')
  await widget.getByText('web-1', { exact: true }).waitFor()
  expect(await page.evaluate(() => 'stayed' in window)).toBe(true)

  edit(join(folder, 'src/index.tsx'), '"name": "Load"', '"name": "Load of a server"')
  await page.getByRole('region', { name: 'Load of a server' }).getByText('web-1', { exact: true }).waitFor()
  expect(problems.filter((problem) => !problem.includes('broken on purpose'))).toEqual([])
})

it('confirms actions and reports their result, using the browser session', async () => {
  // nobody answers there: what the check finds does not matter here
  const monitor = { name: 'Shop', monitor_type: 'tcp', target: '192.0.2.1:9', interval: 86_400, enabled: false }
  await admin.send('POST', '/api/service-monitors', monitor)
  const { url } = await serve(join(examples, 'monitor-check'), {})
  const { page } = await stage.tab({ url: server.url, session: admin })
  await page.goto(url)
  await page.getByLabel('Monitor', { exact: true }).selectOption({ label: 'Shop' })
  const widget = page.getByRole('region', { name: 'Monitor check' })
  await widget.getByText('Shop has not been checked yet').waitFor()
  await page.route('**/api/service-monitors/*/check', (route) =>
    route.fulfill({ status: 409, json: { error: { code: 'CONFLICT', message: 'it is being checked' } } }),
  )
  await widget.getByRole('button', { name: 'Check now' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
  await page.getByText('Check now: it is being checked').waitFor()
})

it('previews every widget of a collection', async () => {
  const { url } = await serve(join(examples, 'fleet-pair'), { SVC_KEY: await newKey() })
  const { page, problems } = await stage.tab({ url })
  await page.goto('/')
  for (const [name, figure] of [
    ['Fleet: Load', '6.25'],
    ['Fleet: Memory', '25 %'],
  ] as const) {
    await page.getByLabel('Widget').selectOption({ label: name })
    await page.getByLabel('Server').selectOption({ label: 'web-1' })
    const widget = page.getByRole('region', { name })
    await widget.getByText(figure).waitFor()
    await widget.locator('img').evaluate((img: HTMLImageElement) => img.decode())
  }
  expect(problems).toEqual([])
})

it('reports an unreachable server and reconnects', async () => {
  const place = { directory: stage.directory(), port: await freePort() }
  const { url } = await serve(join(examples, 'metric-gauge'), { SVC_URL: `http://127.0.0.1:${place.port}` })
  const { page } = await stage.tab({ url })
  await page.goto('/')
  await page.getByText('Check that it is running and that SVC_KEY is set or you are signed in.').waitFor()
  const late = await stage.server(place)
  const session = await firstSignIn(late)
  const [name = '', value = ''] = session.cookie.split('=')
  await page.context().addCookies([{ name, value, url, httpOnly: true, sameSite: 'Strict' }])
  await page.getByText(`Live data from http://127.0.0.1:${place.port}`).waitFor()
})

it('uses the API key only for its own page', async () => {
  const { url } = await serve(join(examples, 'metric-gauge'), { SVC_KEY: await newKey() })
  const me = (headers: Record<string, string>) => ask(`${url}/api/auth/me`, { headers })
  expect((await me({})).status).toBe(200)
  expect((await me({ origin: url })).status).toBe(200)
  for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }]) {
    const answer = await me(headers as unknown as Record<string, string>)
    expect([answer.status, answer.text.includes('admin')]).toEqual([404, false])
  }
  expect((await me({ host: 'evil.example' })).text).not.toContain('admin')
  const socket = `${url.replace('http', 'ws')}/api/ws/servers`
  const own = await connect(socket, { origin: url })
  expect(await own.frame('full_sync')).toHaveProperty('servers')
  own.close()
  await expect(connect(socket, { origin: 'https://evil.example' })).rejects.toThrow()
})
