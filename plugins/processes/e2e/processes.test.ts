import { join } from 'node:path'
import { type TabOptions, violations } from '@svc/e2e/browser'
import { driveAgent, systemInfo } from '@svc/e2e/driven-agent'
import { onboard } from '@svc/e2e/enrol'
import { checkPage, shoot } from '@svc/e2e/page-check'
import { type Program, run } from '@svc/e2e/process'
import { type Server, untilHealthy } from '@svc/e2e/server'
import { firstSignIn, type Session } from '@svc/e2e/session'
import { makeStage } from '@svc/e2e/stage'
import { until } from '@svc/e2e/until'
import { beforeAll, describe, expect, it } from 'vitest'

const stage = makeStage()
/** Uses a third of a processor, which leaves the rest to other tests, and as much of one as a busy machine gives. */
const working = `
const never = new Int32Array(new SharedArrayBuffer(4))
for (let next = 20_000; ; next = process.cpuUsage().user + 20_000) {
  while (process.cpuUsage().user < next);
  Atomics.wait(never, 0, 0, 40)
}`
/** The list needs no other optional plugin. */
const config = { plugins: { disabled: ['metrics'] } }
let server: Server
let admin: Session
let host: { id: string; agent: Program; directory: string }
let busy: Program

/** A server with a real agent that says when it looks at processes and when it does not. */
async function enrolled(name: string, args: string[] = ['--allow-cap', 'processes']) {
  const { server_id: id, enrollment } = await onboard(admin, name)
  const directory = stage.directory()
  const env = { SVC_LOG__LEVEL: 'debug' }
  const start = () => stage.agent({ serverUrl: server.url, code: enrollment.code, directory, args, env })
  const agent = start()
  await agent.line(/"connected"/)
  return { id, agent, directory, start }
}

const count = (agent: Program, text: string) => agent.lines.filter((line) => line.includes(text)).length
const isWatching = (agent: Program) =>
  count(agent, 'started sending processes') > count(agent, 'stopped sending processes')
const untilStopped = (agent: Program) => until('the agent to stop looking', () => !isWatching(agent))

/** A server whose agent the test drives: it says what it is told to. */
async function handDriven(name: string) {
  const { id, peer: agent } = await driveAgent({ stage, server, admin }, name)
  agent.send(systemInfo({ agent_local_capabilities: 4095 }))
  await agent.frame('ack')
  const list = (processes: object[]) => agent.send({ type: 'processes', total: 2, processes })
  return { id, agent, list }
}

async function opened(id: string, options: Partial<TabOptions> = {}) {
  const tab = await stage.tab({ url: server.url, session: admin, ...options })
  await tab.page.goto(`/servers/${id}?tab=processes`)
  const section = tab.page.getByRole('tabpanel', { name: /^(Processes|进程)$/ })
  // Rows of a list, not the shapes that stand in for one.
  return { ...tab, section, rows: section.locator('table[aria-busy=false] tbody tr') }
}

beforeAll(async () => {
  server = await stage.server({ config })
  admin = await firstSignIn(server)
  host = await enrolled('watched')
  busy = run(['-e', working], { cwd: stage.directory(), env: {} })
  stage.later(() => busy.kill('SIGKILL'))
})

describe('the processes of a server', () => {
  it('are looked at while the tab is open, and not before or after', async () => {
    const { page, section, rows, problems } = await opened(host.id)
    const row = rows.filter({ hasText: String(busy.pid) })
    await row.waitFor()
    const cells = await row.locator('td').allInnerTexts()
    expect(cells.join('|')).toMatch(/\d+(\.\d)?%.*\d (M|K|G)iB/)
    expect(Number.parseFloat(cells[3] ?? '')).toBeGreaterThan(5)
    expect(await section.getByText(/\d+ of \d+ processes/).count()).toBe(1)
    expect(isWatching(host.agent)).toBe(true)
    expect(await violations(page)).toEqual([])

    const byMemory = section.getByRole('columnheader', { name: 'Memory' })
    expect(await byMemory.getAttribute('aria-sort')).toBe('none')
    await byMemory.getByRole('button').click()
    expect(await byMemory.getAttribute('aria-sort')).toBe('descending')

    await page.getByRole('tab', { name: 'Agent' }).click()
    await untilStopped(host.agent)
    await page.getByRole('tab', { name: 'Processes' }).click()
    await rows.first().waitFor()
    expect(await byMemory.getAttribute('aria-sort')).toBe('descending')
    await page.goto('/servers')
    await untilStopped(host.agent)
    expect(problems).toEqual([])
  })

  it('rest while nobody can see the tab', async () => {
    const { page, rows, context } = await opened(host.id)
    await rows.first().waitFor()
    const turn = (hidden: boolean) =>
      page.evaluate((value) => {
        Object.defineProperty(document, 'hidden', { value, configurable: true })
        document.dispatchEvent(new Event('visibilitychange'))
      }, hidden)
    await turn(true)
    await untilStopped(host.agent)
    await turn(false)
    await until('the agent to look again', () => isWatching(host.agent))
    await context.close()
    await untilStopped(host.agent)
  })

  it('come back by themselves with the agent, and with the server', { timeout: 120_000 }, async () => {
    const { id, agent, start } = await enrolled('moving')
    const { page, rows, section } = await opened(id)
    await rows.first().waitFor()
    await agent.stop()
    await section.getByText('The server is offline').waitFor()
    await shoot(section, 'processes-offline')
    expect(await violations(page)).toEqual([])
    const next = start()
    await rows.first().waitFor()
    await server.stop()
    await untilStopped(next)
    const port = Number(new URL(server.url).port)
    server = await stage.launch({ config, port, directory: join(server.dataDir, '..') })
    await untilHealthy(server)
    await until('the agent to be asked again', () => isWatching(next))
    await rows.first().waitFor()
  })

  it('are not shown where the host does not allow it, with what to do there', async () => {
    const { id, agent } = await enrolled('discreet', [])
    const { page, section, rows } = await opened(id)
    await section.getByText('Not allowed on this host').waitFor()
    await section.getByText('sudo svc-agent grant processes --for 30m').waitFor()
    await shoot(section, 'processes-denied')
    expect(await rows.count()).toBe(0)
    expect(await violations(page)).toEqual([])
    expect(agent.output()).not.toContain('started sending processes')
  })

  it('are what they are, whatever a hostile agent calls them', async () => {
    const { id, agent, list } = await handDriven('hostile')
    list([{ pid: 666, name: 'unasked', cpu: 1, mem: 1 }])
    const { section, rows, problems, context } = await opened(id)
    await agent.frame('processes_start')
    agent.sendRaw('{"type":"processes","total":1,"processes":[{"pid":1,"name":{},"cpu":1,"mem":1}]}')
    list([
      { pid: 1, name: '<img src=x onerror=alert(1)>', user: '\u202Etoor', cpu: 1e300, mem: 1e300, started: 1e15 },
      { pid: 2, name: 'x'.repeat(64), cpu: -1, mem: 0, threads: null },
    ])
    await rows.filter({ hasText: '<img src=x onerror=alert(1)>' }).waitFor()
    expect(await rows.count()).toBe(2)
    expect(await section.innerText()).not.toMatch(/unasked|\u202E/)
    expect(problems).toEqual([])
    await context.close()
    await agent.frame('processes_stop')
  })

  it('stay where they are under the pointer', async () => {
    const { id, agent, list } = await handDriven('steady')
    const { page, section, rows } = await opened(id)
    await agent.frame('processes_start')
    const figures = (first: number, second: number) =>
      list([
        { pid: 1, name: 'first', cpu: first, mem: 1 },
        { pid: 2, name: 'second', cpu: second, mem: 1 },
      ])
    figures(20, 10)
    await rows.last().hover()
    const shows = async (text: string) => {
      figures(30, 40)
      return (await rows.first().innerText()).includes(text)
    }
    await until('new figures', () => shows('30.0%'))
    expect(await rows.first().innerText()).toContain('first')
    await section.getByText('Sorting is paused while the pointer is over the list.').waitFor()
    await page.mouse.move(0, 0)
    await until('the rows to be sorted again', () => shows('second'))
  })
})

describe('the tab', () => {
  it('fits a page, in light and dark, wide and on a phone', async () => {
    const tab = await opened(host.id)
    await tab.rows.first().waitFor()
    const table = tab.section.getByRole('table').locator('..')
    const excess = () => table.evaluate((element) => element.scrollWidth - element.clientWidth)
    await checkPage(tab, {
      ...{ name: 'processes', part: tab.section },
      also: async () => expect(await excess()).toBeLessThanOrEqual(0),
    })
  })

  it('speaks Chinese', async () => {
    const { section, rows } = await opened(host.id, { locale: 'zh-CN' })
    await rows.first().waitFor()
    expect(await section.innerText()).toMatch(/内存[\s\S]*个进程中的/)
  })
})
