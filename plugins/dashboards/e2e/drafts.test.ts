import { boardOf, editBoard, itemOf, note, placesOf, saveBoard, widgetOf } from '@svc/e2e/board-page'
import { signInByForm } from '@svc/e2e/browser'
import { adminPassword, signIn } from '@svc/e2e/session'
import { until } from '@svc/e2e/until'
import { moduleSource, upload } from '@svc/e2e/widget-module'
import { admin, server, withServer } from '@svc/e2e/with-server'
import { beforeAll, describe, expect, it } from 'vitest'

const stage = withServer()

/** A widget that saves two fields of its configuration in two calls on mount. */
const eager = `
import { useEffect } from 'react'
import { jsx } from 'react/jsx-runtime'
import { defineWidget, useConfigUpdate, z } from '@svc/widget-sdk'
export default defineWidget({
  configSchema: z.object({ one: z.number().default(0), two: z.number().default(0) }),
  component({ config, instanceId, isEditing }) {
    const update = useConfigUpdate(instanceId)
    useEffect(() => {
      if (!isEditing) return
      void update({ one: 1 })
      void update({ two: 2 })
    }, [isEditing])
    return jsx('p', { children: 'one ' + config.one + ', two ' + config.two })
  },
})`
const endless = `
import { jsx } from 'react/jsx-runtime'
import { defineWidget, z } from '@svc/widget-sdk'

export default defineWidget({
  configSchema: z.object({ pixels: z.number().default(20000) }),
  component: ({ config }) => jsx('div', { style: { height: config.pixels }, children: 'endless' }),
})`

beforeAll(async () => {
  await admin.get('/api/dashboards/default')
  const sizing = { defaultW: 4, defaultH: 3, minW: 2, minH: 2, strategy: 'content-height' }
  for (const source of [
    moduleSource({ id: 'org.example.eager', name: 'Eager' }, eager),
    moduleSource({ id: 'org.example.endless', name: 'Endless', sizing }, endless),
  ]) {
    expect((await upload(admin, source)).status).toBe(200)
  }
})

async function open(id: string) {
  const tab = await stage.tab({ url: server.url, session: admin })
  await tab.page.goto(`/dashboards?board=${id}`)
  return tab
}

const module = (name: string, x: number) => ({
  ...{ widget_type: 'module', module_id: `org.example.${name}`, title: name },
  ...{ grid_x: x, grid_y: 0, grid_w: 4, grid_h: 3 },
})

describe('a draft', () => {
  it('contains simultaneous changes of widgets', async () => {
    const id = await boardOf(admin, 'Eager', [module('eager', 0), { ...module('eager', 4), title: 'other' }])
    const { page, problems } = await open(id)
    await editBoard(page)
    for (const name of ['eager', 'other']) {
      await itemOf(page, name).getByText('one 1, two 2').waitFor()
    }
    await saveBoard(page)
    const { widgets } = await admin.get<{ widgets: { config: unknown }[] }>(`/api/dashboards/${id}`)
    expect(widgets.map(({ config }) => config)).toEqual([
      { one: 1, two: 2 },
      { one: 1, two: 2 },
    ])
    expect(problems).toEqual([])
  })

  it('is saved by keyboard, whatever the height of its contents', async () => {
    const id = await boardOf(admin, 'Endless', [module('endless', 0), note('Below', 0, 3), note('Beside', 4, 0)])
    const { page, problems } = await open(id)
    // The title, then the content.
    await widgetOf(page, 'endless').getByText('endless', { exact: true }).nth(1).waitFor()
    await editBoard(page)
    await until('the height of the content', async () =>
      /row 2\d\d/.test((await itemOf(page, 'Below').getAttribute('aria-label')) ?? ''),
    )
    await itemOf(page, 'Beside').focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Control+s')
    await page.getByRole('button', { name: 'Edit', exact: true }).waitFor()
    const { endless: stored = [], Beside } = await placesOf(admin, id)
    expect([stored.slice(0, 3), Beside]).toEqual([
      [0, 0, 4],
      [5, 0, 4, 2],
    ])
    await page.reload()
    // Far below the fold: not loaded yet.
    const below = page.locator('[data-widget]').last()
    await until('its place under what is endless', async () => ((await below.boundingBox())?.y ?? 0) > 19_000)
    expect(problems).toEqual([])
  })

  it('rejects a configuration that cannot be stored, in the dialog', async () => {
    const id = await boardOf(admin, 'Long', [note('A', 0, 0)])
    const { page, problems } = await open(id)
    await editBoard(page)
    await page.getByRole('button', { name: 'Configure A' }).click()
    const dialog = page.getByRole('dialog', { name: /^Configure / })
    // Below the character limit, but three bytes each.
    await dialog.getByLabel('Markdown').fill('机房'.repeat(3000))
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await dialog.getByRole('alert').getByText('the limit per widget is 16').waitFor()
    await dialog.getByLabel('Markdown').fill('机房'.repeat(2700))
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await dialog.waitFor({ state: 'detached' })
    await saveBoard(page)
    expect(problems).toEqual([])
  })

  it('is restored after the session ended', async () => {
    const id = await boardOf(admin, 'Interrupted', [note('A', 0, 0), note('B', 4, 0)])
    const own = await signIn(server.url, 'admin', adminPassword)
    const { page, problems } = await stage.tab({ url: server.url, session: own })
    await page.goto(`/dashboards?board=${id}`)
    await editBoard(page)
    await itemOf(page, 'B').focus()
    await page.keyboard.press('ArrowRight')
    await own.send('POST', '/api/auth/logout')
    await signInByForm(page, 'admin', adminPassword)
    await editBoard(page)
    await page.getByText('Your unsaved changes from before the page was closed').waitFor()
    await itemOf(page, 'B, column 6').waitFor()
    const undo = page.getByRole('button', { name: 'Undo', exact: true })
    await undo.focus()
    await page.keyboard.press('Enter')
    await itemOf(page, 'B, column 5').waitFor()
    // At the end of the history the focus is kept.
    expect([await undo.isEnabled(), await undo.evaluate((one) => one === document.activeElement)]).toEqual([
      false,
      true,
    ])
    await page.getByRole('button', { name: 'Redo', exact: true }).click()
    await saveBoard(page)
    expect(await placesOf(admin, id)).toEqual({ A: [0, 0, 4, 2], B: [5, 0, 4, 2] })
    // Nothing to restore after saving or discarding.
    await editBoard(page)
    await itemOf(page, 'B, column 6').focus()
    await page.keyboard.press('ArrowRight')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Discard' }).click()
    await editBoard(page)
    await itemOf(page, 'B, column 6').waitFor()
    expect(await page.getByText('Your unsaved changes from before the page was closed').count()).toBe(0)
    expect(problems).toEqual([])
  })

  it('survives disabling the widget that is being configured', async () => {
    const id = await boardOf(admin, 'Switched off', [module('endless', 0), note('Beside', 4, 0)])
    const { page, problems } = await open(id)
    await editBoard(page)
    await itemOf(page, 'Beside').focus()
    await page.keyboard.press('ArrowRight')
    await page.getByRole('button', { name: 'Configure endless' }).click()
    const dialog = page.getByRole('dialog', { name: 'Configure Endless' })
    await dialog.waitFor()
    await admin.send('PUT', '/api/widget-modules/org.example.endless', { enabled: false })
    await page.getByText('“endless” is not available').last().waitFor()
    await dialog.waitFor({ state: 'detached' })
    await page.keyboard.press('Control+z')
    await itemOf(page, 'Beside, column 5').waitFor()
    await admin.send('PUT', '/api/widget-modules/org.example.endless', { enabled: true })
    await page.getByRole('button', { name: 'Configure endless' }).waitFor()
    expect(await dialog.count()).toBe(0)
    expect(problems).toEqual([])
  })
})
