import type { Locator, Page } from 'playwright-core'
import type { Session } from './session.ts'

/** A widget of a board in view mode, by title. */
export const widgetOf = (page: Page, title: string): Locator => page.getByRole('region', { name: title, exact: true })

export const editBoard = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Edit', exact: true }).first().click()

/** A widget of a board in edit mode, by the start of its accessible name. */
export const itemOf = (page: Page, name: string): Locator =>
  page.getByRole('group', { name: new RegExp(`^${name}(,|$)`) })

/** A text widget, as the API expects it. */
export const note = (title: string, x: number, y: number, w = 4, h = 2) => ({
  widget_type: 'markdown',
  title,
  config: { content: `This is **${title}**` },
  grid_x: x,
  grid_y: y,
  grid_w: w,
  grid_h: h,
})

/** Creates a board through the API and returns its id. */
export async function boardOf(admin: Session, name: string, widgets: readonly object[]): Promise<string> {
  const { id } = await admin.send<{ id: string }>('POST', '/api/dashboards', { name })
  await admin.send('PUT', `/api/dashboards/${id}`, { widgets })
  return id
}

/** Stored positions of a board's widgets, by title. */
export async function placesOf(admin: Session, id: string): Promise<Readonly<Record<string, readonly number[]>>> {
  interface Stored {
    readonly title: string | null
    readonly grid_x: number
    readonly grid_y: number
    readonly grid_w: number
    readonly grid_h: number
  }
  const { widgets } = await admin.get<{ widgets: readonly Stored[] }>(`/api/dashboards/${id}`)
  return Object.fromEntries(
    widgets.map((widget) => [widget.title, [widget.grid_x, widget.grid_y, widget.grid_w, widget.grid_h]]),
  )
}

/** Saves the board and waits for view mode. */
export async function saveBoard(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Edit', exact: true }).waitFor()
}

/** Adds a widget through the picker and its form; the board must be in edit mode. */
export async function addWidget(
  page: Page,
  kind: RegExp,
  title: string,
  configure: (form: Locator) => unknown,
): Promise<void> {
  await page.getByRole('button', { name: 'Add widget' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: kind }).click()
  const dialog = page.getByRole('dialog', { name: /^Add (?!widget$)/ })
  await dialog.getByLabel('Title').fill(title)
  await configure(dialog)
  await dialog.getByRole('button', { name: 'Add to dashboard' }).click()
  await dialog.waitFor({ state: 'detached' })
}
