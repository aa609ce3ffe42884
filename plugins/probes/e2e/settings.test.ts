import { type Page, violations } from '@svc/e2e/browser'
import { onboard } from '@svc/e2e/enrol'
import { until } from '@svc/e2e/until'
import { admin, server, withServer } from '@svc/e2e/with-server'
import { describe, expect, it } from 'vitest'

const stage = withServer()

interface Target {
  readonly id: string
  readonly name: string
}
const targets = () => admin.get<readonly Target[]>('/api/network-probes/targets')
const named = async (name: string) => (await targets()).find((target) => target.name === name)

async function open(path: string): Promise<{ page: Page; problems: string[] }> {
  const { page, problems } = await stage.tab({ url: server.url, session: admin })
  await page.goto(path)
  return { page, problems }
}

describe('the settings of network probes', () => {
  it('are linked from the empty network page', async () => {
    await onboard(admin, 'lonely')
    const { page } = await open('/network')
    await page.getByText('No targets assigned').waitFor()
    await page.getByRole('link', { name: 'Open network probe settings' }).click()
    await page.getByRole('heading', { name: 'Network probes' }).waitFor()
  })

  it('add, edit and delete custom targets, with validation errors', async () => {
    const { page, problems } = await open('/settings/network-probes')
    await page.getByRole('button', { name: 'Add target' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Add target' }).click()
    expect(await dialog.getByText('Must not be empty').count()).toBe(2)
    await dialog.getByLabel('Name').fill('Database')
    await dialog.getByLabel('Protocol').selectOption('tcp')
    await dialog.getByText('Host and port').waitFor()
    await dialog.getByLabel('Target').fill('127.0.0.1:5432')
    await dialog.getByRole('button', { name: 'Add target' }).click()
    await dialog.getByText('Loopback, link-local and cloud metadata addresses').waitFor()
    expect(await violations(page)).toEqual([])
    await dialog.getByLabel('Target').fill('db.example.com:5432')
    await dialog.getByRole('button', { name: 'Add target' }).click()
    const row = page.getByRole('row').filter({ hasText: 'Database' })
    await row.getByText('Custom').last().waitFor()
    expect(await page.getByRole('row').filter({ hasText: 'Beijing Telecom' }).getByRole('button').count()).toBe(0)

    await page.getByRole('button', { name: 'Edit Database' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Main database')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('row').filter({ hasText: 'Main database' }).waitFor()

    const { server_id: id } = await onboard(admin, 'user')
    const target_ids = [(await named('Main database'))?.id]
    await admin.send('PUT', `/api/servers/${id}/network-probes/targets`, { target_ids })
    await page.getByRole('button', { name: 'Delete Main database' }).click()
    await page.getByText('1 server probes this target').waitFor()
    await page.getByRole('button', { name: 'Delete target' }).click()
    await page.getByRole('row').filter({ hasText: 'Main database' }).waitFor({ state: 'detached' })
    await until('the target to be deleted', async () => (await named('Main database')) === undefined)
    expect(problems).toEqual([])
  })

  it('filter targets by group and search text, kept in the address', async () => {
    const { page } = await open('/settings/network-probes')
    await page.getByLabel('Group').selectOption({ label: 'China Unicom (31)' })
    await page.getByRole('searchbox').fill('tibet')
    await until('the address says so', async () => /q=tibet/.test(page.url()) && /group=china-unicom/.test(page.url()))
    await page.reload()
    await page.getByText('Tibet Unicom').waitFor()
    expect(await page.locator('tbody tr').count()).toBe(1)
  })

  it('set the rounds and the default targets, and ask before discarding changes', async () => {
    const { page, problems } = await open('/settings/network-probes?tab=setting')
    const interval = page.getByLabel('Interval (seconds)')
    await interval.fill('5')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Enter a whole number from 30 to 600').waitFor()
    expect(await interval.evaluate((field) => field === document.activeElement)).toBe(true)
    await interval.fill('45')
    await page.getByRole('checkbox', { name: /^Google DNS/ }).check()
    await page.getByRole('tab', { name: 'Targets' }).click()
    await page.getByRole('tab', { name: 'Global settings' }).click()
    expect(await interval.inputValue()).toBe('45')
    await page.getByRole('link', { name: 'Servers', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Settings saved').waitFor()
    expect(await violations(page)).toEqual([])
    expect(await admin.get('/api/network-probes/setting')).toMatchObject({
      ...{ interval: 45, default_target_ids: ['intl-google'] },
    })
    const { server_id: id } = await onboard(admin, 'fresh')
    expect(await admin.get(`/api/servers/${id}/network-probes/targets`)).toMatchObject([{ id: 'intl-google' }])
    await page.getByRole('link', { name: 'Servers', exact: true }).click()
    await page.getByRole('heading', { name: 'Servers', exact: true }).waitFor()
    expect(problems).toEqual([])
  })
})
