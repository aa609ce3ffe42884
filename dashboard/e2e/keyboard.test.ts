import { type Locator, type Page, sizes } from '@svc/e2e/browser'
import { makeClock } from '@svc/e2e/clock'
import { onboard } from '@svc/e2e/enrol'
import type { Server } from '@svc/e2e/server'
import { firstSignIn, type Session } from '@svc/e2e/session'
import { simulateAgent } from '@svc/e2e/simulated-agent'
import { makeStage } from '@svc/e2e/stage'
import { until } from '@svc/e2e/until'
import { beforeAll, describe, expect, it } from 'vitest'

const stage = makeStage()
/** Rules are evaluated once a minute. */
const clock = makeClock(stage.directory())
let server: Server
let admin: Session
beforeAll(async () => {
  server = await stage.server({ env: clock.env })
  admin = await firstSignIn(server)
})

/** Why the focus is not visible, or is only in part; undefined if it is. */
const hiddenFocus = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement
    if (!element || element === document.body) return 'nothing has the focus'
    // Regions that get the focus to continue in them need no ring.
    if (element.matches('main, [role=dialog], [tabindex="-1"]')) return undefined
    const name = element.outerHTML.slice(0, 200)
    let ringed: Element | null = element
    let ring = 0
    for (; ringed; ringed = ringed.parentElement) {
      const looks = [getComputedStyle(ringed), getComputedStyle(ringed, '::after')]
      const look = looks.find(({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && outlineWidth !== '0px')
      ring = look ? Number.parseFloat(look.outlineWidth) + Number.parseFloat(look.outlineOffset) : 0
      if (look) break
    }
    if (!ringed) return `no ring: ${name}`
    const box = ringed.getBoundingClientRect()
    for (let around = ringed.parentElement; around; around = around.parentElement) {
      if (getComputedStyle(around).overflow === 'visible') continue
      const edge = around.getBoundingClientRect()
      const cut = [edge.left - box.left, edge.top - box.top, box.right - edge.right, box.bottom - edge.bottom]
      if (cut.some((px) => px + ring > 1)) return `the ring is cut: ${name} by ${around.className}`
    }
    return undefined
  })

/** A tab without a mouse that counts keys; the letters of a word are one. */
async function openByKeyboard() {
  const { page, problems } = await stage.tab({ url: server.url, session: admin })
  await page.goto('/')
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  let count = 0
  const press = async (key: string) => {
    count += 1
    await page.keyboard.press(key)
    if (!/Tab$/.test(key)) return
    const hidden = await hiddenFocus(page)
    if (hidden) problems.push(hidden)
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

/** A tab that counts clicks. */
async function openByMouse() {
  const { page, problems } = await stage.tab({ url: server.url, session: admin })
  await page.goto('/')
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  let count = 0
  const click = async (wanted: Locator) => {
    count += 1
    await wanted.first().click()
  }
  return { page, problems, click, clicks: () => count }
}

it('the first channel is added with two clicks on Home', async () => {
  await onboard(admin, 'first-1')
  const { page, problems, click, clicks } = await openByMouse()
  await click(page.getByRole('link', { name: 'Add channel' }))
  const dialog = page.getByRole('dialog', { name: 'Add channel' })
  await dialog.getByLabel('Name', { exact: true }).fill('Night')
  await dialog.getByLabel('URL', { exact: true }).fill('https://hooks.example.com/night')
  await click(dialog.getByRole('button', { name: 'Add', exact: true }))
  await page.getByText('Night', { exact: true }).first().waitFor()
  expect([clicks(), problems]).toEqual([2, []])
})

describe('by keyboard only', () => {
  it('a second server is added', async () => {
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

  it('a channel is added', async () => {
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

  it('the worst server is opened from Home', async () => {
    const { enrollment } = await onboard(admin, 'full-1')
    const agent = await simulateAgent(server.url, enrollment.code, () => ({ disk_used: 99 * 2 ** 30 }))
    stage.later(() => agent.close())
    const { page, problems, press, tabTo, steps } = await openByKeyboard()
    const worst = page.getByRole('list', { name: 'Servers that need attention, worst first' }).getByRole('link')
    await tabTo(worst)
    await press('Enter')
    await page.getByRole('heading', { name: 'full-1' }).waitFor()
    expect(steps()).toBeLessThanOrEqual(30)
    expect(problems).toEqual([])
  })

  it('a monitor is added', async () => {
    const { page, problems, type, press, go, tabTo, steps } = await openByKeyboard()
    await go('monitors', 'Service monitors')
    await tabTo(page.getByRole('button', { name: 'Add monitor' }))
    await press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Add monitor' })
    await dialog.waitFor()
    await type('Shop')
    await press('Tab')
    await type('https://shop.example.com/')
    await press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('row', { name: /Shop/ }).waitFor()
    expect(steps()).toBeLessThanOrEqual(12)

    const enabled = page.getByRole('switch', { name: 'Enable Shop' })
    await tabTo(enabled)
    await press('Space')
    await page.getByRole('switch', { name: 'Enable Shop', checked: false, disabled: false }).waitFor()
    expect(await enabled.evaluate((element) => element === document.activeElement)).toBe(true)
    expect(problems).toEqual([])
  })

  it('the threshold of a rule is changed', async () => {
    const rules = [{ rule_type: 'cpu', min: 80 }]
    await admin.send('POST', '/api/alert-rules', { name: 'Busy', rules })
    const { page, problems, type, press, go, tabTo, steps } = await openByKeyboard()
    await go('alert rules', 'Alert rules')
    const edit = page.getByRole('button', { name: 'Edit Busy' })
    await tabTo(edit)
    await press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Edit alert rule' })
    await tabTo(dialog.getByLabel('At or above'))
    await type('95')
    await press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('row', { name: /CPU at or above 95%/ }).waitFor()
    await expect.poll(() => edit.evaluate((element) => element === document.activeElement)).toBe(true)
    expect(steps()).toBeLessThanOrEqual(24)
    expect(problems).toEqual([])
  })

  it('a dashboard is made, with a widget', async () => {
    const { page, problems, type, press, go, tabTo, steps } = await openByKeyboard()
    await go('dashboards', 'Dashboards')
    await tabTo(page.getByRole('button', { name: 'More dashboard actions' }))
    await press('Enter')
    await page.getByRole('menuitem', { name: 'New dashboard' }).waitFor()
    await press('Enter')
    await page.getByRole('dialog', { name: 'New dashboard' }).waitFor()
    await type('Wall')
    await press('Enter')
    await tabTo(page.getByRole('button', { name: 'Add widget' }))
    await press('Enter')
    const picker = page.getByRole('dialog', { name: 'Add widget' })
    await picker.waitFor()
    await type('text')
    await tabTo(picker.getByRole('button', { name: /^Text/ }))
    await press('Enter')
    const form = page.getByRole('dialog', { name: /^Add (?!widget$)/ })
    await tabTo(form.getByLabel('Markdown'))
    await type('Ask Ana first')
    await tabTo(form.getByRole('button', { name: 'Add to dashboard' }))
    await press('Enter')
    await form.waitFor({ state: 'detached' })
    await tabTo(page.getByRole('button', { name: 'Save', exact: true }))
    await press('Enter')
    await page.getByRole('button', { name: 'Edit', exact: true }).waitFor()
    await page.getByText('Ask Ana first').waitFor()
    expect(steps()).toBeLessThanOrEqual(40)
    expect(problems).toEqual([])
  })

  describe('while an alert fires', () => {
    beforeAll(async () => {
      const { enrollment } = await onboard(admin, 'lost-1')
      await admin.send('POST', '/api/alert-rules', { name: 'Lost', rules: [{ rule_type: 'offline', duration: 0 }] })
      ;(await simulateAgent(server.url, enrollment.code)).close()
      await clock.forwardUntil([server], () =>
        until('the alert', async () => {
          const events = await admin.get<{ status: string }[]>('/api/alert-events')
          return events.some(({ status }) => status === 'firing')
        }),
      )
    })

    it('it is acknowledged with two clicks', async () => {
      const { page, problems, click, clicks } = await openByMouse()
      await click(page.getByRole('link', { name: /active alert/ }))
      await click(page.getByRole('button', { name: /^Acknowledge/ }))
      await page.getByText('Acknowledged by').first().waitFor()
      expect([clicks(), problems]).toEqual([2, []])
      await click(page.getByRole('button', { name: 'Remove acknowledgement' }))
      await page
        .getByRole('button', { name: /^Acknowledge/ })
        .first()
        .waitFor()
    })

    it('it is acknowledged', async () => {
      const { page, problems, press, go, tabTo, steps } = await openByKeyboard()
      await go('alerts', 'Alerts')
      await tabTo(page.getByRole('button', { name: /^Acknowledge/ }))
      await press('Enter')
      await page.getByText('Acknowledged by').first().waitFor()
      const undo = page.getByRole('button', { name: 'Remove acknowledgement' })
      expect(steps()).toBeLessThanOrEqual(14)
      await expect.poll(() => undo.evaluate((element) => element === document.activeElement)).toBe(true)
      expect(problems).toEqual([])
    })

    it('it is silenced for an hour', async () => {
      const { page, problems, press, go, tabTo, steps } = await openByKeyboard()
      await go('alerts', 'Alerts')
      const silence = page.getByRole('button', { name: /^Silence/ })
      await tabTo(silence)
      await press('Enter')
      await page.getByRole('menuitem', { name: 'For 1 hour' }).waitFor()
      await press('Enter')
      await page.getByRole('row', { name: /Lost.*Silenced/ }).waitFor()
      expect(steps()).toBeLessThanOrEqual(16)
      await expect.poll(() => silence.first().evaluate((element) => element === document.activeElement)).toBe(true)
      expect(problems).toEqual([])
    })
  })
})

it('for someone who wants no animations, colours and widths change at once', async () => {
  const { page, problems } = await stage.tab({ url: server.url, session: admin })
  await page.goto('/')
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  await page.evaluate(() => {
    document.addEventListener('transitionrun', () => document.body.append('moves'))
  })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.locator('html[data-theme=dark]').waitFor()
  await page.setViewportSize(sizes.phone)
  await page.evaluate(() => new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown))))
  expect(await page.getByText('moves').count()).toBe(0)
  expect(problems).toEqual([])
})

describe('in few clicks', () => {
  it('a server is added', async () => {
    const { page, problems, click, clicks } = await openByMouse()
    await click(page.getByRole('link', { name: /^Servers/ }))
    await click(page.getByRole('button', { name: 'Add server' }))
    await page.getByRole('dialog', { name: 'Add server' }).getByLabel('Name', { exact: true }).fill('third-1')
    await page.keyboard.press('Enter')
    await page
      .getByText(/^Waiting for the agent/)
      .first()
      .waitFor()
    expect([clicks(), problems]).toEqual([2, []])
  })

  it('the CPU of the last day is read', async () => {
    const { page, problems, click, clicks } = await openByMouse()
    await click(page.getByRole('link', { name: /full-1/ }))
    await click(page.getByText('24 h', { exact: true }))
    await page.waitForURL('**range=24h')
    expect([clicks(), problems]).toEqual([2, []])
  })

  it('targets are assigned to 30 servers', async () => {
    for (let n = 1; n <= 30; n += 1) await onboard(admin, `core-${n}`)
    const { page, problems, click, clicks } = await openByMouse()
    await click(page.getByRole('link', { name: 'Network' }))
    await click(page.getByRole('button', { name: 'Assign targets' }))
    const dialog = page.getByRole('dialog', { name: 'Assign targets' })
    await dialog.getByRole('searchbox').first().fill('google')
    await click(dialog.getByRole('checkbox', { name: /Google/ }))
    await click(dialog.getByRole('button', { name: 'Assign targets' }))
    await page.getByText(/^Targets assigned to 3\d servers$/).waitFor()
    expect([clicks(), problems]).toEqual([4, []])
  })
})
