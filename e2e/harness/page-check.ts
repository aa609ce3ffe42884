import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import {
  fitsSideways,
  type Locator,
  type Page,
  type Scheme,
  type Size,
  sizes,
  type Tab,
  violations,
} from './browser.ts'

export interface PageCheckOptions {
  /** beginning of the names of its screenshots; without it there are none */
  readonly name?: string
  /** what is on the screenshots instead of the window */
  readonly part?: Locator
  /** what else must be true of each look */
  readonly also?: (scheme: Scheme, size: Size) => unknown
}

/** A screenshot in the folder that `SVC_SHOTS` names; without it there is none. */
export async function shoot(target: Page | Locator, name: string): Promise<void> {
  const folder = process.env.SVC_SHOTS
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  await settle('page' in target ? target.page() : target)
  await target.screenshot({ path: join(folder, `${name}.png`) })
}

/** Pictures are of what is loaded, not of placeholders; a page that goes on asking has its picture all the same. */
async function settle(page: Page): Promise<void> {
  const inTime = { timeout: 5000 }
  await page.waitForLoadState('networkidle', inTime).catch(() => undefined)
  await page.waitForFunction(() => !document.querySelector('[data-skeleton]'), undefined, inTime).catch(() => undefined)
}

/** No colour depends on the width of the window, so elements of both screens have theirs judged on one. */
const looks = [
  { size: 'wide', scheme: 'light', remembers: true },
  { size: 'wide', scheme: 'dark', colours: 'all' },
  { size: 'phone', scheme: 'dark' },
  { size: 'phone', scheme: 'light', colours: 'unseen' },
] as const

/**
 * Everything that must be true of a page that is shown and at rest, in both colour schemes and on both screens, without
 * loading it again: no rule of WCAG 2 A and AA is broken, nothing is wider than the window, and nothing went wrong.
 */
export async function checkPage({ page, problems }: Tab, { name, part, also }: PageCheckOptions = {}): Promise<void> {
  for (const { size, scheme, ...judging } of looks) {
    await page.setViewportSize(sizes[size])
    await page.emulateMedia({ colorScheme: scheme })
    const broken = await violations(page, judging)
    expect({ [`${scheme}, ${size}`]: broken }).toEqual({ [`${scheme}, ${size}`]: [] })
    expect({ [size]: await fitsSideways(page) }).toEqual({ [size]: true })
    await also?.(scheme, size)
    if (name) await shoot(part ?? page, `${name}-${scheme}-${size}`)
  }
  expect(problems).toEqual([])
}
