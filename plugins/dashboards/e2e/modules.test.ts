import type { Page } from '@svc/e2e/browser'
import { until } from '@svc/e2e/until'
import { moduleSource, upload } from '@svc/e2e/widget-module'
import { admin, server, withServer } from '@svc/e2e/with-server'
import { beforeAll, describe, expect, it } from 'vitest'

const stage = withServer()

const sizing = (strategy: string) => ({ defaultW: 3, defaultH: 3, minW: 2, minH: 2, maxW: 6, maxH: 6, strategy })
/** A widget that counts in its configuration, asks for confirmation, and fails on request. */
const code = `
import { jsx, jsxs } from 'react/jsx-runtime'
import { defineWidget, useConfigUpdate, z } from '@svc/widget-sdk'
export default defineWidget({
  configSchema: z.object({ count: z.number().int().default(0), explode: z.boolean().default(false), odd: z.string().default('') }),
  actions: [
    { id: 'rename', label: 'Rename the board', confirm: { title: 'Really rename it?' },
      run: ({ apiMutation }) => apiMutation('POST', '/api/dashboards', { name: 'Made by a widget' }) },
  ],
  component({ config, actions, instanceId }) {
    const update = useConfigUpdate(instanceId)
    if (config.explode) throw new Error('exploded on purpose')
    if (config.odd === 'bare') throw Object.assign(Object.create(null), { code: 'bare' })
    if (config.odd === 'message') throw Object.assign(new Error(), { message: { code: 'message' } })
    return jsxs('div', { children: [
      jsx('button', { onClick: () => void update({ count: config.count + 1 }), children: 'count ' + config.count }, 'b'),
      actions.render('rename'),
    ] })
  },
})`
const tall = `
import { jsx } from 'react/jsx-runtime'
import { defineWidget, z } from '@svc/widget-sdk'

export default defineWidget({
  configSchema: z.object({ pixels: z.number().default(500) }),
  component: ({ config }) => jsx('div', { style: { height: config.pixels }, children: 'tall' }),
})`

beforeAll(async () => {
  const modules = [
    moduleSource({ id: 'org.example.counter', name: 'Counter', sizing: sizing('aspect-square') }, code),
    moduleSource({ id: 'org.example.tall', name: 'Tall', sizing: sizing('content-height') }, tall),
  ]
  for (const source of modules) expect((await upload(admin, source)).status).toBe(200)
})

const module = (id: string, at: readonly [x: number, y: number, w: number, h: number], config: object = {}) => ({
  ...{ widget_type: 'module', module_id: `org.example.${id}`, title: id, config },
  ...{ grid_x: at[0], grid_y: at[1], grid_w: at[2], grid_h: at[3] },
})

interface Board {
  readonly id: string
  readonly widgets: readonly { title: string; config: unknown; grid_y: number; grid_w: number; grid_h: number }[]
}

async function open(widgets: readonly object[]) {
  const { id } = await admin.send<Board>('POST', '/api/dashboards', { name: 'Modules' })
  await admin.send('PUT', `/api/dashboards/${id}`, { widgets })
  const tab = await stage.tab({ url: server.url, session: admin })
  await tab.page.goto(`/dashboards?board=${id}`)
  return { ...tab, stored: () => admin.get<Board>(`/api/dashboards/${id}`) }
}
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const top = async (page: Page, name: string) => (await region(page, name).boundingBox())?.y ?? Number.NaN

describe('a widget of a module', () => {
  it('stores its configuration, asks before its action, and reports the outcome', async () => {
    const { page, problems, stored } = await open([module('counter', [0, 0, 3, 3], { count: 4 })])
    await page.getByRole('button', { name: 'count 4' }).click()
    await page.getByRole('button', { name: 'count 5' }).waitFor()
    expect((await stored()).widgets[0]?.config).toEqual({ count: 5 })

    await page.getByRole('button', { name: 'Rename the board' }).click()
    const question = page.getByRole('dialog', { name: 'Really rename it?' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await question.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Rename the board' }).click()
    await question.getByRole('button', { name: 'Continue' }).click()
    await page
      .getByRole('region', { name: /Notifications/ })
      .getByText('Rename the board')
      .waitFor()
    const names = (await admin.get<{ name: string }[]>('/api/dashboards')).map(({ name }) => name)
    expect(names.filter((name) => name === 'Made by a widget')).toHaveLength(1)
    expect(problems).toEqual([])
  })

  it('is isolated when it fails, named, and can be disabled there', async () => {
    const { page } = await open([
      module('counter', [0, 0, 3, 3], { explode: true }),
      module('tall', [4, 0, 3, 3], { pixels: 100 }),
    ])
    const failed = region(page, 'counter')
    await failed.getByText('“counter” failed').waitFor()
    await failed.getByText('exploded on purpose').waitFor()
    await region(page, 'tall').getByText('tall').last().waitFor()
    await failed.getByRole('button', { name: 'Try again' }).click()
    await failed.getByText('“counter” failed').waitFor()
    await failed.getByRole('button', { name: 'Disable module' }).click()
    await failed.getByText('“org.example.counter” is not available').waitFor()
    await admin.send('PUT', '/api/widget-modules/org.example.counter', { enabled: true })
    await failed.getByText('“counter” failed').waitFor()
  })

  it.each(['bare', 'message'])('is isolated whatever it throws: %s', async (odd) => {
    const { page } = await open([
      module('counter', [0, 0, 3, 3], { odd }),
      module('tall', [4, 0, 3, 3], { pixels: 100 }),
    ])
    const failed = region(page, 'counter')
    await failed.getByText('“counter” failed').waitFor()
    await failed.getByText(`{"code":"${odd}"}`).waitFor()
    await region(page, 'tall').getByText('tall').last().waitFor()
  })

  it('reports the invalid field of its configuration, and links to the form', async () => {
    const { page, stored } = await open([module('counter', [0, 0, 4, 4], { count: 'many' })])
    const widget = region(page, 'counter')
    await widget.getByText('This widget needs to be configured').waitFor()
    await widget.getByText(/^count: /).waitFor()
    await widget.getByRole('button', { name: 'Configure' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('spinbutton', { name: 'Count' }).fill('1.5')
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await dialog.getByRole('alert').waitFor()
    await dialog.getByRole('spinbutton', { name: 'Count' }).fill('7')
    await dialog.getByRole('region', { name: 'Preview' }).getByText('count 7').waitFor()
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('button', { name: 'count 7' }).waitFor()
    expect((await stored()).widgets[0]?.config).toEqual({ count: 7 })
  })

  it('has the size of its sizing strategy', async () => {
    const { page, problems, stored } = await open([
      module('tall', [0, 0, 3, 3], { pixels: 500 }),
      module('counter', [0, 3, 3, 3]),
    ])
    await region(page, 'tall').getByText('tall').last().waitFor()
    await until(
      'what is below to make room for the content',
      async () => (await top(page, 'counter')) - (await top(page, 'tall')) === 6 * 96,
    )

    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    const tall = page.getByRole('group', { name: /^tall, column 1, row 1, 3 by 6/ })
    await tall.focus()
    await page.keyboard.press('Shift+ArrowDown')
    await page.locator('[aria-live]', { hasText: 'tall cannot be that size' }).waitFor({ state: 'attached' })
    await page.keyboard.press('Shift+ArrowRight')
    await page.getByRole('group', { name: /^tall, column 1, row 1, 4 by 6/ }).waitFor()
    await page.getByRole('group', { name: /^counter, / }).focus()
    await page.keyboard.press('Shift+ArrowDown')
    await page.getByRole('group', { name: /^counter, column 1, row 7, 4 by 4/ }).waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('button', { name: 'Edit', exact: true }).waitFor()
    expect((await stored()).widgets.map(({ grid_y, grid_w, grid_h }) => [grid_y, grid_w, grid_h])).toEqual([
      [0, 4, 6],
      [6, 4, 4],
    ])
    expect(problems).toEqual([])
  })
})
