import type { Page } from '@svc/e2e/browser'
import { until } from '@svc/e2e/until'
import { moduleSource, upload } from '@svc/e2e/widget-module'
import { admin, server, withServer } from '@svc/e2e/with-server'
import { beforeAll, describe, expect, it } from 'vitest'

const stage = withServer()

let board = ''

const mark = 'svc.widget-rendering'
/** A widget that blocks the page on request, and shows what the tab has recorded meanwhile. */
const busy = (name: string) => `
import { useState } from 'react'
import { jsx, jsxs } from 'react/jsx-runtime'
import { defineWidget, z } from '@svc/widget-sdk'

function Busy() {
  const [until, wait] = useState(0)
  while (Date.now() < until);
  const noted = sessionStorage.getItem('${mark}')
  return jsxs('div', { children: [
    jsx('p', { children: '${name} noted ' + noted }),
    jsx('button', { onClick: () => wait(Date.now() + 1500), children: 'Hold up ${name}' }),
  ] })
}
export default defineWidget({ configSchema: z.object({}), component: Busy })`

const widget = (id: string, x: number) => ({
  ...{ widget_type: 'module', module_id: id, title: id, config: {} },
  ...{ grid_x: x, grid_y: 0, grid_w: 4, grid_h: 3 },
})

beforeAll(async () => {
  for (const name of ['one', 'two']) {
    await upload(admin, moduleSource({ id: `org.example.${name}` }, busy(name)))
  }
  const { id } = await admin.send<{ id: string }>('POST', '/api/dashboards', { name: 'Hanging' })
  board = id
  await admin.send('PUT', `/api/dashboards/${id}`, {
    widgets: [widget('org.example.one', 0), widget('org.example.two', 4)],
  })
})

const region = (page: Page, name: string) => page.getByRole('region', { name: `org.example.${name}`, exact: true })

describe('a widget that blocks the page', () => {
  it('is reported to admins, who can disable it there', async () => {
    const { page, problems } = await stage.tab({ url: server.url, session: admin, isOwn: true })
    await page.goto(`/dashboards?board=${board}`)
    await page.getByRole('button', { name: 'Hold up one' }).click()
    await region(page, 'one')
      .getByText(/^Rendering took [\d,]+ ms/)
      .waitFor()
    expect(
      await region(page, 'two')
        .getByText(/^Rendering took/)
        .count(),
    ).toBe(0)
    await region(page, 'one').getByRole('button', { name: 'Dismiss' }).click()
    await region(page, 'one')
      .getByText(/^Rendering took/)
      .waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Hold up one' }).click()
    await region(page, 'one').getByRole('button', { name: 'Disable module' }).click()
    await region(page, 'one').getByText('is not available').waitFor()
    await admin.send('PUT', '/api/widget-modules/org.example.one', { enabled: true })
    await page.getByRole('button', { name: 'Hold up one' }).waitFor()
    expect(problems).toEqual([])
  })

  it('is recorded while it renders, and not afterwards', async () => {
    const { page } = await stage.tab({ url: server.url, session: admin, isOwn: true })
    await page.goto(`/dashboards?board=${board}`)
    await page.getByText('one noted module:org.example.one').waitFor()
    await page.getByText('two noted module:org.example.two').waitFor()
    const remembered = () => page.evaluate((key) => sessionStorage.getItem(key), mark)
    await until('the note to be taken away', async () => (await remembered()) === null)
    await page.reload()
    await page.getByText('one noted').waitFor()
    expect(await page.getByText('froze the page').count()).toBe(0)
  })

  it('and never ends is blocked after the reload, until the user decides', async () => {
    const { page, problems } = await stage.tab({ url: server.url, session: admin, isOwn: true })
    await page.goto(`/dashboards?board=${board}`)
    await page.getByText('one noted').waitFor()
    // The state of a page that was killed while rendering.
    await page.addInitScript((key) => {
      if (!sessionStorage.getItem('killed')) sessionStorage.setItem(key, 'module:org.example.one')
      sessionStorage.setItem('killed', 'yes')
    }, mark)
    await page.reload()
    const held = region(page, 'one').getByText('“org.example.one” froze the page')
    await held.waitFor()
    await page.getByText('two noted').waitFor()
    expect(await page.getByText('one noted').count()).toBe(0)
    await page.reload()
    await held.waitFor()
    await region(page, 'one').getByRole('button', { name: 'Show anyway' }).click()
    await page.getByText('one noted').waitFor()
    await page.reload()
    await page.getByText('one noted').waitFor()
    expect(problems).toEqual([])
  })
})
