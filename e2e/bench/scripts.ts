import { gzipSync } from 'node:zlib'
import type { Page, Response } from 'playwright-core'

declare global {
  interface Window {
    /** URLs loaded before the first matching element appeared */
    loadedBefore?: readonly string[]
  }
}

interface Scripts {
  /** size as a proxy would send them, compressed */
  readonly kilobytes: number
  /** number of scripts that contain `text` */
  readonly with: (text: string) => number
}

/** Collects the dashboard's scripts that `page` loads. Call before opening the page. */
export function watchScripts(page: Page): (addresses?: readonly string[]) => Promise<Scripts> {
  const responses = new Map<string, Response>()
  page.on('response', (response) => {
    const isOurs = !response.url().includes('/api/')
    if (response.request().resourceType() === 'script' && isOurs) responses.set(response.url(), response)
  })
  return async (addresses = [...responses.keys()]) => {
    // Read afterwards: to hand over a megabyte would hold up the page that is measured.
    const all = await Promise.all(addresses.flatMap((address) => responses.get(address)?.body() ?? []))
    return {
      kilobytes: all.reduce((sum, body) => sum + gzipSync(body, { level: 6 }).length, 0) / 1024,
      with: (text) => all.filter((body) => body.includes(text)).length,
    }
  }
}

/**
 * Records in the page which URLs were loaded before the first matching element appeared; it did not need later ones.
 * Call before opening the page.
 */
export const noteLoadedBefore = (page: Page, selector: string): Promise<unknown> =>
  page.addInitScript((wanted) => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector(wanted)) return
      observer.disconnect()
      window.loadedBefore = performance.getEntriesByType('resource').map(({ name }) => name)
    }).observe(document, { childList: true, subtree: true })
  }, selector)
