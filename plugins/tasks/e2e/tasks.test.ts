import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Page, sizes, violations } from '@svc/e2e/browser'
import { makeClock } from '@svc/e2e/clock'
import { onboard } from '@svc/e2e/enrol'
import { checkPage } from '@svc/e2e/page-check'
import { cleanEnv, type Program, repository, run } from '@svc/e2e/process'
import type { Server } from '@svc/e2e/server'
import { firstSignIn, type Session } from '@svc/e2e/session'
import { makeStage } from '@svc/e2e/stage'
import { until } from '@svc/e2e/until'
import { beforeAll, describe, expect, it } from 'vitest'

interface Run {
  readonly state: string
  readonly finished_at: string | null
  readonly servers: readonly { readonly exit_code: number | null; readonly end: string | null }[]
}

const stage = makeStage()
const place = { directory: stage.directory(), port: 0 }
/** Of the agent whose grant expires. */
const clock = makeClock(stage.directory())
let server: Server
let admin: Session
let folder: string
let web: Host
let closed: Host

interface Host {
  readonly id: string
  readonly agent: Program
  /** Starts the agent again after it was killed. */
  restart(): Promise<Program>
  /** Runs `svc-agent` on the host. */
  type(...args: string[]): Promise<void>
}

async function enrolled(name: string, { args = [] as string[], env = {} } = {}): Promise<Host> {
  const { server_id: id, enrollment } = await onboard(admin, name)
  const directory = stage.directory()
  const start = async () => {
    const agent = stage.agent({ serverUrl: server.url, code: enrollment.code, directory, args, env })
    await agent.line(/"connected"/)
    return agent
  }
  return {
    id,
    agent: await start(),
    restart: start,
    async type(...typed) {
      const program = join(repository, 'agent/bin/svc-agent.js')
      const config = join(directory, 'agent.toml')
      const command = run([program, ...typed, '--config', config], { cwd: directory, env: cleanEnv(env) })
      expect(await command.exited, command.output()).toMatchObject({ code: 0 })
    },
  }
}

/** Processes of commands that have this variable. */
const marked = (mark: string) =>
  readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/environ`, 'latin1').includes(`TASK_MARK=${mark}`)
    } catch {
      return false
    }
  })
const untilRunning = (mark: string) => until('the command to run', () => marked(mark).length > 0)
const untilGone = (mark: string) => until('the processes of the command to end', () => marked(mark).length === 0)

const create = (input: object) => admin.send<{ id: string }>('POST', '/api/tasks', input)
const lastRun = async (taskId: string) => (await admin.get<Run[]>(`/api/tasks/${taskId}/runs`))[0]
const ended = (taskId: string) =>
  until('the run to end', async () => {
    const last = await lastRun(taskId)
    return last?.finished_at ? last : undefined
  })

async function open(path: string, locale = 'en-US') {
  const tab = await stage.tab({ url: server.url, session: admin, locale })
  await tab.page.goto(path)
  return tab
}

const openOutput = (page: Page, name: string) =>
  page.getByRole('row').filter({ hasText: name }).getByRole('button').click()

beforeAll(async () => {
  server = await stage.server({ directory: place.directory })
  place.port = Number(new URL(server.url).port)
  admin = await firstSignIn(server)
  folder = stage.directory()
  web = await enrolled('web', { args: ['--allow-cap', 'exec'] })
  await enrolled('db', { args: ['--allow-cap', 'exec'] })
  closed = await enrolled('closed', { env: clock.env })
})

it('runs a command on chosen servers and shows its output live, then the result', async () => {
  const tab = await open('/settings/tasks')
  const { page } = tab
  await page.getByRole('button', { name: 'Run command' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Command').fill(`echo one; while [ ! -e ${folder}/go ]; do sleep 0.05; done; echo two`)
  await dialog.getByRole('checkbox', { name: 'web' }).check()
  await dialog.getByRole('checkbox', { name: 'closed' }).check()
  await dialog.getByRole('button', { name: 'Run', exact: true }).click()
  await page.getByRole('row').filter({ hasText: 'closed' }).getByText('Not permitted on this host').waitFor()
  await openOutput(page, 'web')
  const output = page.getByRole('region', { name: 'Output', exact: true })
  await output.getByText('one').waitFor()
  expect(await output.getByText('two').count()).toBe(0)
  writeFileSync(join(folder, 'go'), '')
  await output.getByText('two').waitFor()
  await page.getByRole('dialog').getByText('Exit code 0').waitFor()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByText('1 of 2 succeeded').first().waitFor()
  await checkPage(tab, { name: 'task-matrix' })
})

it('runs a command on the servers selected in the list, and shows what differs between them', async () => {
  const tab = await open('/servers')
  const { page } = tab
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  for (const name of ['web', 'db']) await page.getByLabel(`Select ${name}`).click()
  await page.getByRole('button', { name: 'Run command' }).click()
  const dialog = page.getByRole('dialog')
  expect(await dialog.getByRole('checkbox', { name: 'web' }).isChecked()).toBe(true)
  expect(await dialog.getByRole('checkbox', { name: 'closed' }).isChecked()).toBe(false)
  await dialog.getByLabel('Command').fill('echo "the same"; echo "agent $PPID"; echo end')
  await checkPage(tab, { name: 'task-command' })
  await dialog.getByRole('button', { name: 'Run', exact: true }).click()
  await page.getByText('2 of 2 succeeded').first().waitFor()
  await openOutput(page, 'web')
  await page.getByRole('dialog').getByLabel('Compare with').selectOption('db')
  const difference = page.getByRole('region', { name: 'Difference' })
  await difference.getByText('the same').waitFor()
  const changes = (await difference.locator('pre').allInnerTexts()).map((line) => line.replace(/\d+/, '…'))
  expect(changes).toEqual(['− db', '+ web', '  the same', '− agent …', '+ agent …', '  end'])
  await checkPage(tab, { name: 'task-difference' })
})

it('cancels a running command, whose processes end', async () => {
  const started = join(folder, 'started')
  const stopped = join(folder, 'stopped')
  const command = `trap 'touch ${stopped}; exit' TERM; touch ${started}; while :; do sleep 0.05; done`
  const { id } = await create({ command, server_ids: [web.id] })
  await until('the command to start', () => existsSync(started))
  const { page } = await open(`/settings/tasks/${id}`)
  await page.getByRole('button', { name: 'Cancel run' }).click()
  await page.getByText('Cancelled, 0 of 1 succeeded').waitFor()
  expect(existsSync(stopped)).toBe(true)
})

it('adds a scheduled task, whose schedule is shown in words with the next runs', async () => {
  const tab = await open('/settings/tasks')
  const { page } = tab
  await page.getByRole('button', { name: 'Add task' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Nightly')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await dialog.getByText('Enter a command').waitFor()
  await dialog.getByLabel('Command').fill('uptime')
  await dialog.getByRole('checkbox', { name: 'web' }).check()
  await dialog.getByText('At 03:00').waitFor()
  await dialog.getByText(/Next runs \(UTC\)/).waitFor()
  await checkPage(tab, { name: 'task-form' })
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('heading', { name: 'Nightly' }).waitFor()
  await page.getByText('No runs yet').waitFor()
})

it('speaks Chinese, also about schedules', async () => {
  const tab = await open('/settings/tasks', 'zh-CN')
  const { page } = tab
  await page.getByRole('cell', { name: '在03:00', exact: true }).waitFor()
  await page.getByRole('button', { name: '添加任务' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('后续运行（UTC）').waitFor()
  await checkPage(tab, { name: 'task-form-zh' })
})

describe('a host that does not permit commands', () => {
  it('is shown with the command to type there, which works until it expires', async () => {
    const tab = await open('/settings/tasks')
    const { page } = tab
    const { id } = await create({ command: 'TASK_MARK=granted sleep 1000', server_ids: [closed.id] })
    await page.goto(`/settings/tasks/${id}`)
    await openOutput(page, 'closed')
    await page.getByText('sudo svc-agent grant exec --for 30m').waitFor()
    await checkPage(tab, { name: 'task-denied' })
    await page.keyboard.press('Escape')
    const runAgain = async () => {
      await closed.type('grant', 'exec', '--for', '30m')
      await until('the grant to reach the server', async () => {
        const { temporary } = await admin.get<{ temporary: readonly object[] }>(`/api/servers/${closed.id}`)
        return temporary.length > 0
      })
      await page.getByRole('button', { name: 'Run again' }).click()
      await untilRunning('granted')
    }
    await runAgain()
    await closed.type('revoke', 'exec')
    await untilGone('granted')
    await until('the result', async () => (await lastRun(id))?.servers[0]?.end === 'cancelled')
    await runAgain()
    // The agent loses its connection as well, so that the result is lost with the plugin.
    await clock.forward(31 * 60_000, [closed.agent], 31 * 60_000)
    await untilGone('granted')
    expect(await ended(id)).toMatchObject({ servers: [{ exit_code: -2, end: 'denied' }] })
  })
})

describe('an alert rule', () => {
  const openRule = async () => {
    const tab = await open('/settings/alerts')
    await tab.page.getByRole('button', { name: 'Add rule' }).click()
    const rule = tab.page.getByRole('dialog', { name: 'Add alert rule' })
    await rule.getByRole('button', { name: 'Server offline' }).click()
    return { ...tab, rule }
  }

  /** The server restarts and refuses connections for a moment. */
  const enable = async (enabled: boolean) => {
    await admin.send('PUT', '/api/plugins/tasks', { enabled })
    await until('the plugin to change', async () => {
      const plugins = await admin.get<{ id: string; state: string }[]>('/api/plugins').catch(() => [])
      return plugins.find(({ id }) => id === 'tasks')?.state === (enabled ? 'running' : 'disabled')
    })
  }

  it('is given the tasks that it runs', async () => {
    const { id } = await create({ name: 'Fail over', command: 'true', server_ids: [web.id], alert_trigger: 'targets' })
    const tab = await openRule()
    const { page, rule, problems } = tab
    const add = rule.getByLabel('Tasks to run when it fires: Add task')
    await add.selectOption('Fail over')
    await rule.getByText('runs on its targets').waitFor()
    expect(await rule.getByLabel('Tasks to run when it recovers: Add task').locator('option').allInnerTexts()).toEqual([
      'Add task',
      'Fail over',
    ])
    await rule.getByText('Summary').scrollIntoViewIfNeeded()
    await checkPage(tab, { name: 'rule-tasks' })
    await page.setViewportSize(sizes.wide)
    await rule.getByRole('button', { name: 'Add', exact: true }).click()
    const row = page.getByRole('row', { name: /Server offline.*Runs Fail over/ })
    await row.waitFor()
    const rules = await admin.get<{ fail_trigger_tasks: string | null }[]>('/api/alert-rules')
    expect(rules.map(({ fail_trigger_tasks }) => fail_trigger_tasks)).toEqual([JSON.stringify([id])])
    await admin.send('PUT', `/api/tasks/${id}`, { alert_trigger: 'off' })
    await page.reload()
    await page.getByRole('button', { name: 'Edit Server offline' }).click()
    const edited = page.getByRole('dialog', { name: 'Edit alert rule' })
    await edited.getByText('Unavailable task').waitFor()
    await edited.getByText('No task may be run by alerts.').first().waitFor()
    await edited.getByRole('button', { name: 'Remove Unavailable task' }).click()
    await edited.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('row', { name: /Runs/ }).waitFor({ state: 'detached' })
    expect(problems).toEqual([])
  })

  it('has no tasks while the plugin is disabled', async () => {
    await enable(false)
    const { rule, problems } = await openRule()
    await rule.getByText(/Offline.*on all servers/).waitFor()
    expect(await rule.getByText('Tasks to run').count()).toBe(0)
    expect(problems).toEqual([])
    await enable(true)
    const answers = async () => {
      const { id } = await create({ command: 'true', server_ids: [web.id] })
      return (await ended(id)).servers[0]?.exit_code === 0
    }
    await until('the agent to return', answers)
  })
})

describe('kill -9', () => {
  it('of the agent ends its commands, and the run without an answer', async () => {
    const { id } = await create({ command: 'TASK_MARK=orphan sleep 1000', server_ids: [web.id], timeout: 3 })
    await untilRunning('orphan')
    web.agent.kill('SIGKILL')
    await untilGone('orphan')
    expect(await ended(id)).toMatchObject({ state: 'finished', servers: [{ exit_code: -4, end: 'no_answer' }] })
    web = { ...web, agent: await web.restart() }
  })

  it('of the server interrupts the run; the command goes on, its result arrives, and nothing runs twice', async () => {
    const [count, go] = [join(folder, 'count'), join(folder, 'finish')]
    const command = `echo x >> ${count}; while [ ! -e ${go} ]; do TASK_MARK=survivor sleep 0.05; done; echo done`
    const { id } = await create({ command, server_ids: [web.id] })
    await until('the command to run', () => existsSync(count))
    server.kill('SIGKILL')
    await server.exited
    server = await stage.server(place)
    expect(await lastRun(id)).toMatchObject({ state: 'interrupted', servers: [{ exit_code: -4, end: 'interrupted' }] })
    const { page } = await open(`/settings/tasks/${id}`)
    await page.getByText('Interrupted, 0 of 1 succeeded').waitFor()
    writeFileSync(go, '')
    await page.getByText('Interrupted, 1 of 1 succeeded').waitFor()
    expect(readFileSync(count, 'utf8')).toBe('x\n')
    await untilGone('survivor')
  })
})
