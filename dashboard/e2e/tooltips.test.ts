import { onboard } from '@svc/e2e/enrol'
import { admin, server, withServer } from '@svc/e2e/with-server'
import { expect, it } from 'vitest'

const stage = withServer()

it('one tooltip for mouse and keyboard, which Escape closes and which repeats nothing that is shown', async () => {
  const long = 'a-server-whose-name-is-far-too-long-for-the-narrow-column-of-the-list-of-groups'
  await admin.send('POST', '/api/server-groups', { name: long })
  await onboard(admin, 'web-1')
  const { page, problems } = await stage.tab({ url: server.url, session: admin })
  await page.goto('/servers')
  await page.getByRole('link', { name: 'web-1' }).waitFor()
  const tip = page.getByRole('tooltip')

  await page.getByText('Cards', { exact: true }).locator('..').hover()
  await tip.getByText('Cards').waitFor()
  await page.mouse.move(0, 0)
  await tip.waitFor({ state: 'detached' })

  const table = page.getByRole('radio', { name: 'Table' })
  await table.focus()
  await page.keyboard.press('ArrowRight')
  await tip.waitFor()
  expect(await page.locator('[aria-describedby]:has(:focus)').count()).toBe(1)
  await page.keyboard.press('Escape')
  await tip.waitFor({ state: 'detached' })
  expect(await page.locator('[title]:not(iframe)').count()).toBe(0)
  expect(problems).toEqual([])
})
