import type { Locator } from '@svc/e2e/browser'
import { onboard } from '@svc/e2e/enrol'
import { simulateAgent } from '@svc/e2e/simulated-agent'
import { admin, server, withServer } from '@svc/e2e/with-server'
import { describe, expect, it } from 'vitest'

const stage = withServer()

/** A tab without a mouse that counts keys; the letters of a word are one. */
async function openByKeyboard() {
  const { page, problems } = await stage.tab({ url: server.url, session: admin })
  await page.goto('/')
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  let count = 0
  const press = async (key: string) => {
    count += 1
    await page.keyboard.press(key)
  }
  return {
    page,
    problems,
    press,
    steps: () => count,
    type: async (text: string) => {
      count += 1
      await page.keyboard.type(text)
    },
    /** Moves the focus to something as Tab does, and not further than a user would. */
    tabTo: async (wanted: Locator, key = 'Tab') => {
      await wanted.first().waitFor()
      for (let i = 0; i < 40; i++) {
        if (await wanted.first().evaluate((element) => element === document.activeElement)) return
        await press(key)
      }
      throw new Error(`${wanted} is more than 40 steps away`)
    },
    /** Opens something by its name, as the command palette offers it. */
    go: async (words: string, option: string) => {
      await press('Control+k')
      await page.getByRole('combobox', { name: 'Search or jump to' }).waitFor()
      count += 1
      await page.keyboard.type(words)
      await page.getByRole('option', { name: option, selected: true }).first().waitFor()
      await press('Enter')
    },
  }
}

describe('by keyboard only', () => {
  it('a second server is added', async () => {
    await onboard(admin, 'first-1')
    const { page, problems, type, press, go, tabTo, steps } = await openByKeyboard()
    await go('add server', 'Add server')
    const dialog = page.getByRole('dialog', { name: 'Add server' })
    await tabTo(dialog.getByLabel('Name', { exact: true }))
    await type('second-1')
    await press('Enter')
    await page
      .getByText(/^Waiting for the agent/)
      .first()
      .waitFor()
    expect(steps()).toBeLessThanOrEqual(6)
    expect(problems).toEqual([])
  })

  it('the CPU of the last day is read', async () => {
    const { enrollment } = await onboard(admin, 'web-1')
    const agent = await simulateAgent(server.url, enrollment.code)
    stage.later(() => agent.close())
    const { page, problems, press, go, tabTo, steps } = await openByKeyboard()
    await go('web-1', 'web-1')
    await page.getByRole('heading', { name: 'web-1' }).waitFor()
    await tabTo(page.getByRole('radio', { name: '1 h', exact: true }))
    await press('ArrowRight')
    await press('ArrowRight')
    await page.waitForURL('**range=24h')
    expect(steps()).toBeLessThanOrEqual(12)
    expect(problems).toEqual([])
  })

  it('the first channel is added', async () => {
    const { page, problems, type, press, go, tabTo, steps } = await openByKeyboard()
    await go('notifications', 'Notifications')
    const add = page.getByRole('button', { name: 'Add channel' })
    await tabTo(add)
    await press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Add channel' })
    await tabTo(dialog.getByLabel('Name', { exact: true }))
    await type('Ops')
    await tabTo(dialog.getByLabel('URL', { exact: true }))
    await type('https://hooks.example.com/ops')
    await tabTo(dialog.getByRole('button', { name: 'Add', exact: true }))
    await press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('Ops', { exact: true }).first().waitFor()
    expect(steps()).toBeLessThanOrEqual(40)
    expect(problems).toEqual([])
  })

  it('targets are assigned to 30 servers', async () => {
    for (let n = 1; n <= 30; n += 1) await onboard(admin, `edge-${n}`)
    const { page, problems, type, press, go, tabTo, steps } = await openByKeyboard()
    await go('network', 'Network')
    await tabTo(page.getByRole('button', { name: 'Assign targets' }))
    await press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Assign targets' })
    await tabTo(dialog.getByRole('searchbox').first())
    await type('cloudflare')
    await tabTo(dialog.getByRole('checkbox', { name: /Cloudflare/ }))
    await press('Space')
    await tabTo(dialog.getByRole('button', { name: 'Assign targets' }), 'Shift+Tab')
    await press('Enter')
    await page.getByText(/^Targets assigned to 3\d servers$/).waitFor()
    expect(steps()).toBeLessThanOrEqual(28)
    expect(problems).toEqual([])
  })
})
