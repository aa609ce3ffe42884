import { type Accounts, accountsOf } from '@svc/e2e/accounts'
import { boardOf, note, widgetOf } from '@svc/e2e/board-page'
import type { Locator } from '@svc/e2e/browser'
import { makeStage } from '@svc/e2e/stage'
import { beforeAll, describe, expect, it } from 'vitest'

const stage = makeStage()
let accounts: Accounts

beforeAll(async () => {
  accounts = await accountsOf(stage, [{ name: 'past-1', traffic: [12, 3], age: 100 }])
})

const open = (widgets: readonly object[]) =>
  boardOf(accounts.admin, 'Lobby', widgets).then(async (id) => {
    const tab = await stage.tab({ url: accounts.server.url, session: accounts.admin })
    return { ...tab, id }
  })

const boxOf = async (element: Locator) => {
  const box = await element.boundingBox()
  if (!box) throw new Error('it is not on the page')
  return box
}

describe('the wall', () => {
  it('is kept after a reload, until the user leaves it', async () => {
    const { page, problems, id } = await open([note('A', 0, 0)])
    await page.goto(`/dashboards?board=${id}`)
    await page.getByRole('button', { name: 'Full screen' }).click()
    const leave = page.getByRole('button', { name: 'Exit full screen' })
    await leave.waitFor()
    await page.reload()
    await leave.waitFor()
    expect((await boxOf(widgetOf(page, 'A'))).x).toBeLessThan(40)
    const menu = page.locator('nav').first()
    expect(await menu.evaluate((element) => element.closest('[inert]') !== null)).toBe(true)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Edit', exact: true }).waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Edit', exact: true }).waitFor()
    expect(await leave.count()).toBe(0)
    expect(problems).toEqual([])
  })

  it('is enlarged, with sharp charts and a correct pointer position', async () => {
    const at = { grid_x: 0, grid_y: 0, grid_w: 6, grid_h: 4 }
    const { page, problems, id } = await open([{ widget_type: 'traffic-bar', config: { hours: 720 }, ...at }])
    await page.setViewportSize({ width: 3200, height: 1800 })
    await page.goto(`/dashboards?board=${id}&wall=true`)
    const over = page.locator('.u-over')
    await over.waitFor()
    const { x, y, width, height } = await boxOf(over)
    // zoom 2
    expect(width).toBeGreaterThan(1200)
    const canvas = page.locator('canvas')
    const drawn = await canvas.evaluate((element) => (element as HTMLCanvasElement).width)
    expect(Math.abs(drawn - (await boxOf(canvas)).width)).toBeLessThan(5)
    for (const share of [0.25, 0.75]) {
      await page.mouse.move(x + width * share, y + height / 2)
      const line = await boxOf(page.locator('.u-cursor-x'))
      expect(Math.abs(line.x - (x + width * share))).toBeLessThan(5)
    }
    expect(problems).toEqual([])
  })
})
