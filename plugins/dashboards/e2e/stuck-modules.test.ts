import { firstSignIn } from '@svc/e2e/session'
import { makeStage } from '@svc/e2e/stage'
import { countingCode, moduleSource, upload } from '@svc/e2e/widget-module'
import { expect, it } from 'vitest'

const stage = makeStage()

it('a module that blocks while it is imported is blocked after the reload, until the user decides', async () => {
  const server = await stage.server()
  const admin = await firstSignIn(server)
  const stuck = `const end = Date.now() + 600_000; if (!sessionStorage.getItem('free')) while (Date.now() < end);${countingCode('free at last')}`
  await upload(admin, moduleSource({ id: 'org.example.stuck', name: 'Stuck' }, stuck))
  await upload(admin, moduleSource({ id: 'org.example.fine', name: 'Fine' }, countingCode('fine')))
  const { id } = await admin.send<{ id: string }>('POST', '/api/dashboards', { name: 'Stuck' })
  const widget = (name: string, x: number) => ({
    ...{ widget_type: 'module', module_id: `org.example.${name}`, title: name, config: {} },
    ...{ grid_x: x, grid_y: 0, grid_w: 4, grid_h: 3 },
  })
  await admin.send('PUT', `/api/dashboards/${id}`, { widgets: [widget('fine', 0), widget('stuck', 4)] })

  const { page } = await stage.tab({ url: server.url, session: admin, isOwn: true })
  // The state of a tab that was killed while the module was running.
  await page.addInitScript(() => {
    if (sessionStorage.getItem('killed')) return
    sessionStorage.setItem('svc.widgets-loading', JSON.stringify(['module:org.example.stuck']))
    sessionStorage.setItem('killed', 'yes')
  })
  await page.goto(`/dashboards?board=${id}`)
  const held = page.getByRole('region', { name: 'stuck', exact: true })
  await held.getByText('“stuck” may have frozen the page').waitFor()
  await page.reload()
  await held.getByText('“stuck” may have frozen the page').waitFor()
  await page.getByText('fine servers 0').waitFor()

  await page.evaluate(() => sessionStorage.setItem('free', 'yes'))
  await held.getByRole('button', { name: 'Show anyway' }).click()
  await held.getByText('free at last servers 0').waitFor()
  await held.getByRole('button', { name: 'pressed 0' }).waitFor()
  expect(await page.evaluate(() => sessionStorage.getItem('svc.widgets-loading'))).toBeNull()
})

it('a module is recorded before its code runs', async () => {
  const server = await stage.server()
  const admin = await firstSignIn(server)
  const reporter = `const noted = sessionStorage.getItem('svc.widgets-loading');${countingCode('noted').replace("' + config.word", "' + noted + config.word")}`
  await upload(admin, moduleSource({ id: 'org.example.reporter' }, reporter))
  const { id } = await admin.send<{ id: string }>('POST', '/api/dashboards', { name: 'Reporter' })
  const at = { grid_x: 0, grid_y: 0, grid_w: 4, grid_h: 3 }
  const widgets = [{ widget_type: 'module', module_id: 'org.example.reporter', config: {}, ...at }]
  await admin.send('PUT', `/api/dashboards/${id}`, { widgets })
  const { page } = await stage.tab({ url: server.url, session: admin })
  await page.goto(`/dashboards?board=${id}`)
  await page.getByText('["module:org.example.reporter"]').waitFor()
})
