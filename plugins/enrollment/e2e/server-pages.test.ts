import { claim, newRunToken, onboard } from '@svc/e2e/enrol'
import { connectAgent } from '@svc/e2e/peer'
import { until } from '@svc/e2e/until'
import { admin, server, withServer } from '@svc/e2e/with-server'
import { beforeAll, describe, expect, it } from 'vitest'

const stage = withServer()

const ids: string[] = []

beforeAll(async () => {
  for (const name of ['north-1', 'north-2', 'north-3', 'south-1']) ids.push((await onboard(admin, name)).server_id)
})

const tagsOf = (id: string | undefined) => admin.get<string[]>(`/api/servers/${id}/tags`)
const openList = async (path = '/servers') => {
  const tab = await stage.tab({ url: server.url, session: admin })
  await tab.page.goto(path)
  await tab.page.getByRole('link', { name: 'north-1' }).waitFor()
  return tab
}

describe('many servers at once in the browser', () => {
  it('are selected by keyboard, filter and shift, tagged, and restored with undo', async () => {
    const { page, problems } = await openList('/servers?sort=name')
    // the space bar on a server begins
    await page.getByRole('link', { name: 'north-1' }).press('Space')
    await page.getByText('1 selected').waitFor()
    await page.getByRole('link', { name: 'north-3' }).click({ modifiers: ['Shift'] })
    await page.getByText('3 selected').waitFor()
    await page.getByPlaceholder('Search servers').fill('south')
    await page.getByText('3 not shown').waitFor()
    await page.getByPlaceholder('Search servers').fill('')

    await page.getByRole('button', { name: 'Tags', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Add' }).fill('prod, web')
    await dialog.getByRole('button', { name: 'Update tags' }).click()
    await page.getByText('3 servers updated').waitFor()
    expect(await Promise.all(ids.map(tagsOf))).toEqual([['prod', 'web'], ['prod', 'web'], ['prod', 'web'], []])
    await page
      .getByRole('row', { name: /north-2/ })
      .getByText('prod')
      .waitFor()

    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Change undone').waitFor()
    expect(await Promise.all(ids.map(tagsOf))).toEqual([[], [], [], []])
    await page.getByRole('link', { name: 'north-1' }).press('Escape')
    await page.getByRole('region', { name: 'Selected servers' }).waitFor({ state: 'detached' })
    expect(problems).toEqual([])
  })

  it('are deleted after their number is typed', async () => {
    const { page, problems } = await openList()
    await page.getByRole('button', { name: 'Select', exact: true }).click()
    for (const name of ['north-2', 'north-3']) await page.getByLabel(`Select ${name}`).click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    const dialog = page.getByRole('dialog')
    const act = dialog.getByRole('button', { name: 'Delete servers' })
    await dialog.getByRole('textbox').fill('delete 3')
    expect(await act.isDisabled()).toBe(true)
    await dialog.getByRole('textbox').fill('delete 2')
    await act.click()
    await page.getByText('2 servers were deleted').waitFor()
    await page.getByRole('link', { name: 'north-2' }).waitFor({ state: 'detached' })
    const left = await admin.get<{ name: string }[]>('/api/servers')
    expect(left.map(({ name }) => name).sort()).toEqual(['north-1', 'south-1'])
    expect(problems).toEqual([])
  })
})

describe('groups and tags', () => {
  it('are created, assigned, renamed and merged; a wrong name is shown where it was typed', async () => {
    const { page, problems } = await openList()
    await page.getByRole('button', { name: 'Groups and tags' }).click()
    const labels = page.getByRole('dialog', { name: 'Groups and tags' })
    const newGroup = labels.getByLabel('New group')
    for (const name of ['Asia', 'Europe']) {
      await newGroup.fill(name)
      await newGroup.press('Enter')
      await labels.getByRole('button', { name: `Rename ${name}` }).waitFor()
      expect(await newGroup.inputValue()).toBe('')
    }
    await labels.getByRole('button', { name: 'Rename Asia' }).click()
    const groupName = labels.getByLabel('Group name')
    await groupName.fill('Europe')
    await groupName.press('Enter')
    await labels.locator('[aria-invalid=true]').waitFor()
    expect(await groupName.evaluate((field) => field === document.activeElement)).toBe(true)
    await groupName.fill('Africa')
    await groupName.press('Enter')
    await labels.getByRole('button', { name: 'Rename Africa' }).waitFor()
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: 'Select', exact: true }).click()
    for (const name of ['north-1', 'south-1']) await page.getByLabel(`Select ${name}`).click()
    await page.getByRole('button', { name: 'Group', exact: true }).click()
    const move = page.getByRole('dialog', { name: 'Move 2 servers to a group' })
    await move.getByLabel('Group', { exact: true }).selectOption({ label: 'New group' })
    await move.getByRole('button', { name: 'Move' }).click()
    await move.locator('[aria-invalid=true]').waitFor()
    await move.getByLabel('Group name').fill('America')
    await move.getByRole('button', { name: 'Move' }).click()
    await move.waitFor({ state: 'detached' })
    await page.getByText('2 servers updated').waitFor()

    const servers = await admin.get<{ id: string; name: string }[]>('/api/servers')
    const tag = (name: string, tags: string[]) =>
      admin.send('PUT', `/api/servers/${servers.find((each) => each.name === name)?.id}/tags`, { tags })
    await tag('north-1', ['prod'])
    await tag('south-1', ['production'])
    await page.getByRole('button', { name: 'Groups and tags' }).click()
    await labels.getByRole('tab', { name: 'Tags' }).click()
    await labels.getByRole('button', { name: 'Rename production' }).click()
    await labels.getByLabel('Tag', { exact: true }).fill('not a tag')
    await labels.getByLabel('Tag', { exact: true }).press('Enter')
    await labels.locator('[aria-invalid=true]').waitFor()
    await labels.getByLabel('Tag', { exact: true }).fill('prod')
    await labels.getByText('prod already exists. The two tags will be merged.').waitFor()
    await labels.getByLabel('Tag', { exact: true }).press('Enter')
    await labels.getByText('2 servers').waitFor()
    expect(await labels.getByRole('button', { name: /^Rename/ }).count()).toBe(1)
    expect(problems).toEqual([])
  })
})

describe('a new code', () => {
  it("is shown as valid although the browser's clock is wrong, and never again once used", async () => {
    const { page, problems } = await stage.tab({ url: server.url, session: admin, isOwn: true })
    await page.clock.install({ time: Date.now() + 3 * 86_400_000 })
    await page.goto('/servers')
    await page.getByRole('button', { name: 'Add server' }).click()
    await page.getByLabel('Name', { exact: true }).fill('edge-1')
    await page.getByRole('button', { name: 'Add and show code' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('One-time code').waitFor()
    // the page knows the clock of the server to the second, and ticks once a second
    expect(await dialog.getByRole('timer').innerText()).toMatch(/^(10:0[012]|9:\d\d)$/)
    const code = await dialog.locator('code').first().innerText()

    await dialog.getByText('Agent capabilities').click()
    await dialog.getByLabel('Processes').click()
    await dialog.getByText('npx --no-install svc-agent --allow-cap processes').waitFor()

    const token = newRunToken()
    await claim(server.url, code, token)
    await dialog.getByText('edge-1 is enrolled').waitFor()
    expect(await page.content()).not.toContain(code)
    const agent = await connectAgent(server.url, token)
    await dialog.getByText('edge-1 is connected').waitFor()
    agent.socket.close()
    await dialog.getByText('edge-1 connected, but is offline again').waitFor()
    expect(await page.content()).not.toContain(code)
    expect(problems).toEqual([])
  })
})

describe('the server form', () => {
  it('shows errors at their fields, and asks before discarding changes', async () => {
    const { page, problems } = await openList()
    await page.getByRole('link', { name: 'north-1' }).click()
    await page.getByRole('button', { name: 'Edit' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit north-1' })
    await dialog.getByText('Billing and traffic').click()
    await dialog.getByLabel('Cycle starts on day').fill('31')
    await dialog.getByLabel('Price').fill('4.50')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('Enter a whole number from 1 to 28.').waitFor()
    await until('the field to have the focus', () =>
      dialog.getByLabel('Cycle starts on day').evaluate((field) => field === document.activeElement),
    )

    await page.goBack()
    await page.getByRole('dialog', { name: 'Discard unsaved changes?' }).getByRole('button', { name: 'Cancel' }).click()
    await dialog.getByLabel('Cycle starts on day').fill('15')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'System information' }).click()
    await page.getByText('4.50, Monthly', { exact: true }).waitFor()
    const saved = await admin.get<{ price: number; billing_start_day: number }>(`/api/servers/${ids[0]}`)
    expect([saved.price, saved.billing_start_day]).toEqual([4.5, 15])
    expect(problems).toEqual([])
  })
})
