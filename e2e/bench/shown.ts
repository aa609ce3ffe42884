import type { Page } from 'playwright-core'

declare global {
  interface Window {
    /** when the element was first visible, in milliseconds of the wall clock */
    shownAt?: number
  }
}

/**
 * Makes each page of the tab note the first frame in which an element is visible. Playwright itself looks for an element only
 * every half second once it has tried for a quarter of one. Call before opening the page.
 */
export const watchFor = (page: Page, selector: string): Promise<unknown> =>
  page.addInitScript((wanted) => {
    const look = () => {
      if (document.querySelector(wanted)?.checkVisibility()) window.shownAt = performance.timeOrigin + performance.now()
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  }, selector)

/** Milliseconds until the element showed that `watchFor` waits for. */
export async function openAndWatch(page: Page, url: string): Promise<number> {
  const began = Date.now()
  await page.goto(url, { waitUntil: 'commit' })
  await page.waitForFunction(() => window.shownAt !== undefined, undefined, { timeout: 30_000 })
  return (await page.evaluate(() => window.shownAt ?? Number.NaN)) - began
}
