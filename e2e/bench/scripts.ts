import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'

declare global {
  interface Window {
    /** addresses of what had come when the first element of interest was there */
    loadedBefore?: readonly string[]
  }
}

interface Scripts {
  /** bytes as a proxy would send them */
  readonly kilobytes: number
  /** how many of them contain `text` */
  readonly with: (text: string) => number
}

/** Collects our scripts that `page` loads. To be called before the page is opened. */
export function watchScripts(page: Page): (addresses?: readonly string[]) => Promise<Scripts> {
  const bodies = new Map<string, Promise<Buffer>>()
  page.on('response', (response) => {
    const isOurs = !response.url().includes('/api/')
    if (response.request().resourceType() === 'script' && isOurs) bodies.set(response.url(), response.body())
  })
  return async (addresses = [...bodies.keys()]) => {
    const all = await Promise.all(addresses.flatMap((address) => bodies.get(address) ?? []))
    return {
      kilobytes: all.reduce((sum, body) => sum + gzipSync(body, { level: 6 }).length, 0) / 1024,
      with: (text) => all.filter((body) => body.includes(text)).length,
    }
  }
}

/**
 * Remembers in the page what had come when the first element that matches was there: what is loaded after it was not
 * needed for it. To be called before the page is opened.
 */
export const noteLoadedBefore = (page: Page, selector: string): Promise<unknown> =>
  page.addInitScript((wanted) => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector(wanted)) return
      observer.disconnect()
      window.loadedBefore = performance.getEntriesByType('resource').map(({ name }) => name)
    }).observe(document, { childList: true, subtree: true })
  }, selector)
