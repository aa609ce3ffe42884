import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { boardOf, widgetOf } from '@svc/e2e/board-page'
import { violations } from '@svc/e2e/browser'
import { onboard } from '@svc/e2e/enrol'
import { firstSignIn } from '@svc/e2e/session'
import { makeStage } from '@svc/e2e/stage'
import { expect, it } from 'vitest'

const stage = makeStage()

it('a number of a file on the host is a chart on the page of its server, and rules can watch it', async () => {
  const server = await stage.server()
  const admin = await firstSignIn(server)
  const { server_id: id, enrollment } = await onboard(admin, 'web-1')
  const directory = stage.directory()
  writeFileSync(join(directory, 'depth'), '42\n')
  writeFileSync(
    join(directory, 'agent.toml'),
    [
      `server_url = "${server.url}"`,
      `enrollment_code = "${enrollment.code}"`,
      `state_dir = "${directory}/state"`,
      '[[figures.collectors]]',
      'name = "queue_depth"',
      `file = "${directory}/depth"`,
      'unit = "jobs"',
      'interval = 5',
      'timeout = 5',
    ].join('\n'),
    { mode: 0o600 },
  )
  const agent = stage.agent({ serverUrl: server.url, directory })
  await agent.line(/"connected"/)

  const { page, problems } = await stage.tab({ url: server.url, session: admin })
  await page.goto(`/servers/${id}?tab=figures`)
  const tab = page.getByRole('tabpanel')
  await tab.getByText('queue_depth').first().waitFor()
  await tab.getByText('42 jobs').waitFor()
  await tab.getByText('7 days').click()
  await tab.getByText('42 jobs').waitFor()

  const widget = (title: string, name: string, grid_x: number) => ({
    ...{ widget_type: 'custom-metric', title, config: { server_id: id, name, hours: 1 } },
    ...{ grid_x, grid_y: 0, grid_w: 6, grid_h: 4 },
  })
  const board = await boardOf(admin, 'Queues', [widget('Queue', 'queue_depth', 0), widget('Other', 'rows', 6)])
  await page.goto(`/dashboards?board=${board}`)
  await widgetOf(page, 'Queue').getByText('42 jobs').first().waitFor()
  await widgetOf(page, 'Other').getByText('It reports: queue_depth').waitFor()
  expect(await violations(page)).toEqual([])
  expect(problems).toEqual([])

  const { text } = await admin.call('GET', '/api/alert-rule-types')
  expect(text).toContain('"type":"figure"')
})
