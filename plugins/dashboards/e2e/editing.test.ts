import { addWidget, boardOf, editBoard, itemOf, note, placesOf, saveBoard } from '@svc/e2e/board-page'
import type { Page, Size } from '@svc/e2e/browser'
import { inspect } from '@svc/e2e/database'
import { freePort } from '@svc/e2e/place'
import type { Server } from '@svc/e2e/server'
import { firstSignIn, type Session } from '@svc/e2e/session'
import { makeStage } from '@svc/e2e/stage'
import { beforeAll, describe, expect, it } from 'vitest'

const stage = makeStage()
let server: Server
let place: { directory: string; port: number }
let admin: Session

beforeAll(async () => {
  place = { directory: stage.directory(), port: await freePort() }
  server = await stage.server(place)
  admin = await firstSignIn(server)
  await admin.get('/api/dashboards/default')
})

async function open(id: string, size: Size = 'wide', locale = 'en-US') {
  const tab = await stage.tab({ url: server.url, session: admin, size, locale })
  await tab.page.goto(`/dashboards?board=${id}`)
  return tab
}

const saveButton = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })
/** The focused element: its accessible name or its role on the page. */
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.id)
const untilFocused = (page: Page, name: string) =>
  page.waitForFunction((start) => document.activeElement?.getAttribute('aria-label')?.startsWith(start), name)

describe('a draft', () => {
  it('is saved as a copy when someone else deleted the dashboard', async () => {
    const id = await boardOf(admin, 'Short-lived', [note('A', 0, 0)])
    const { page, problems } = await open(id)
    await editBoard(page)
    await itemOf(page, 'A').focus()
    await page.keyboard.press('ArrowRight')
    await admin.send('DELETE', `/api/dashboards/${id}`)
    await page.getByText('Someone deleted this dashboard while you were editing').waitFor()
    await saveButton(page).click()
    const dialog = page.getByRole('dialog', { name: 'Someone deleted this dashboard' })
    expect(await dialog.getByRole('button', { name: 'Overwrite' }).count()).toBe(0)
    await dialog.getByRole('button', { name: 'Save mine as a copy' }).click()
    await page.getByRole('heading', { name: 'Short-lived (copy)' }).waitFor()
    const copy = new URL(page.url()).searchParams.get('board') ?? ''
    expect(await placesOf(admin, copy)).toEqual({ A: [1, 0, 4, 2] })
    expect(problems).toEqual([])
  })

  it('cannot be changed while it is being saved', async () => {
    const id = await boardOf(admin, 'Slow', [note('A', 0, 0), note('B', 4, 0), note('C', 8, 0)])
    const { page, problems } = await open(id)
    await editBoard(page)
    await itemOf(page, 'C').focus()
    await page.keyboard.press('Delete')
    const offer = page.getByRole('region', { name: /Notifications/ }).getByRole('button', { name: 'Undo' })
    await offer.waitFor()
    await itemOf(page, 'A').focus()
    await page.keyboard.press('ArrowDown')
    let store: () => void = () => undefined
    const stored = new Promise<void>((resolve) => {
      store = resolve
    })
    await page.route('**/api/dashboards/*', async (route) => {
      if (route.request().method() === 'PUT') await stored
      await route.continue()
    })
    const sent = page.waitForRequest((request) => request.method() === 'PUT')
    await saveButton(page).click()
    await sent
    await page.locator('[data-widget]').last().focus()
    await page.keyboard.press('Delete')
    await page.keyboard.press('Control+z')
    await page.getByRole('button', { name: 'Add widget' }).click({ force: true })
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(await page.locator('[data-widget]').count()).toBe(2)
    await offer.waitFor({ state: 'detached' })
    store()
    await page.getByRole('button', { name: 'Edit', exact: true }).waitFor()
    expect(await placesOf(admin, id)).toEqual({ A: [0, 1, 4, 2], B: [4, 0, 4, 2] })
    expect(problems).toEqual([])
  })

  it('is reverted with Escape while dragging or resizing', async () => {
    const id = await boardOf(admin, 'Escape', [note('A', 0, 0), note('B', 0, 2)])
    const { page, problems } = await open(id)
    await editBoard(page)
    const box = await itemOf(page, 'A').boundingBox()
    if (!box) throw new Error('nothing is shown')
    for (const from of [
      { x: box.x + box.width / 2, y: box.y + box.height / 2 },
      { x: box.x + box.width - 6, y: box.y + box.height - 6 },
    ]) {
      await page.mouse.move(from.x, from.y)
      await page.mouse.down()
      await page.mouse.move(from.x + 400, from.y + 120, { steps: 8 })
      await page.locator('.react-grid-placeholder').waitFor({ state: 'attached' })
      await page.keyboard.press('Escape')
      await page.locator('.react-grid-placeholder').waitFor({ state: 'detached' })
      await page.mouse.move(from.x + 300, from.y + 200)
      await page.mouse.up()
      await itemOf(page, 'A, column 1, row 1, 4 by 2').waitFor()
      expect((await itemOf(page, 'A').boundingBox())?.x).toBe(box.x)
    }
    expect(await saveButton(page).isDisabled()).toBe(true)
    expect(problems).toEqual([])
  })

  it('has a limit of widgets', async () => {
    const full = Array.from({ length: 100 }, (_, i) => note(`N${i}`, (i % 6) * 2, Math.floor(i / 6), 2, 1))
    const { page, problems } = await open(await boardOf(admin, 'Full', full))
    await editBoard(page)
    await page.getByRole('button', { name: 'Add widget' }).click()
    const news = page.getByRole('region', { name: /Notifications/ })
    await news.getByText('A dashboard can have at most 100 widgets.').waitFor()
    await page.getByRole('button', { name: 'More for N0' }).click()
    await page.getByRole('menuitem', { name: 'Duplicate' }).click()
    await news.getByText('A dashboard can have at most 100 widgets.').nth(1).waitFor()
    expect(await page.locator('[data-widget]').count()).toBe(100)
    expect(problems).toEqual([])
  })
})

describe('an invalid configuration', () => {
  it('is reported in the language of the user, with the focus on the field', async () => {
    const id = await boardOf(admin, 'Gauges', [{ ...note('G', 0, 0, 2, 2), widget_type: 'gauge', config: {} }])
    const { page, problems } = await open(id, 'wide', 'zh-CN')
    await page.getByRole('button', { name: '编辑', exact: true }).click()
    await page.getByRole('button', { name: '配置G' }).click()
    const dialog = page.getByRole('dialog')
    const most = dialog.getByRole('spinbutton')
    await most.fill('500')
    await dialog.getByText('不能大于 100。').waitFor()
    await dialog.getByText('此小组件需要先配置').waitFor()
    expect(await dialog.innerText()).not.toContain('Too big')
    await dialog.getByRole('textbox').first().focus()
    await dialog.getByRole('button', { name: '应用' }).click()
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-invalid') === 'true')
    await most.fill('50')
    await dialog.getByRole('button', { name: '应用' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(problems).toEqual([])
  })
})

describe('the focus', () => {
  it('moves to the next widget after a removal, to the new one after adding, and is never lost', async () => {
    const id = await boardOf(admin, 'Focus', [note('A', 0, 0), note('B', 4, 0), note('C', 0, 2)])
    const { page, problems } = await open(id)
    await page.getByRole('button', { name: 'Edit', exact: true }).press('Enter')
    await itemOf(page, 'A').waitFor()
    expect(await focused(page)).toBe('main')
    await itemOf(page, 'B').focus()
    await page.keyboard.press('Delete')
    await untilFocused(page, 'C')
    await page.getByRole('button', { name: 'More for C' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Remove' }).press('Enter')
    await untilFocused(page, 'A')
    await addWidget(page, /^Text/, 'New', () => undefined)
    await untilFocused(page, 'New')
    await saveButton(page).press('Enter')
    await page.getByRole('button', { name: 'Edit', exact: true }).waitFor()
    expect(await focused(page)).toBe('main')
    expect(problems).toEqual([])
  })

  it('stays within the visible part of a wall', async () => {
    const id = await boardOf(admin, 'Focus on the wall', [note('A', 0, 0)])
    const { page, problems } = await open(id)
    await page.getByRole('button', { name: 'Full screen' }).press('Enter')
    await page.getByRole('button', { name: 'Exit full screen' }).waitFor()
    expect(await focused(page)).toBe('main')
    const seen = () =>
      page.evaluate(() => document.activeElement === document.body || !!document.activeElement?.closest('#main'))
    for (let key = 0; key < 5; key++) {
      await page.keyboard.press('Tab')
      expect(await seen()).toBe(true)
    }
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Full screen' }).waitFor()
    await page.getByRole('link', { name: 'Servers' }).focus()
    expect(await seen()).toBe(false)
    expect(problems).toEqual([])
  })
})

describe('a phone', () => {
  it('does not move widgets by keyboard', async () => {
    const id = await boardOf(admin, 'Keys of a phone', [note('A', 0, 0), note('B', 4, 0)])
    const { page, problems } = await open(id, 'phone')
    await editBoard(page)
    await itemOf(page, 'A').focus()
    for (const key of ['ArrowDown', 'Shift+ArrowRight']) await page.keyboard.press(key)
    expect(await saveButton(page).isDisabled()).toBe(true)
    await page.keyboard.press('Delete')
    await untilFocused(page, 'B')
    await saveBoard(page)
    expect(await placesOf(admin, id)).toEqual({ B: [4, 0, 4, 2] })
    expect(problems).toEqual([])
  })
})

describe('a widget that is not available', () => {
  it('cannot be duplicated, and copies report its absence', async () => {
    const id = await boardOf(admin, 'Absent', [note('A', 0, 0), note('B', 4, 0)])
    await server.stop()
    inspect(server.dataDir, (db) =>
      db.prepare("UPDATE dashboards_widgets SET widget_type = 'lava-lamp' WHERE board_id = ? AND title = 'B'").run(id),
    )
    server = await stage.server(place)
    const { page, problems } = await open(id)
    await editBoard(page)
    await page.getByRole('button', { name: 'More for B' }).click()
    await page.getByRole('menuitem', { name: 'Remove' }).waitFor()
    expect(await page.getByRole('menuitem', { name: 'Duplicate' }).count()).toBe(0)
    await page.keyboard.press('Escape')
    await itemOf(page, 'A').focus()
    await page.keyboard.press('ArrowDown')
    await admin.send('PUT', `/api/dashboards/${id}`, { name: 'Still absent' })
    await saveButton(page).click()
    await page.getByRole('button', { name: 'Save mine as a copy' }).click()
    await page
      .getByRole('region', { name: /Notifications/ })
      .getByText('lava-lamp')
      .waitFor()
    expect(problems).toEqual([])
  })
})

describe('an invalid address of a dashboard', () => {
  it.each(['.', '..', '%2e%2e', '%2F', '<script>', 'x'.repeat(300)])('shows not found: %s', async (id) => {
    const { page, problems } = await open(id)
    await page.getByText('This dashboard no longer exists.').waitFor()
    await page.getByRole('button', { name: 'Show default dashboard' }).click()
    await page.getByRole('button', { name: 'Edit', exact: true }).waitFor()
    expect(problems).toEqual([])
  })
})
