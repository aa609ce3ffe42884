import { setTimeout as pause } from 'node:timers/promises'
import { addWidget, boardOf, editBoard, saveBoard, widgetOf } from '@svc/e2e/board-page'
import { type Page, violations } from '@svc/e2e/browser'
import { cloudflare, mostTargets, type ProbingAgent, probingAgent, tokyo } from '@svc/e2e/probing-agent'
import { until } from '@svc/e2e/until'
import { admin, server, withServer } from '@svc/e2e/with-server'
import { afterEach, describe, expect, it } from 'vitest'

const stage = withServer()

const seriesPath = (id: string) => {
  const at = (ms: number) => new Date(Date.now() + ms).toISOString()
  return `/api/ping-tasks/${id}/series?from=${at(-3_600_000)}&to=${at(60_000)}`
}

const probing = (name: string, targets?: readonly string[]) => probingAgent({ stage, server, admin }, name, targets)

const problems: string[] = []
afterEach(() => expect(problems.splice(0)).toEqual([]))

async function open(path: string): Promise<Page> {
  const tab = await stage.tab({ url: server.url, session: admin })
  stage.later(() => problems.push(...tab.problems))
  // Widgets load when they become visible.
  await tab.page.setViewportSize({ width: 1280, height: 1800 })
  await tab.page.goto(path)
  return tab.page
}

/** The three widgets of a server in the API format. */
const widgetsOf = (server_id: string, hours = 0) =>
  [
    ['network-latency', 'Lines', { server_id, hours }, 6],
    ['network-quality', 'Targets', { server_id }, 3],
    ['network-overview', 'Fleet', { server_ids: [server_id] }, 4],
  ].map(([widget_type, title, config, grid_w], at) => ({
    ...{ widget_type, title, config, grid_w },
    ...{ grid_x: 0, grid_y: at * 4, grid_h: 4 },
  }))

const openBoardOf = async ({ id }: ProbingAgent, hours?: number) =>
  open(`/dashboards?board=${await boardOf(admin, `Of ${id}`, widgetsOf(id, hours))}`)

const rowOf = (page: Page, title: string, name: string) =>
  widgetOf(page, title).getByRole('listitem').filter({ hasText: name })

describe('the network widgets', () => {
  it('are added on the page and update live', async () => {
    const agent = await probing('edge-1')
    const other = await probing('edge-2', [tokyo])
    agent.round({ [cloudflare]: 11, [tokyo]: 210 })
    other.round({ [tokyo]: 12 })
    const id = await boardOf(admin, 'Networks', [])
    const page = await open(`/dashboards?board=${id}`)
    await editBoard(page)
    await addWidget(page, /^Latency\s*Latency of/, 'Lines', (form) =>
      form.getByLabel('Server', { exact: true }).selectOption('edge-1'),
    )
    await addWidget(page, /^Network targets/, 'Targets', (form) =>
      form.getByLabel('Server', { exact: true }).selectOption('edge-1'),
    )
    await addWidget(page, /^Network overview/, 'Fleet', (form) => form.getByLabel('edge-1', { exact: true }).check())
    await saveBoard(page)

    const lines = widgetOf(page, 'Lines')
    await lines.getByRole('figure', { name: 'Latency, edge-1' }).waitFor()
    await lines.getByText('Average 111 ms · loss 0%').waitFor()
    await lines.getByRole('button', { name: 'AWS Tokyo' }).waitFor()
    await rowOf(page, 'Targets', 'Cloudflare').getByText('11 ms').waitFor()
    await rowOf(page, 'Targets', 'Tibet Mobile').getByText('No data yet').waitFor()
    await rowOf(page, 'Fleet', 'edge-1').getByText('111 ms').waitFor()
    expect(await rowOf(page, 'Fleet', 'edge-2').count()).toBe(0)

    // Rounds have a resolution of one second.
    await pause(1100)
    agent.round({ [cloudflare]: null, [tokyo]: 230 })
    await rowOf(page, 'Targets', 'Cloudflare').getByText('unreachable').waitFor()
    await rowOf(page, 'Targets', 'AWS Tokyo').getByText('230 ms').waitFor()
    await lines.getByText('Average 150 ms · loss 25%').waitFor()
    const row = rowOf(page, 'Fleet', 'edge-1')
    await row.getByText('Severe').waitFor({ state: 'attached' })
    await row.getByText('Cloudflare').waitFor()
    await row.getByText('50% packet loss').waitFor()
    expect(await violations(page)).toEqual([])

    await row.getByRole('link', { name: 'edge-1' }).click()
    await page.waitForURL(`**/servers/${agent.id}?tab=network`)
  })

  it('show stored rounds, and the name of the only target', async () => {
    const agent = await probing('stored', [cloudflare])
    agent.round({ [cloudflare]: 15 }, 25)
    agent.round({ [cloudflare]: 15 })
    const page = await openBoardOf(agent, 1)
    const lines = widgetOf(page, 'Lines')
    await lines.getByRole('figure', { name: 'Latency to Cloudflare, stored' }).waitFor()
    await lines.getByText('Latency to Cloudflare').first().waitFor()
    await lines.getByText('Average 15 ms · loss 0%').waitFor()
    await lines.getByRole('link', { name: 'stored' }).click()
    await page.waitForURL(`**/servers/${agent.id}?tab=network&range=1h`)
  })

  it('leave room for the chart with any number of targets', async () => {
    const agent = await probing('crowded', mostTargets)
    agent.round(Object.fromEntries(mostTargets.map((target, at) => [target, 10 + at])))
    const place = { grid_x: 0, grid_y: 0, grid_w: 4, grid_h: 3 }
    const least = { widget_type: 'network-latency', title: 'Lines', config: { server_id: agent.id }, ...place }
    const page = await open(`/dashboards?board=${await boardOf(admin, 'Crowded', [least])}`)
    const lines = widgetOf(page, 'Lines')
    await lines.getByRole('list', { name: 'Legend' }).getByRole('button').nth(19).waitFor()
    const room = await lines.boundingBox()
    // The legend is hidden once the height of the widget is known.
    await expect.poll(async () => (await lines.getByRole('slider').boundingBox())?.height).toBeGreaterThan(80)
    const plot = await lines.getByRole('slider').boundingBox()
    expect((plot?.y ?? 0) + (plot?.height ?? 0)).toBeLessThanOrEqual((room?.y ?? 0) + (room?.height ?? 0))
    expect(await violations(page)).toEqual([])
  })

  it('announce the first round', async () => {
    const page = await openBoardOf(await probing('fresh', [cloudflare]))
    await widgetOf(page, 'Lines').getByText('Rounds run every 1m').waitFor()
    await rowOf(page, 'Targets', 'Cloudflare').getByText('No data yet').waitFor()
    await rowOf(page, 'Fleet', 'fresh').getByText('No data').first().waitFor({ state: 'attached' })
  })

  it('link to the settings if there are no targets', async () => {
    const agent = await probing('bare', [])
    const page = await openBoardOf(agent)
    for (const title of ['Lines', 'Targets']) await widgetOf(page, title).getByText('bare has no targets').waitFor()
    await widgetOf(page, 'Fleet').getByText('No targets assigned').waitFor()
    expect(await violations(page)).toEqual([])
    await widgetOf(page, 'Fleet').getByRole('link', { name: 'Open settings' }).waitFor()
    await widgetOf(page, 'Targets').getByRole('link', { name: 'Open network tab' }).click()
    await page.waitForURL(`**/servers/${agent.id}?tab=network`)
  })

  it('show the last measurements of an offline server, and report a deleted one', async () => {
    const agent = await probing('leaving')
    agent.round({ [cloudflare]: 14 })
    const page = await openBoardOf(agent)
    await rowOf(page, 'Targets', 'Cloudflare').getByText('14 ms').waitFor()
    agent.peer.close()
    for (const title of ['Lines', 'Targets']) {
      await widgetOf(page, title)
        .getByText(/^Offline, /)
        .waitFor()
    }
    await rowOf(page, 'Targets', 'Cloudflare').getByText('14 ms').waitFor()
    await widgetOf(page, 'Lines').getByRole('figure').waitFor()
    await rowOf(page, 'Fleet', 'leaving').getByText('Offline').last().waitFor()
    await admin.send('DELETE', `/api/servers/${agent.id}`)
    for (const title of ['Lines', 'Targets']) {
      await widgetOf(page, title).getByText('This server no longer exists').waitFor()
    }
    await widgetOf(page, 'Fleet').getByText('These servers no longer exist').waitFor()
  })
})

describe('the ping tasks page', () => {
  const dialogOf = (page: Page) => page.getByRole('dialog')
  const taskRow = (page: Page, name: string) =>
    page.getByRole('list', { name: 'Ping tasks' }).getByRole('listitem').filter({ hasText: name })

  it('is empty at first; adds a task for selected servers and shows validation errors', async () => {
    const agent = await probing('pinging', [])
    const page = await open('/settings/ping-tasks')
    await page.getByText('No ping tasks yet').waitFor()
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Add ping task' }).click()
    const dialog = dialogOf(page)
    await dialog.getByRole('button', { name: 'Add ping task' }).click()
    await dialog.getByText('Must not be empty').first().waitFor()
    await dialog.getByLabel('Name', { exact: true }).fill('Gateway')
    await dialog.getByLabel('Target', { exact: true }).fill('localhost')
    await dialog.getByText('Selected servers').click()
    await dialog.getByLabel('pinging', { exact: true }).check()
    await dialog.getByRole('button', { name: 'Add ping task' }).click()
    await dialog.getByText('Must not be localhost', { exact: true }).waitFor()
    const target = dialog.getByLabel('Target', { exact: true })
    expect(await target.evaluate((field) => field === document.activeElement)).toBe(true)
    expect(await violations(page)).toEqual([])
    await target.fill('192.0.2.77')
    await dialog.getByRole('button', { name: 'Add ping task' }).click()
    await dialog.waitFor({ state: 'detached' })
    await taskRow(page, 'Gateway').getByText('pinging').waitFor()
    await until('the agent hears of it', async () => {
      const { tasks } = await agent.peer.frame('ping_tasks_sync')
      return (tasks as { target: string }[]).some((task) => task.target === '192.0.2.77')
    })
  })

  it('shows the results with a line per server, kept in the address', async () => {
    const one = await probing('pings-1', [])
    const two = await probing('pings-2', [])
    const { id } = await admin.send<{ id: string }>('POST', '/api/ping-tasks', {
      ...{ name: 'Office', probe_type: 'tcp', target: 'office.example:443' },
      server_ids: [one.id, two.id],
    })
    one.ping(id, 20)
    two.ping(id, 30)
    // Results have a resolution of one second.
    await pause(1100)
    one.ping(id, null)
    two.ping(id, 34)
    const sent = async () => {
      const all = await admin.get<{ points: { sent: number }[] }[]>(seriesPath(id))
      return all.flatMap(({ points }) => points).reduce((sum, point) => sum + point.sent, 0)
    }
    await until('the results', async () => (await sent()) === 4)
    const page = await open('/settings/ping-tasks')
    await taskRow(page, 'Office')
      .getByRole('button', { name: /^Office/ })
      .click()
    const results = page.getByRole('region', { name: 'Results of Office' })
    await results.getByText('1 of 4 pings lost (25%)').waitFor()
    for (const name of ['pings-1', 'pings-2']) await results.getByRole('button', { name }).waitFor()
    expect(await violations(page)).toEqual([])
    await results.getByLabel('Server', { exact: true }).selectOption('pings-2')
    await results.getByText('0 of 2 pings lost (0%)').waitFor()
    await results.getByRole('heading', { name: 'Latency from pings-2' }).waitFor()
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ task: id, server: two.id })
    await page.reload()
    await results.getByText('0 of 2 pings lost (0%)').waitFor()
  })

  it('edits, disables and deletes a task with its results', async () => {
    await admin.send('POST', '/api/ping-tasks', { name: 'Old', probe_type: 'icmp', target: '192.0.2.9' })
    const page = await open('/settings/ping-tasks')
    await page.getByRole('button', { name: 'Edit Old' }).click()
    await dialogOf(page).getByLabel('Interval (seconds)').fill('4')
    await dialogOf(page).getByRole('button', { name: 'Save' }).click()
    await dialogOf(page).getByText('Enter a whole number from 5 to').waitFor()
    await dialogOf(page).getByLabel('Interval (seconds)').fill('300')
    await dialogOf(page).getByRole('button', { name: 'Save' }).click()
    await taskRow(page, 'Old').getByText('every 5m').waitFor()
    await page.getByRole('switch', { name: 'Enable Old' }).click()
    await expect.poll(() => page.getByRole('switch', { name: 'Enable Old' }).getAttribute('aria-checked')).toBe('false')
    await taskRow(page, 'Old').getByRole('button', { name: /^Old/ }).click()
    await page.getByText('This task is disabled').waitFor()
    await page.getByRole('button', { name: 'Delete Old' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete ping task' }).click()
    await taskRow(page, 'Old').waitFor({ state: 'detached' })
    const left = await admin.get<{ name: string }[]>('/api/ping-tasks')
    expect(left.map(({ name }) => name)).not.toContain('Old')
  })
})

it('without the plugin the widgets report that it is disabled', async () => {
  const agent = await probing('without')
  const page = await openBoardOf(agent)
  await rowOf(page, 'Targets', 'Cloudflare').waitFor()
  await admin.call('PUT', '/api/plugins/probes', { enabled: false })
  // The server refuses connections while it restarts.
  await until('the plugin is off', async () => {
    const all = await admin.get<{ id: string; state: string }[]>('/api/plugins').catch(() => [])
    return all.some(({ id, state }) => id === 'probes' && state === 'disabled')
  })
  await page.reload()
  for (const title of ['Lines', 'Targets', 'Fleet']) {
    await widgetOf(page, title).getByText('is disabled or not installed').waitFor()
  }
})
