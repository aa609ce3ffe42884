import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startTestDaemon, type TestDaemon } from '@svc/agent-plugin-docker/testing'
import { addWidget, boardOf, editBoard, saveBoard, widgetOf } from '@svc/e2e/board-page'
import { type Locator, type Page, type TabOptions, violations } from '@svc/e2e/browser'
import { onboard } from '@svc/e2e/enrol'
import { checkPage, shoot } from '@svc/e2e/page-check'
import type { Program } from '@svc/e2e/process'
import { type Server, untilHealthy } from '@svc/e2e/server'
import { addMember, firstSignIn, type Session } from '@svc/e2e/session'
import { makeStage } from '@svc/e2e/stage'
import { until } from '@svc/e2e/until'
import { beforeAll, describe, expect, it } from 'vitest'
import { simulateDocker } from './simulated-docker.ts'

const stage = makeStage()
let server: Server
let admin: Session
let member: Session
let daemon: TestDaemon
let host: { readonly id: string; start(): Program }
let agent: Program

const idle = 'while true; do sleep 1; done'
const counting = 'n=0; while true; do n=$((n+1)); echo "line $n"; sleep 0.2; done'
const alert = "printf '\\033[31mred alert\\033[0m\\n'; echo 'to stderr' >&2"
const colored = `n=0; while true; do n=$((n+1)); echo "line $n"; [ $((n%10)) = 1 ] && { ${alert}; }; sleep 0.2; done`

/** Ten containers, as two compose projects and some others would start them. */
const shop = (service: string, script = idle, more: object = {}) => composed('shop', service, script, more)
const composed = (project: string, service: string, script: string, more: object) => ({
  name: `${project}-${service}-1`,
  script,
  labels: { 'com.docker.compose.project': project, 'com.docker.compose.service': service },
  ...more,
})
const all = [
  shop('db', idle, { env: ['DB_PASSWORD=hunter2'], host: { Binds: ['shop_data:/data'] } }),
  shop('web', colored),
  shop('cache'),
  shop('worker', 'trap "exit 0" TERM; while true; do sleep 0.1; done'),
  shop('job', 'exit 3'),
  composed('metrics', 'prometheus', idle, {}),
  composed('metrics', 'grafana', idle, {}),
  composed('metrics', 'loki', idle, {}),
  { name: 'lonely', script: idle },
  { name: 'done', script: 'true' },
]

beforeAll(async () => {
  daemon = await startTestDaemon()
  stage.later(daemon.close)
  for (const container of all) await daemon.run(container)
  server = await stage.server()
  admin = await firstSignIn(server)
  member = await addMember(server.url, admin)
  const { server_id: id, enrollment } = await onboard(admin, 'dock')
  const directory = stage.directory()
  const config = { docker: { socket: daemon.socket }, capabilities: { allow: ['docker'] } }
  host = { id, start: () => stage.agent({ serverUrl: server.url, code: enrollment.code, directory, config }) }
  agent = host.start()
  await agent.line(/"connected"/)
  const features = async () => (await admin.get<{ features: string[] }>(`/api/servers/${id}`)).features
  await until('the daemon to be found', async () => (await features()).includes('docker_extras'))
})

/** The tab of the host. */
async function open(search = '', options: Partial<TabOptions> = {}) {
  const tab = await stage.tab({ url: server.url, session: admin, ...options })
  await tab.page.goto(`/servers/${host.id}?tab=docker${search}`)
  return tab
}

const row = (page: Page, name: string): Locator => page.getByRole('row').filter({ hasText: name })
const stateOf = (page: Page, name: string, text: string | RegExp) =>
  row(page, name).getByText(text).filter({ visible: true }).waitFor()

/** Chooses an action in the menu of a container. */
async function choose(page: Page, name: string, action: string) {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

/** Answers the question of an action. */
async function confirm(
  page: Page,
  action: string,
  fill: (dialog: Locator) => Promise<unknown> = async () => undefined,
) {
  const dialog = page.getByRole('dialog')
  await fill(dialog)
  await dialog.getByRole('button', { name: action, exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
}

/** What was audited under this name, newest first. */
const auditOf = async (action: string): Promise<Record<string, unknown>[]> => {
  const { entries } = await admin.get<{ entries: { detail: string }[] }>(`/api/audit-logs?action=${action}`)
  return entries.map(({ detail }) => JSON.parse(detail))
}

describe('the containers of a host', () => {
  it('are grouped by compose project, with live statistics, counts, search and filters', async () => {
    const tab = await open()
    const { page } = tab
    await row(page, 'shop-web-1').waitFor()
    const headings = page.locator('th[scope=rowgroup]')
    expect(await headings.allInnerTexts()).toEqual([
      expect.stringMatching(/metrics\s+3 of 3 running/),
      expect.stringMatching(/shop\s+4 of 5 running/),
      expect.stringMatching(/Other containers\s+1 of 2 running/),
    ])
    await stateOf(page, 'shop-job-1', 'Exited (3)')
    const cells = row(page, 'shop-web-1').locator('td')
    await expect.poll(() => cells.nth(1).innerText()).toMatch(/%/)
    await expect.poll(() => cells.nth(2).innerText()).toMatch(/(K|M)iB/)
    await expect.poll(() => cells.nth(3).innerText()).toMatch(/↓ .*\/s\s+↑ .*\/s/)
    await page.getByText('8 / 10').waitFor()
    await page.getByText('1 with problems').waitFor()

    await page.getByLabel('Search containers').fill('shop w')
    await row(page, 'shop-db-1').waitFor({ state: 'detached' })
    expect(await page.locator('[data-row]').count()).toBe(2)
    await page.getByLabel('Search containers').fill('')
    await page.getByText('Stopped 2').click()
    await row(page, 'shop-db-1').waitFor({ state: 'detached' })
    expect(await page.locator('[data-row]').allInnerTexts()).toEqual(['shop-job-1', 'done'])
    await page.getByText('All 10').click()

    await page.getByRole('button', { name: 'Group by compose project' }).click()
    await headings.first().waitFor({ state: 'detached' })
    const byName = page.getByRole('columnheader', { name: 'Container' })
    await byName.getByRole('button').click()
    await expect.poll(() => page.locator('[data-row]').first().innerText()).toBe('shop-worker-1')
    expect(new URL(page.url()).searchParams.get('sort')).toBe('-name')
    await page.locator('[data-row]').first().focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByRole('heading', { name: 'shop-web-1' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('shop-web-1')
    await page.getByRole('button', { name: 'Group by compose project' }).click()
    await checkPage(tab, { name: 'docker-real' })
  })

  it('are described in detail, with the environment masked until an admin asks for it', async () => {
    const { page } = await open()
    await page.getByRole('button', { name: 'shop-db-1', exact: true }).click()
    const drawer = page.getByRole('dialog')
    await drawer.getByRole('listitem').filter({ hasText: '/data' }).getByText('volume · shop_data').waitFor()
    await drawer.getByText('bb:1').first().waitFor()
    await drawer.getByRole('tab', { name: 'Inspect' }).click()
    await drawer.getByText('DB_PASSWORD').waitFor()
    expect(await drawer.innerText()).not.toContain('hunter2')
    await drawer.getByRole('button', { name: 'Show values' }).click()
    await drawer.getByText('hunter2').waitFor()
    await until('the audit entry', async () => (await auditOf('docker_env_revealed')).length === 1)
    await drawer.getByRole('button', { name: 'Hide values' }).click()
    expect(await drawer.innerText()).not.toContain('hunter2')
    expect(await violations(page)).toEqual([])

    await page.goto(`/servers/${host.id}/docker?container=shop-job-1`)
    await drawer.getByText('Exit code 3').waitFor()
    await drawer.getByText('The process reported an error').waitFor()
  })
})

describe('actions', () => {
  const doneSince = async (count: number) => (await auditOf('docker_container_action')).length > count

  it('stop, start, restart, pause, resume and kill a container; the daemon says how it went', async () => {
    const { page } = await open()
    await stateOf(page, 'shop-worker-1', 'Running')
    await choose(page, 'shop-worker-1', 'Stop')
    await confirm(page, 'Stop', async (dialog) => {
      await dialog.getByLabel('Grace period (seconds)').fill('x')
      await dialog.getByText('Enter a whole number from 0 to 300').waitFor()
      await dialog.getByLabel('Grace period (seconds)').fill('20')
    })
    await page.getByText('shop-worker-1 stopped (exit code 0)').waitFor()
    await stateOf(page, 'shop-worker-1', 'Exited')
    await choose(page, 'shop-worker-1', 'Start')
    await page.getByText('shop-worker-1 started').waitFor()
    await stateOf(page, 'shop-worker-1', 'Running')
    await choose(page, 'shop-worker-1', 'Pause')
    await stateOf(page, 'shop-worker-1', 'Paused')
    await choose(page, 'shop-worker-1', 'Resume')
    await stateOf(page, 'shop-worker-1', 'Running')
    await choose(page, 'shop-worker-1', 'Restart')
    await confirm(page, 'Restart')
    await page.getByText('shop-worker-1 restarted').waitFor()
    await choose(page, 'shop-worker-1', 'Kill')
    await confirm(page, 'Kill', (dialog) => dialog.getByLabel('Signal').selectOption('SIGKILL'))
    await page.getByText('Signal sent to shop-worker-1').waitFor()
    await stateOf(page, 'shop-worker-1', 'Exited (137)')
    await until('every action to be audited', () => doneSince(5))
    expect((await auditOf('docker_container_action')).map(({ action, outcome }) => [action, outcome])).toEqual(
      ['kill', 'restart', 'unpause', 'pause', 'start', 'stop'].map((action) => [action, 'success']),
    )
  })

  it('remove a container, by force if it runs; what the daemon refuses is shown', async () => {
    const { page } = await open()
    await choose(page, 'lonely', 'Remove')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('A running container can only be removed by force.').waitFor()
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
    expect(await violations(page)).toEqual([])
    await confirm(page, 'Remove', async () => {
      await dialog.getByLabel(/^Force/).check()
      await dialog.getByLabel(/^Remove anonymous volumes/).check()
    })
    await page.getByText('lonely removed').waitFor()
    await row(page, 'lonely').waitFor({ state: 'detached' })
    expect(await daemon.call('GET', '/containers/lonely/json').catch(String)).toContain('404')

    const id = await daemon.run({ name: 'hurried', script: 'true' })
    // While it runs, its menu has no Start.
    await stateOf(page, 'hurried', 'Exited')
    await page.route('**/action', async (route) => {
      await daemon.call('DELETE', `/containers/${id}?force=1`)
      await route.continue()
    })
    await choose(page, 'hurried', 'Start')
    await page.getByText(/Could not start hurried: .*No such container/).waitFor()
  })
})

describe('the log of a container', () => {
  /** The numbers in the lines that are shown. */
  const numbers = async (drawer: Locator) => {
    const text = await drawer.getByRole('region', { name: 'Log lines' }).innerText()
    return [...text.matchAll(/line (\d+)/g)].map(([, number]) => Number(number))
  }
  const isGapless = (found: readonly number[]) => found.every((number, index) => number === (found[0] ?? 0) + index)

  it('is followed with colors, searched and downloaded', async () => {
    const tab = await open('&container=shop-web-1&panel=logs')
    const { page } = tab
    const drawer = page.getByRole('dialog')
    await drawer.getByText('red alert').first().waitFor()
    expect(await drawer.getByText('red alert').first().getAttribute('class')).toBe('text-danger')
    await drawer.getByText('stderr: ').first().waitFor({ state: 'attached' })
    await drawer.getByText('Live', { exact: true }).waitFor()
    const before = (await numbers(drawer)).length
    await until('more lines', async () => (await numbers(drawer)).length > before + 3)
    expect(isGapless(await numbers(drawer))).toBe(true)
    await drawer.getByLabel('Search logs').fill('ALERT')
    await drawer.getByText(/^\d+ of \d+ lines$/).waitFor()
    expect(await drawer.locator('mark').first().innerText()).toBe('alert')
    const download = page.waitForEvent('download')
    await drawer.getByRole('button', { name: 'Download' }).click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(/shop-web-1.*\.log$/)
    expect(readFileSync(await file.path(), 'utf8')).toMatch(/^(20\d\d-\S+Z red alert\n)+$/)
    await drawer.getByLabel('Search logs').fill('')
    await drawer.getByRole('switch', { name: 'Follow' }).click()
    await drawer.getByRole('button', { name: 'Latest lines' }).click()
    expect(await drawer.getByRole('switch', { name: 'Follow' }).getAttribute('aria-checked')).toBe('true')
    await checkPage(tab, { name: 'docker-real-logs' })
  })

  it('ends with the container and continues with it, each line once', async () => {
    await daemon.run({ name: 'talker', script: counting })
    const { page } = await open('&container=talker&panel=logs')
    const drawer = page.getByRole('dialog')
    await until('some lines', async () => (await numbers(drawer)).length > 3)
    await daemon.call('POST', '/containers/talker/kill')
    await drawer.getByText('Ended', { exact: true }).waitFor()
    const first = await numbers(drawer)
    await daemon.call('POST', '/containers/talker/start')
    await until('the lines of the next start', async () => (await numbers(drawer)).length > first.length + 3)
    const found = await numbers(drawer)
    expect(found.filter((number) => number === 1)).toHaveLength(2)
    const start = found.lastIndexOf(1)
    expect(isGapless(found.slice(0, start)) && isGapless(found.slice(start))).toBe(true)
    await daemon.call('DELETE', '/containers/talker?force=1')
    await drawer.getByText('This container no longer exists').waitFor()
  })
})

describe('what else the daemon has', () => {
  it('events, images, networks and volumes', async () => {
    const { page } = await open('&view=events')
    const events = page.getByRole('listitem')
    await daemon.run({ name: 'visitor', script: 'exit 4' })
    await events.filter({ hasText: 'visitor' }).filter({ hasText: 'exit code 4' }).waitFor()
    await page.getByText('Images', { exact: true }).click()
    await page.getByRole('cell', { name: /^bb:1/ }).waitFor()
    await page.getByText('Networks', { exact: true }).click()
    await page.getByRole('row', { name: /none/ }).waitFor()
    await page.getByText('Volumes', { exact: true }).click()
    await page.getByRole('row', { name: /shop_data.*shop-db-1/ }).waitFor()
    await daemon.call('DELETE', '/containers/visitor?force=1')
  })
})

it('a monitor knows whether a container runs', async () => {
  const check = async (target: string, config: object = {}) => {
    const config_json = { server_id: host.id, ...config }
    const input = { name: target, monitor_type: 'docker', target, config_json, enabled: false }
    const { id } = await admin.send<{ id: string }>('POST', '/api/service-monitors', input)
    return admin.send('POST', `/api/service-monitors/${id}/check`)
  }
  expect(await check('metrics-loki-1')).toMatchObject({ success: true, detail: { state: 'running' } })
  expect(await check('metrics-loki-1', { healthy: true })).toMatchObject({ error: 'the container has no health check' })
  expect(await check('done')).toMatchObject({ success: false, error: 'the container is exited' })
  expect(await check('nothing')).toMatchObject({ success: false, error: 'the container does not exist' })
})

it('a member sees all of it, but cannot act, read logs or see values', async () => {
  const { page, problems } = await open('', { session: member })
  await stateOf(page, 'shop-web-1', 'Running')
  expect(await page.getByRole('button', { name: /^Actions for/ }).count()).toBe(0)
  await page.getByRole('button', { name: 'shop-db-1', exact: true }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('tab', { name: 'Inspect' }).click()
  await drawer.getByText('Only administrators can see the values.').waitFor()
  expect(await drawer.getByRole('tab').allInnerTexts()).toEqual(['Overview', 'Inspect'])
  expect(await drawer.getByRole('button', { name: /^(Show values|Stop|Remove)$/ }).count()).toBe(0)
  expect(problems).toEqual([])
})

describe('the widgets', () => {
  it('show the containers of a server and one value, and link to them', async () => {
    const id = await boardOf(admin, 'Docker', [])
    const { page } = await stage.tab({ url: server.url, session: admin })
    await page.setViewportSize({ width: 1280, height: 1400 })
    await page.goto(`/dashboards?board=${id}`)
    await editBoard(page)
    await addWidget(page, /^Containers/, 'List', (form) =>
      form.getByLabel('Server', { exact: true }).selectOption('dock'),
    )
    await addWidget(page, /^Docker stat/, 'Failing', async (form) => {
      await form.getByLabel('Server', { exact: true }).selectOption('dock')
      await form.getByLabel('Value', { exact: true }).selectOption('Stopped containers')
    })
    await saveBoard(page)
    const list = widgetOf(page, 'List')
    await list.getByRole('listitem').filter({ hasText: 'shop-web-1' }).getByText(/iB$/).waitFor()
    await widgetOf(page, 'Failing')
      .getByText(/^[1-9]$/)
      .waitFor()
    expect(await violations(page)).toEqual([])
    await shoot(page, 'docker-widgets')
    await list.getByRole('link', { name: 'shop-web-1' }).click()
    await page.getByRole('dialog').getByRole('heading', { name: 'shop-web-1' }).waitFor()
  })
})

describe('a host with 200 containers', () => {
  it('shows all of them, and new values only where somebody looks', async () => {
    const many = Array.from({ length: 200 }, (_, index) => `web-${String(index).padStart(3, '0')}`)
    const docker = await simulateDocker(server.url, admin, 'busy', many)
    stage.later(docker.close)
    const { page, problems } = await stage.tab({ url: server.url, session: admin })
    await page.goto(`/servers/${docker.id}?tab=docker`)
    await page.locator('[data-row]').nth(199).waitFor({ state: 'attached' })
    const cpuOf = (name: string) => row(page, name).locator('td').nth(1)
    const changes = async (name: string) => {
      const before = await cpuOf(name).textContent()
      await expect.poll(() => cpuOf(name).textContent()).not.toBe(before)
    }
    await expect.poll(() => cpuOf('web-000').innerText()).toMatch(/%/)
    // It shows a value already if the first statistics came before the first rows were rendered.
    const far = await cpuOf('web-199').textContent()
    await changes('web-000')
    await changes('web-000')
    expect(await cpuOf('web-199').textContent()).toBe(far)
    await page.locator('[data-row]').nth(199).scrollIntoViewIfNeeded()
    await expect.poll(() => cpuOf('web-199').innerText()).toMatch(/%/)
    await changes('web-199')
    expect(problems).toEqual([])
  })
})

describe('when something is killed', () => {
  it('the daemon: a notice says what to do, and the containers come back with it', { timeout: 240_000 }, async () => {
    const { page } = await open()
    await stateOf(page, 'shop-web-1', 'Running')
    await daemon.kill()
    await page.getByText('Docker is not reachable on this host').waitFor()
    await page.getByText(/^The agent reports: \S/).waitFor()
    await page.getByText('systemctl status docker').waitFor()
    await page.getByText('Stored events from before the connection was lost.').waitFor()
    expect(await violations(page)).toEqual([])
    await shoot(page, 'docker-unreachable')
    const tabs = page.getByRole('tab', { name: 'Docker' })
    expect(await tabs.count()).toBe(1)
    await page.getByRole('tab', { name: 'Metrics' }).click()
    await tabs.waitFor({ state: 'detached' })
    await daemon.restart()
    await tabs.click()
    await row(page, 'shop-web-1').waitFor()
  })

  it('the agent: stored events stay, and the containers come back with it', async () => {
    const { page } = await open()
    const witness = page.getByRole('button', { name: 'witness', exact: true })
    await row(page, 'shop-web-1').waitFor()
    await daemon.run({ name: 'witness', script: 'true' })
    await witness.waitFor()
    // the list of containers may be ahead of the events
    const stored = () => admin.get<{ events: object[] }>(`/api/servers/${host.id}/docker/events?limit=1000`)
    const started = expect.objectContaining({ action: 'start', actor_name: 'witness' })
    await expect.poll(async () => (await stored()).events).toContainEqual(started)
    agent.kill('SIGKILL')
    await agent.exited
    await page.getByText('The server is offline').waitFor()
    await page.getByRole('listitem').filter({ hasText: 'witness' }).filter({ hasText: 'started' }).waitFor()
    await shoot(page, 'docker-offline')
    agent = host.start()
    await agent.line(/"connected"/)
    await row(page, 'shop-web-1').waitFor()
  })

  it('the server: list and log continue by themselves, each line once', { timeout: 240_000 }, async () => {
    await daemon.run({ name: 'steady', script: counting })
    const { page } = await open('&container=steady&panel=logs')
    const drawer = page.getByRole('dialog')
    const lines = drawer.getByRole('region', { name: 'Log lines' })
    const numbers = async () => [...(await lines.innerText()).matchAll(/line (\d+)/g)].map(([, n]) => Number(n))
    await until('some lines', async () => (await numbers()).length > 3)
    server.kill('SIGKILL')
    await server.exited
    await drawer.getByText('Connection lost, reconnecting…').waitFor()
    const before = (await numbers()).length
    server = await stage.launch({ directory: join(server.dataDir, '..'), port: Number(new URL(server.url).port) })
    await untilHealthy(server)
    await until('more lines', async () => (await numbers()).length > before + 3)
    const found = await numbers()
    expect(found).toEqual(found.map((_, index) => (found[0] ?? 0) + index))
  })
})
