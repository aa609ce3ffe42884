import { readFileSync } from 'node:fs'
import { itemOf as item, boardOf as makeBoard, note, placesOf } from '@svc/e2e/board-page'
import type { Page, TabOptions } from '@svc/e2e/browser'
import { inspect } from '@svc/e2e/database'
import { freePort } from '@svc/e2e/place'
import type { Server } from '@svc/e2e/server'
import { addMember, firstSignIn, type Session } from '@svc/e2e/session'
import { makeStage } from '@svc/e2e/stage'
import { until } from '@svc/e2e/until'
import { beforeAll, describe, expect, it } from 'vitest'

const stage = makeStage()
let server: Server
let place: { directory: string; port: number }
let admin: Session
let member: Session

beforeAll(async () => {
  place = { directory: stage.directory(), port: await freePort() }
  server = await stage.server(place)
  admin = await firstSignIn(server)
  member = await addMember(server.url, admin)
})

interface Board {
  readonly id: string
  readonly name: string
}

const boardOf = (name: string, widgets: readonly object[]) => makeBoard(admin, name, widgets)
const stored = (id: string) => placesOf(admin, id)

async function open(id: string, options: Partial<TabOptions> = {}) {
  const tab = await stage.tab({ url: server.url, session: admin, ...options })
  await tab.page.goto(`/dashboards?board=${id}`)
  return tab
}

const edit = async (page: Page) => {
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByRole('toolbar', { name: 'Edit dashboard' }).waitFor()
}
const save = async (page: Page) => {
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Edit', exact: true }).waitFor()
}
const expectAnnounced = (page: Page, text: string) =>
  page.locator('[aria-live]', { hasText: text }).waitFor({ state: 'attached' })

/** Drags an element by its center, in steps like a person. */
async function drag(page: Page, from: { x: number; y: number }, by: { x: number; y: number }) {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + by.x / 2, from.y + by.y / 2, { steps: 8 })
  await page.mouse.move(from.x + by.x, from.y + by.y, { steps: 8 })
  await page.mouse.up()
}

const middle = async (page: Page, name: string) => {
  const box = await item(page, name).boundingBox()
  if (!box) throw new Error(`${name} is not shown`)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2, box }
}

describe('an admin', () => {
  it('creates a dashboard and adds a text with a preview, which everyone sees', async () => {
    const tab = await stage.tab({ url: server.url, session: admin })
    const { page, problems } = tab
    await page.goto('/dashboards')
    await page.getByRole('heading', { name: 'Overview' }).waitFor()
    await page.getByRole('button', { name: 'More dashboard actions' }).click()
    await page.getByRole('menuitem', { name: 'New dashboard' }).click()
    await page.getByLabel('Name').fill('Wall')
    await page.getByRole('button', { name: 'Create' }).click()
    // a new board opens in the editor
    await page.getByRole('button', { name: 'Add widget' }).first().click()
    await page.getByPlaceholder('Search widgets').fill('markdown')
    // By keyboard, because the dialog moves while it shrinks to the matches.
    await page.getByRole('button', { name: /^Text/ }).press('Enter')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Title').fill('On call')
    await dialog.getByLabel('Markdown').fill('Ask **Ana** first')
    await dialog.getByRole('region', { name: 'Preview', exact: true }).locator('strong', { hasText: 'Ana' }).waitFor()
    await dialog.getByRole('button', { name: 'Add to dashboard' }).click()
    await item(page, 'On call').waitFor()
    await save(page)
    await page.getByRole('region', { name: 'On call', exact: true }).getByText('Ana').waitFor()
    const id = new URL(page.url()).searchParams.get('board') ?? ''
    expect(await stored(id)).toEqual({ 'On call': [0, 0, 4, 3] })

    await page.goto('/dashboards')
    await page.getByRole('heading', { name: 'Wall' }).waitFor()
    const other = await open(id, { session: member })
    await other.page.getByRole('region', { name: 'On call', exact: true }).getByText('Ana').waitFor()
    expect(await other.page.getByRole('button', { name: 'Edit', exact: true }).count()).toBe(0)
    await other.page.getByRole('button', { name: 'More dashboard actions' }).click()
    const items = other.page.getByRole('menuitem')
    await items.first().waitFor()
    expect(await items.allInnerTexts()).toEqual(['Export to file'])

    await admin.send('PUT', `/api/dashboards/${id}`, { name: 'Wall of the office' })
    await other.page.getByRole('heading', { name: 'Wall of the office' }).waitFor()
    expect([...problems, ...other.problems]).toEqual([])
  })

  it('arranges by keyboard with undo and redo, and announces every step', async () => {
    const id = await boardOf('Keys', [note('A', 0, 0), note('B', 4, 0), note('C', 0, 2)])
    const { page, problems } = await open(id)
    await edit(page)
    await item(page, 'A').focus()
    await page.keyboard.press('ArrowRight')
    // It jumps over B.
    await expectAnnounced(page, 'A moved to column 9, row 1')
    await page.keyboard.press('ArrowRight')
    await expectAnnounced(page, 'A cannot move further in that direction')
    await page.keyboard.press('Shift+ArrowLeft')
    await expectAnnounced(page, 'A is now 3 by 2')
    await item(page, 'B').focus()
    await page.keyboard.press('Shift+ArrowDown')
    await expectAnnounced(page, 'B is now 4 by 3')
    await page.keyboard.press('Control+z')
    await item(page, 'B, column 5, row 1, 4 by 2').waitFor()
    await page.keyboard.press('Control+Shift+Z')
    await item(page, 'B, column 5, row 1, 4 by 3').waitFor()

    await item(page, 'C').focus()
    await page.keyboard.press('Delete')
    await item(page, 'C').waitFor({ state: 'detached' })
    await page
      .getByRole('region', { name: /Notifications/ })
      .getByRole('button', { name: 'Undo' })
      .click()
    await item(page, 'C').waitFor()
    await page.getByRole('button', { name: 'More for C' }).click()
    await page.getByRole('menuitem', { name: 'Lock position' }).click()
    await item(page, 'C, locked at column 1').focus()
    await page.keyboard.press('ArrowDown')
    await expectAnnounced(page, 'C is locked')
    await save(page)
    expect(await stored(id)).toEqual({ A: [8, 0, 3, 2], B: [4, 0, 4, 3], C: [0, 2, 4, 2] })
    await page.reload()
    await page.getByRole('region', { name: 'A', exact: true }).waitFor()
    expect(problems).toEqual([])
  })

  it('is offered to restore a removed widget only while the dashboard is edited', async () => {
    const id = await boardOf('Removed', [note('A', 0, 0), note('B', 4, 0)])
    const { page, problems } = await open(id)
    await edit(page)
    await item(page, 'B').focus()
    await page.keyboard.press('Delete')
    const offer = page.getByRole('region', { name: /Notifications/ }).getByRole('button', { name: 'Undo' })
    await offer.waitFor()
    await save(page)
    await offer.waitFor({ state: 'detached' })
    expect(await stored(id)).toEqual({ A: [0, 0, 4, 2] })
    expect(problems).toEqual([])
  })

  it('arranges by mouse: a drop onto another widget is reverted, growing pushes down', async () => {
    const id = await boardOf('Mouse', [note('A', 0, 0), note('B', 4, 0), note('C', 0, 2)])
    const { page, problems } = await open(id)
    await edit(page)
    await item(page, 'A').waitFor()
    const { box } = await middle(page, 'A')
    const column = (box.width + 16) / 4
    await drag(page, await middle(page, 'A'), { x: column * 8, y: 0 })
    await item(page, 'A, column 9, row 1').waitFor()
    await drag(page, await middle(page, 'A'), { x: -column * 4, y: 4 })
    expect(await item(page, 'A').getAttribute('aria-label')).not.toContain('column 5')

    const { box: b } = await middle(page, 'C')
    await drag(page, { x: b.x + b.width - 8, y: b.y + b.height - 8 }, { x: column * 2, y: 96 })
    await item(page, 'C, column 1, row 3, 6 by 3').waitFor()
    const { box: from } = await middle(page, 'B')
    await drag(page, { x: from.x + from.width / 2, y: from.y + from.height - 6 }, { x: 0, y: 96 })
    await item(page, 'B, column 5, row 1, 4 by 3').waitFor()
    await item(page, 'C, column 1, row 4').waitFor()
    await save(page)
    const places = await stored(id)
    expect(places).toMatchObject({ B: [4, 0, 4, 3], C: [0, 3, 6, 3] })
    expect(problems).toEqual([])
  })

  it('arranges by touch', async () => {
    const id = await boardOf('Touch', [note('A', 0, 0), note('B', 4, 0)])
    const { page, context, problems } = await open(id, { isOwn: true })
    await edit(page)
    const grip = await item(page, 'B').locator('span.widget-handle').boundingBox()
    if (!grip) throw new Error('there is nothing to take hold of')
    const { box } = await middle(page, 'B')
    const cdp = await context.newCDPSession(page)
    await cdp.send('Emulation.setTouchEmulationEnabled', { enabled: true })
    const from = { x: grip.x + grip.width / 2, y: grip.y + grip.height / 2 }
    const touch = (type: 'touchStart' | 'touchMove', by: number) =>
      cdp.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x: from.x + by, y: from.y }] })
    await touch('touchStart', 0)
    for (let step = 1; step <= 10; step++) await touch('touchMove', ((box.width + 16) * step) / 10)
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await item(page, 'B, column 9, row 1').waitFor()
    await save(page)
    expect(await stored(id)).toEqual({ A: [0, 0, 4, 2], B: [8, 0, 4, 2] })
    expect(problems).toEqual([])
  })

  it('is asked before discarding changes', async () => {
    const id = await boardOf('Leaving', [note('A', 0, 0)])
    const { page } = await open(id)
    await edit(page)
    await item(page, 'A').focus()
    await page.keyboard.press('ArrowRight')
    await page.getByRole('link', { name: 'Servers' }).click()
    await page.getByRole('dialog', { name: 'Discard your changes?' }).waitFor()
    await page.getByRole('button', { name: 'Cancel' }).last().click()
    await item(page, 'A, column 2').waitFor()
    await page.getByRole('toolbar').getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('button', { name: 'Edit', exact: true }).waitFor()
    expect(await stored(id)).toEqual({ A: [0, 0, 4, 2] })
  })
})

describe('two admins on one dashboard', () => {
  const both = async (name: string) => {
    const id = await boardOf(name, [note('A', 0, 0)])
    const tabs = [await open(id), await open(id)] as const
    for (const { page } of tabs) {
      await edit(page)
      await item(page, 'A').focus()
    }
    const [first, second] = tabs
    await first.page.keyboard.press('ArrowRight')
    await save(first.page)
    await second.page.getByText('Someone else changed this dashboard').waitFor()
    await item(second.page, 'A').focus()
    await second.page.keyboard.press('ArrowDown')
    await second.page.getByRole('button', { name: 'Save', exact: true }).click()
    await second.page.getByRole('dialog', { name: 'Someone else saved this dashboard' }).waitFor()
    return { id, page: second.page, problems: [...first.problems, ...second.problems] }
  }

  it('do not overwrite each other: the newer dashboard is loaded', async () => {
    const { id, page, problems } = await both('Theirs')
    await page.getByRole('button', { name: 'Show theirs' }).click()
    await page.getByRole('button', { name: 'Edit', exact: true }).waitFor()
    expect(await stored(id)).toEqual({ A: [1, 0, 4, 2] })
    expect(problems).toEqual([])
  })

  it('overwrite after confirmation', async () => {
    const { id, page } = await both('Mine')
    await page.getByRole('button', { name: 'Overwrite' }).click()
    await page.getByRole('button', { name: 'Edit', exact: true }).waitFor()
    expect(await stored(id)).toEqual({ A: [0, 1, 4, 2] })
  })

  it('keep both as copies', async () => {
    const { id, page } = await both('Both')
    await page.getByRole('button', { name: 'Save mine as a copy' }).click()
    await page.getByRole('heading', { name: 'Both (copy)' }).waitFor()
    expect(await stored(id)).toEqual({ A: [1, 0, 4, 2] })
    const copy = new URL(page.url()).searchParams.get('board') ?? ''
    expect(await stored(copy)).toEqual({ A: [0, 1, 4, 2] })
  })
})

describe('a dashboard file', () => {
  it('is exported, edited, and imported with a list of unavailable widgets', async () => {
    const id = await boardOf('Travels', [note('A', 0, 0), note('B', 4, 0)])
    const { page, problems } = await open(id)
    await page.getByRole('button', { name: 'More dashboard actions' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Export to file' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('Travels.svc-dashboard.json')
    const file = JSON.parse(readFileSync(await download.path(), 'utf8'))
    file.name = 'Travelled'
    file.widgets.push({ ...file.widgets[0], widget_type: 'lava-lamp', grid_y: 9 })

    await page.getByRole('button', { name: 'More dashboard actions' }).click()
    await page.getByRole('menuitem', { name: 'Import from file' }).click()
    const dialog = page.getByRole('dialog')
    const choose = (content: string) =>
      dialog
        .getByLabel('File')
        .setInputFiles({ name: 'a.json', mimeType: 'application/json', buffer: Buffer.from(content) })
    await choose('{"format":"svc-dash')
    await dialog.getByText('This is not a JSON file.').waitFor()
    await choose('{"widgets":[]}')
    await dialog.getByText('This JSON file is not an exported dashboard.').waitFor()
    await choose(JSON.stringify({ ...file, widgets: [{ ...file.widgets[0], grid_w: 99 }] }))
    await dialog.getByRole('button', { name: 'Import' }).click()
    await dialog.getByRole('alert').waitFor()
    await choose(JSON.stringify(file))
    await dialog.getByText('“Travelled” with 3 widgets').waitFor()
    await dialog.getByRole('button', { name: 'Import' }).click()
    await dialog.getByText('lava-lamp').waitFor()
    await dialog.getByRole('button', { name: 'Open dashboard' }).click()
    await page.getByRole('heading', { name: 'Travelled' }).waitFor()
    await page.getByRole('region', { name: 'B', exact: true }).getByText('This is B').waitFor()
    expect(problems).toEqual([])
  })
})

describe('an unavailable widget', () => {
  it('names its plugin, survives saving, and does not affect the others', async () => {
    const id = await boardOf('Partly', [note('A', 0, 0), note('B', 4, 0)])
    await server.stop()
    inspect(server.dataDir, (db) =>
      db.prepare("UPDATE dashboards_widgets SET widget_type = 'lava-lamp' WHERE board_id = ? AND title = 'B'").run(id),
    )
    server = await stage.server(place)
    const { page, problems } = await open(id)
    await page.getByRole('region', { name: 'A', exact: true }).getByText('This is A').waitFor()
    await page.getByRole('region', { name: 'B', exact: true }).getByText('“lava-lamp” is not available').waitFor()
    await edit(page)
    await item(page, 'B').focus()
    await page.keyboard.press('ArrowDown')
    await save(page)
    expect(await stored(id)).toEqual({ A: [0, 0, 4, 2], B: [4, 1, 4, 2] })
    expect(problems).toEqual([])
  })
})

describe('a phone', () => {
  it('shows a single column in reading order, and adds widgets without arranging', async () => {
    const id = await boardOf('Phone', [note('C', 0, 2), note('B', 4, 0), note('A', 0, 0)])
    const { page, problems } = await open(id, { size: 'phone' })
    await page.getByRole('region', { name: 'C', exact: true }).waitFor()
    const boxes = await Promise.all(
      ['A', 'B', 'C'].map((name) => page.getByRole('region', { name, exact: true }).boundingBox()),
    )
    expect(new Set(boxes.map((box) => box?.x)).size).toBe(1)
    const tops = boxes.map((box) => box?.y ?? 0)
    expect(tops).toEqual([...tops].sort((a, b) => a - b))
    await edit(page)
    await page.getByText('On a narrow screen').waitFor()
    await page.getByRole('button', { name: 'Configure A' }).click()
    await page.getByLabel('Title').fill('First')
    await page.getByRole('button', { name: 'Apply' }).click()
    await save(page)
    expect(Object.keys(await stored(id))).toEqual(['First', 'B', 'C'])
    expect(problems).toEqual([])
  })
})

describe('the wall', () => {
  it('shows only the dashboard until Escape', async () => {
    const id = await boardOf('On the wall', [note('A', 0, 0)])
    const { page, problems } = await open(id)
    await page.getByRole('button', { name: 'Full screen' }).click()
    await page.getByRole('button', { name: 'Exit full screen' }).waitFor()
    const box = await page.getByRole('region', { name: 'A', exact: true }).boundingBox()
    expect(box?.x).toBeLessThan(40)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Edit', exact: true }).waitFor()
    expect(problems).toEqual([])
  })

  it('rotates through the dashboards, and pauses while someone is active', async () => {
    const id = await boardOf('First in turn', [note('A', 0, 0)])
    const { page, problems } = await open(id, { isOwn: true })
    await page.clock.install()
    await page.getByRole('button', { name: 'Full screen' }).click()
    const name = page.getByRole('heading', { level: 1 })
    const all = (await admin.get<Board[]>('/api/dashboards')).map((board) => board.name)
    const after = (text: string) => all[(all.indexOf(text) + 1) % all.length] ?? ''
    await page.getByLabel('Rotate dashboards').selectOption('15')
    await page.mouse.move(200, 300)
    // The rotation of 15 seconds starts 10 seconds after the last activity.
    await page.clock.runFor(24_000)
    expect(await name.innerText()).toBe('First in turn')
    await page.clock.runFor(2000)
    await page.getByRole('heading', { name: after('First in turn'), exact: true }).waitFor()
    await page.clock.runFor(15_000)
    const third = after(after('First in turn'))
    await page.getByRole('heading', { name: third, exact: true }).waitFor()
    for (let second = 0; second < 40; second += 5) {
      await page.mouse.move(200 + second, 300)
      await page.clock.runFor(5000)
    }
    expect(await name.innerText()).toBe(third)
    await page.getByLabel('Rotate dashboards').selectOption('0')
    await page.clock.runFor(300_000)
    expect(await name.innerText()).toBe(third)
    expect(problems).toEqual([])
  })

  it('shows measurements', async () => {
    const id = await boardOf('Measured', [note('A', 0, 0), note('B', 4, 0)])
    const { page, problems } = await open(id)
    await page.getByRole('button', { name: 'More dashboard actions' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Measure widgets' }).click()
    await page.keyboard.press('Escape')
    const table = page.getByRole('table', { name: 'Widget performance' })
    await until('a row for each widget', async () => (await table.getByRole('row').count()) === 3)
    // Every widget has rendered at least once.
    const updates = await table.getByRole('row').locator('td:nth-child(3)').allInnerTexts()
    expect(updates.length).toBe(2)
    for (const text of updates) expect(Number.parseFloat(text)).toBeGreaterThan(0)
    expect(problems).toEqual([])
  })
})
