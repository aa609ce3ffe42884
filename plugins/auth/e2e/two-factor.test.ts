import { readFile } from 'node:fs/promises'
import { fitsSideways, type Page, type Scheme, type Size, signInByForm, violations } from '@svc/e2e/browser'
import { ask } from '@svc/e2e/http'
import { Secret, TOTP } from '@svc/e2e/one-time-codes'
import { adminPassword } from '@svc/e2e/session'
import { admin, server, withServer } from '@svc/e2e/with-server'
import { describe, expect, it } from 'vitest'

const stage = withServer()

let totp: TOTP
let codes: string[] = []

/** Checks accessibility and width. */
async function expectSound(page: Page) {
  expect(await violations(page)).toEqual([])
  expect(await fitsSideways(page)).toBe(true)
}

const openSecurity = async (scheme: Scheme, size: Size, session = admin) => {
  const tab = await stage.tab({ url: server.url, session, scheme, size })
  await tab.page.goto('/settings/security')
  await tab.page.getByRole('heading', { name: 'Two-factor authentication' }).waitFor()
  return tab
}

const codeField = (page: Page) => page.getByLabel('Six-digit code')
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('name'))

describe('two-factor setup', () => {
  it('shows the secret, reports a wrong code at its field, and requires saving the recovery codes', async () => {
    const { page, problems } = await openSecurity('dark', 'phone')
    await page.getByRole('button', { name: 'Set up' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('img', { name: /QR code/ }).waitFor()
    expect(
      await page.getByRole('img', { name: /QR code/ }).evaluate((img: HTMLImageElement) => img.naturalWidth),
    ).toBeGreaterThan(0)
    await expectSound(page)

    await codeField(page).fill('12 3')
    expect(await codeField(page).inputValue()).toBe('123')
    await page.keyboard.press('Enter')
    await dialog.getByText('Enter all six digits').waitFor()
    await codeField(page).fill('000000')
    await dialog.getByText(/code is wrong/).waitFor()
    expect(await codeField(page).inputValue()).toBe('')
    expect(await focused(page)).toBe('totp_code')

    const secret = (await dialog.locator('code').innerText()).replace(/\s/g, '')
    totp = new TOTP({ secret: Secret.fromBase32(secret) })
    await codeField(page).fill(totp.generate({ timestamp: Date.now() - 30_000 }))

    await page.getByRole('dialog', { name: 'Save your recovery codes' }).waitFor()
    codes = await dialog.locator('code').allInnerTexts()
    expect(new Set(codes).size).toBe(10)
    await expectSound(page)
    await page.keyboard.press('Escape')
    await dialog.getByRole('button', { name: 'Close' }).click()
    await dialog.getByText('Save the codes first, then tick this box.').waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Download' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('recovery-codes-127.0.0.1.txt')
    const saved = await readFile(await download.path(), 'utf8')
    expect(saved).toContain(`admin at ${server.url}`)
    expect(saved.trimEnd().split('\n').slice(-10)).toEqual(codes)
    await dialog.getByRole('checkbox', { name: 'I have saved these codes' }).check()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('10 of 10 left.').waitFor()
    expect(await page.content()).not.toContain(codes[0])
    expect(problems).toEqual([])
  })
})

describe('two-step sign-in', () => {
  it('keeps the requested address, completes onboarding, and can go back', async () => {
    const { page, problems } = await stage.tab({ url: server.url, size: 'phone' })
    await page.goto('/settings/plugins')
    await signInByForm(page, 'admin', adminPassword)
    await codeField(page).waitFor()
    expect(await focused(page)).toBe('totp_code')
    expect(await codeField(page).getAttribute('inputmode')).toBe('numeric')
    expect(await codeField(page).getAttribute('autocomplete')).toBe('one-time-code')
    await expectSound(page)
    await page.getByRole('button', { name: 'Use another account' }).click()
    expect(await page.getByLabel('Username').inputValue()).toBe('')
    expect(await focused(page)).toBe('username')

    await signInByForm(page, 'admin', adminPassword)
    await codeField(page).fill('000000')
    await page
      .getByRole('alert')
      .getByText(/code is wrong/)
      .waitFor()
    // a recovery code typed into the digits field moves to its own field
    await codeField(page).fill(codes[0] ?? '')
    expect(await page.getByLabel('Recovery code').inputValue()).toBe(codes[0])
    await page.getByRole('button', { name: 'Verify' }).click()
    await page.getByRole('heading', { name: 'Plugins', exact: true }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/settings/plugins')
    expect(problems).toEqual([])
  })

  it('shows a countdown after too many attempts', async () => {
    const strict = await stage.server({ config: { rate_limit: { login_max: 1 } } })
    const { page } = await stage.tab({ url: strict.url })
    await page.goto('/login')
    await signInByForm(page, 'admin', 'wrong')
    await page.getByRole('alert').getByText('Incorrect username or password.').waitFor()
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page
      .getByRole('alert')
      .getByText(/Too many attempts.*1[45]:\d\d/)
      .waitFor()
    await expectSound(page)
  })
})

describe('managing two-factor authentication', () => {
  it('warns when few recovery codes are left, generates new ones with the password, and can be disabled', async () => {
    for (const totp_code of codes.slice(1, 8)) {
      // Without the cookie: signing in again would end the session that it belongs to.
      const body = { username: 'admin', password: adminPassword, totp_code }
      expect((await ask(`${server.url}/api/auth/login`, { method: 'POST', body })).status).toBe(200)
    }
    const { page, problems } = await openSecurity('light', 'wide')
    await page.getByText('2 of 10 left. Generate new ones before they run out.').waitFor()
    await expectSound(page)

    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Generate new codes' }).click()
    await dialog.getByRole('button', { name: 'Generate new codes' }).click()
    await dialog.getByText('Enter your current password').waitFor()
    await dialog.getByLabel('Current password').fill('wrong')
    await page.keyboard.press('Enter')
    await dialog.getByText('Incorrect password').waitFor()
    await expectSound(page)
    await dialog.getByLabel('Current password').fill(adminPassword)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Your new recovery codes' }).waitFor()
    const fresh = await dialog.locator('code').allInnerTexts()
    expect(fresh.filter((code) => codes.includes(code))).toEqual([])
    await dialog.getByRole('checkbox').check()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await page.getByText('10 of 10 left.').waitFor()

    await page.getByRole('button', { name: 'Disable' }).click()
    await dialog.getByLabel('Current password').fill(adminPassword)
    await dialog.getByRole('button', { name: 'Disable' }).click()
    await page.getByRole('button', { name: 'Set up' }).waitFor()
    expect(problems).toEqual([])
  })
})
