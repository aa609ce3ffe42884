import type { Page } from '@svc/e2e/browser'
import { onboard } from '@svc/e2e/enrol'
import { checkPage } from '@svc/e2e/page-check'
import { writePast } from '@svc/e2e/past'
import { freePort } from '@svc/e2e/place'
import type { Server } from '@svc/e2e/server'
import { firstSignIn, type Session } from '@svc/e2e/session'
import { makeStage } from '@svc/e2e/stage'
import { until } from '@svc/e2e/until'
import { beforeAll, describe, expect, it } from 'vitest'

const stage = makeStage()
let server: Server
let admin: Session
const ids = { busy: '', empty: '' }

beforeAll(async () => {
  const options = { directory: stage.directory(), port: await freePort() }
  const first = await stage.server(options)
  admin = await firstSignIn(first)
  for (const name of ['busy', 'empty'] as const) ids[name] = (await onboard(admin, name)).server_id
  await first.stop()
  const disks = Array.from({ length: 12 }, (_, i) => `disk${i + 1}`)
  await writePast(first.dataDir, [{ name: 'busy', days: 9, disks, gpus: ['A100', 'H100'], away: [[9, 7]] }])
  server = await stage.server(options)
})

async function open(range: string, name: keyof typeof ids = 'busy') {
  const tab = await stage.tab({ url: server.url, session: admin })
  await tab.page.goto(`/servers/${ids[name]}?range=${range}`)
  return tab
}

const rangeOf = (page: Page) => new URL(page.url()).searchParams.get('range')
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLInputElement | null
    return element?.getAttribute('aria-label') ?? element?.labels?.[0]?.textContent ?? element?.textContent ?? ''
  })

describe('by keyboard', () => {
  it('the range is selected with arrow keys and stays focused', async () => {
    const { page, problems } = await open('24h')
    await page.getByRole('figure', { name: 'CPU' }).waitFor()
    await page.getByRole('radio', { name: '24 h' }).focus()
    for (const [key, range, name] of [
      ['ArrowRight', '7d', '7 d'],
      ['ArrowLeft', '24h', '24 h'],
      ['ArrowLeft', '6h', '6 h'],
      ['ArrowLeft', '1h', '1 h'],
      ['ArrowLeft', 'live', 'Live'],
      ['ArrowRight', '1h', '1 h'],
    ] as const) {
      await page.keyboard.press(key)
      await until(`the range ${range}`, async () => rangeOf(page) === range)
      expect(await focused(page)).toBe(name)
    }
    expect(problems).toEqual([])
  })

  it('controls are focused in visual order', async () => {
    const { page } = await open('24h')
    await page.getByRole('figure', { name: 'CPU' }).waitFor()
    await page.getByRole('button', { name: 'Export all metrics as CSV' }).waitFor()
    await page.getByRole('radio', { name: '24 h' }).focus()
    const order: string[] = []
    for (let i = 0; i < 9; i++) {
      await page.keyboard.press('Tab')
      order.push(await focused(page))
    }
    const expected = [
      /^Custom$/,
      /^Export all metrics/,
      /^More for CPU$/,
      /^CPU\. /,
      /^More for Memory$/,
      /^Memory/,
      /^Swap/,
    ]
    expect(order.length).toBeGreaterThan(expected.length)
    for (const [i, words] of expected.entries()) expect(order[i]).toMatch(words)
  })

  it('zooms to a selected range; focus moves on when the zoom-out button disappears', async () => {
    const { page, problems } = await open('24h')
    const zoom = async () => {
      await until('the wide range', async () => rangeOf(page) === '24h')
      const chart = page.getByRole('slider', { name: /^CPU\. / })
      await chart.waitFor()
      await chart.focus()
      await page.keyboard.press('End')
      for (let i = 0; i < 10; i++) await page.keyboard.press('Shift+ArrowLeft')
      await page.keyboard.press('Enter')
      await until('the narrow range', async () => /^\d+-\d+$/.test(rangeOf(page) ?? ''))
    }
    await zoom()
    await page.getByRole('main').getByRole('button', { name: 'Zoom out' }).first().focus()
    await page.keyboard.press('Enter')
    await until('the focus on the next button', async () => (await focused(page)) === 'Custom')
    await zoom()
    await page.locator('section', { hasText: 'CPU' }).getByRole('button', { name: 'Zoom out' }).first().focus()
    await page.keyboard.press('Enter')
    await until('the focus in the same card', async () => /^More for /.test(await focused(page)))
    expect(problems).toEqual([])
  })

  it('a new range is announced once', async () => {
    const { page } = await open('24h')
    await page.getByText(/One point per minute/).waitFor()
    await page.getByRole('figure', { name: 'CPU' }).waitFor()
    await page.evaluate(() => {
      const announced: string[] = []
      Object.assign(window, { announced })
      const regions = '[role=status],[role=alert],[aria-live]:not([aria-live=off])'
      new MutationObserver((changes) => {
        for (const { target } of changes) {
          const element = target instanceof Element ? target : target.parentElement
          const region = element?.closest(regions)
          if (region?.textContent) announced.push(region.textContent)
        }
      }).observe(document.body, { subtree: true, childList: true, characterData: true })
    })
    await page.getByRole('radio', { name: '24 h' }).focus()
    await page.keyboard.press('ArrowRight')
    await page.getByText(/Hourly averages/).waitFor()
    await page.waitForTimeout(3000)
    const announced = await page.evaluate(() => (window as unknown as { announced: string[] }).announced)
    expect(announced).toEqual([expect.stringMatching(/^Hourly averages/)])
  })
})

interface State {
  readonly name: string
  readonly range: string
  readonly server?: keyof typeof ids
  readonly reach: (page: Page) => Promise<void>
}

const cpu = (page: Page) => page.getByRole('figure', { name: 'CPU' }).first().waitFor()
async function fromMenu(page: Page, item: string) {
  await cpu(page)
  await page.getByRole('button', { name: 'More for Memory' }).click()
  await page.getByRole('menuitem', { name: item }).click()
  await page.getByRole('dialog').waitFor()
}

const states: State[] = [
  {
    name: 'live charts of a server that does not report',
    range: 'live',
    server: 'empty',
    reach: (page) => page.getByText('No live data').waitFor(),
  },
  {
    name: 'a range without records',
    range: '24h',
    server: 'empty',
    reach: (page) => page.getByText('No data in this time range').first().waitFor(),
  },
  { name: 'all values of a chart', range: '1h', reach: (page) => fromMenu(page, 'Show data') },
  { name: 'an expanded chart', range: '24h', reach: (page) => fromMenu(page, 'Expand') },
  {
    name: 'a hidden line',
    range: '7d',
    reach: async (page) => {
      await cpu(page)
      await page.getByRole('button', { name: /^Swap/, pressed: true }).click()
    },
  },
  {
    name: 'all disks and the GPU menu',
    range: '1h',
    reach: async (page) => {
      await cpu(page)
      await page.getByRole('region', { name: 'Disk I/O by device' }).scrollIntoViewIfNeeded()
      await page.getByRole('button', { name: 'Show all 12' }).click()
      const gpus = page.getByRole('region', { name: 'GPUs' })
      await gpus.scrollIntoViewIfNeeded()
      await gpus.getByRole('button', { name: '2 of 2 devices' }).click()
      await page.getByRole('menuitemcheckbox').first().waitFor()
    },
  },
]

it.each(states)('$name: accessible and fits, in light and dark, wide and on a phone', async (state) => {
  const tab = await open(state.range, state.server)
  await state.reach(tab.page)
  await checkPage(tab)
})
