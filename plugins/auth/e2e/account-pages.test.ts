import { type Page, signInByForm } from '@svc/e2e/browser'
import { ask } from '@svc/e2e/http'
import { addMember, type Session } from '@svc/e2e/session'
import { admin, server, withServer } from '@svc/e2e/with-server'
import { beforeAll, expect, it } from 'vitest'

const stage = withServer()

let watcher: Session

beforeAll(async () => {
  watcher = await addMember(server.url, admin, 'watcher')
})

const statusWith = async (headers: Record<string, string>) =>
  (await ask(`${server.url}/api/auth/me`, { headers })).status

/** Waits until the element named `name` has the focus, which returns shortly after a dialog closes. */
const untilFocused = (page: Page, name: string) =>
  page.waitForFunction(
    (wanted) =>
      [document.activeElement?.getAttribute('aria-label'), document.activeElement?.textContent].includes(wanted),
    name,
  )

it('shows a new key once, and the key works until it is deleted', async () => {
  const { page, problems } = await stage.tab({ url: server.url, session: admin })
  await page.goto('/settings/api-keys')
  await page.getByText('No API keys').waitFor()
  await page.getByRole('button', { name: 'Create API key' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
  await page.getByText('Enter a name').waitFor()
  await page.getByLabel('Name').fill('Backup script')
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
  const key = await page.locator('code').filter({ hasText: /^svc_/ }).innerText()
  expect(await statusWith({ 'x-api-key': key })).toBe(200)
  expect(await page.getByRole('dialog').innerText()).toContain(`${server.url}/api/auth/me`)

  await page.keyboard.press('Escape')
  await page.getByText('Close without saving the key?').waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'I have saved the key' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await page.locator('body').innerText()).not.toContain(key)
  expect(await page.locator('body').innerText()).toContain(key.slice(0, 12))

  const remove = page.getByRole('button', { name: 'Delete API key Backup script' })
  await remove.click()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await untilFocused(page, 'Delete API key Backup script')
  await remove.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByText('No API keys').waitFor()
  expect(await statusWith({ 'x-api-key': key })).toBe(401)
  expect(problems).toEqual([])
})

it('explains to members why they cannot create a key', async () => {
  const { page } = await stage.tab({ url: server.url, session: watcher })
  await page.goto('/settings/api-keys')
  await page.getByText('Only administrators can create API keys').waitFor()
  expect(await page.getByRole('button', { name: 'Create API key' }).count()).toBe(0)
})

it('adds a user with a password that must be changed, and edits and deletes the account', async () => {
  const { page, problems } = await stage.tab({ url: server.url, session: admin })
  await page.goto('/settings/users')
  await page.getByRole('button', { name: 'Add user' }).click()
  await page.getByLabel('Username').fill('WATCHER')
  await page.getByRole('button', { name: 'Generate' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click()
  await page.getByText('Already taken').waitFor()
  await page.getByLabel('Username').fill('maria')
  await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click()
  await page.getByText('maria can now sign in').waitFor()
  const password = /Password: (\S+)/.exec(await page.getByRole('dialog').innerText())?.[1] ?? ''
  await page.getByRole('button', { name: 'Done' }).click()

  const first = await stage.tab({ url: server.url })
  await first.page.goto('/')
  await signInByForm(first.page, 'maria', password)
  await first.page.getByRole('heading', { name: 'Set up your account' }).waitFor()

  await page.getByRole('button', { name: 'Edit maria' }).click()
  await page.getByText('Administrator', { exact: true }).last().click()
  await page.getByText('maria gets full access immediately').waitFor()
  await page.getByText('Set new password').click()
  await page.getByRole('button', { name: 'Generate' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('New password for maria').waitFor()
  await page.getByRole('button', { name: 'Done' }).click()
  await untilFocused(page, 'Edit maria')
  const response = await ask(`${server.url}/api/auth/login`, { method: 'POST', body: { username: 'maria', password } })
  expect(response.status).toBe(401)

  await page.getByRole('button', { name: 'Delete maria' }).click()
  await page
    .getByRole('dialog')
    .getByLabel(/Type maria/)
    .fill('maria')
  await page.getByRole('button', { name: 'Delete user' }).click()
  await page.getByRole('button', { name: 'Edit maria' }).waitFor({ state: 'detached' })
  await page.waitForFunction(() => document.activeElement?.id === 'main')
  expect(problems).toEqual([])
})

it('shows at the role that the last administrator cannot be demoted', async () => {
  const { page, problems } = await stage.tab({ url: server.url, session: admin })
  await page.goto('/settings/users')
  await page.getByRole('button', { name: 'Edit admin' }).click()
  await page.getByText('Member', { exact: true }).last().click()
  await page.getByText('You lose administrator access').waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('This is the last administrator').waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Delete admin' }).click()
  await page
    .getByRole('dialog')
    .getByLabel(/Type admin/)
    .fill('admin')
  await page.getByRole('button', { name: 'Delete user' }).click()
  await page.getByText('This is the last administrator').waitFor()
  expect(problems).toEqual([])
})

it('pairs a phone with the code as text, shows it, and signs it out', async () => {
  const { page, problems } = await stage.tab({ url: server.url, session: admin })
  await page.goto('/settings/mobile-devices')
  await page.getByText('No paired phones').waitFor()
  await page.getByRole('button', { name: 'Pair phone' }).click()
  await page.getByRole('img', { name: /QR code for a mobile app/ }).waitFor()
  expect(await page.getByRole('dialog').innerText()).toContain(server.url)
  const code = await page
    .locator('code')
    .filter({ hasText: /^svc_pair_/ })
    .innerText()
  const paired = await ask(`${server.url}/api/mobile/auth/pair`, {
    method: 'POST',
    body: { code, installation_id: 'installation-1', device_name: 'Pocket phone' },
  })
  expect(paired.status).toBe(200)
  const bearer = { authorization: `Bearer ${paired.data<{ access_token: string }>().access_token}` }
  expect(await statusWith(bearer)).toBe(200)

  await page.getByRole('dialog').getByText('Pocket phone is paired', { exact: true }).waitFor()
  await untilFocused(page, 'Done')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Sign out Pocket phone' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.getByText('No paired phones').waitFor()
  expect(await statusWith(bearer)).toBe(401)
  expect(problems).toEqual([])
})
