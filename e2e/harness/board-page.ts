import type { Locator, Page } from 'playwright-core'

/** A widget of a board that is looked at, by its title. */
export const widgetOf = (page: Page, title: string): Locator => page.getByRole('region', { name: title, exact: true })

export const editBoard = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Edit', exact: true }).first().click()

/** Saves the board that is edited; resolves when it is looked at again. */
export async function saveBoard(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Edit', exact: true }).waitFor()
}

/** Puts a widget on the board that is edited, through the picker and its form. */
export async function addWidget(
  page: Page,
  kind: RegExp,
  title: string,
  configure: (form: Locator) => unknown,
): Promise<void> {
  await page.getByRole('button', { name: 'Add widget' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: kind }).click()
  const dialog = page.getByRole('dialog', { name: /^Add: / })
  await dialog.getByLabel('Title').fill(title)
  await configure(dialog)
  await dialog.getByRole('button', { name: 'Add to the dashboard' }).click()
  await dialog.waitFor({ state: 'detached' })
}
