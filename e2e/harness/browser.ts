import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { RunOptions } from 'axe-core'
import { type Browser, type BrowserContext, type ConsoleMessage, chromium, type Page } from 'playwright-core'

export type { Download, Locator, Page, Request } from 'playwright-core'

import { adminPassword, type Session } from './session.ts'
import { hangMs } from './until.ts'

const launched = new Map<string, Promise<Browser>>()

/** A browser of this worker, which all its spec files share. It ends with the worker. */
function sharedBrowser(executablePath: string, ...args: string[]): Promise<Browser> {
  const browser = launched.get(executablePath) ?? chromium.launch({ executablePath, args: ['--no-sandbox', ...args] })
  launched.set(executablePath, browser)
  return browser
}

export type Scheme = 'light' | 'dark'
export type Size = 'wide' | 'phone'

export const sizes = { wide: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } }

export interface TabOptions {
  readonly url: string
  /** whose cookie the browser has from the start */
  readonly session?: Session
  readonly scheme?: Scheme
  readonly size?: Size
  readonly locale?: string
  /** shows animations, which take a browser without a graphics card long; others ask for none, as a user's system may */
  readonly isAnimated?: boolean
  /** in the whole browser, which starts slower, because the usual one cannot show notifications; they are permitted */
  readonly showsNotifications?: boolean
  /** no later test gets it, because this one changes it for good: with scripts, a clock or the debugger */
  readonly isOwn?: boolean
}

/** A page of its own context, and everything that went wrong in it. */
export interface Tab {
  readonly page: Page
  readonly context: BrowserContext
  /** uncaught errors, console errors, and answers of our server that are failures of ours */
  readonly problems: string[]
}

/**
 * The browser's own remark: about an answer, which is the test's business, or about what the page of another site, such
 * as a provider of sign-in, loads from anywhere.
 */
function isRemark(message: ConsoleMessage, url: string): boolean {
  const text = message.text()
  if (!text.startsWith('Failed to load resource: ')) return false
  return / status of 4\d\d/.test(text) || !message.location().url.startsWith(url)
}

/** A blur behind a dialog takes a browser without a graphics card more time than all the rest of the page. */
function withoutBlur() {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('* { backdrop-filter: none !important }')
  document.adoptedStyleSheets.push(sheet)
}

const signedIn = async (context: BrowserContext, { url, session }: TabOptions): Promise<void> => {
  if (!session) return
  const [name = '', value = ''] = session.cookie.split('=')
  await context.addCookies([{ name, value, url, httpOnly: true, sameSite: 'Strict' }])
}

/** The tab, which from now on notes what goes wrong in it. */
function watched(page: Page, context: BrowserContext, url: string): Tab {
  page.setDefaultTimeout(hangMs)
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(`uncaught: ${error.stack ?? error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error' && !isRemark(message, url)) problems.push(`console: ${message.text()}`)
  })
  page.on('response', (response) => {
    if (response.status() >= 500) problems.push(`${response.status()} ${response.url()}`)
  })
  return { page, context, problems }
}

export async function openTab(options: TabOptions): Promise<Tab> {
  const { url, scheme = 'light', size = 'wide', locale = 'en-US' } = options
  const { showsNotifications = false, isAnimated = false } = options
  const browser = await (showsNotifications
    ? sharedBrowser('/usr/bin/chromium', '--headless=new')
    : sharedBrowser('/usr/bin/chromium-headless-shell'))
  const reducedMotion = isAnimated ? 'no-preference' : 'reduce'
  const context = await browser.newContext({
    viewport: sizes[size],
    colorScheme: scheme,
    locale,
    baseURL: url,
    reducedMotion,
  })
  await context.addInitScript(withoutBlur)
  const permissions = ['clipboard-read', 'clipboard-write', ...(showsNotifications ? ['notifications'] : [])]
  await context.grantPermissions(permissions, { origin: url })
  await signedIn(context, options)
  return watched(await context.newPage(), context, url)
}

/** Events that tests listen to. */
const events = ['request', 'requestfinished', 'requestfailed', 'response', 'websocket', 'pageerror', 'console'] as const

/** Makes a tab empty, without closing it. Rejects if the server does not answer. */
export async function emptyTab({ page, context }: Tab, url: string): Promise<void> {
  for (const event of events) page.removeAllListeners(event)
  for (const routed of [page, context]) await routed.unrouteAll({ behavior: 'ignoreErrors' })
  await page.mouse.move(-1, -1)
  // A page of another origin would have another process, and what this one has compiled would be lost.
  await page.goto(`${url}/healthz`, { timeout: 5000 })
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
}

/** An empty tab that was opened for the same person in the same language, as `openTab` would open it. */
export async function reopenTab({ page, context }: Tab, options: TabOptions): Promise<Tab> {
  const { url, scheme = 'light', size = 'wide', isAnimated = false } = options
  await context.clearCookies()
  await signedIn(context, options)
  await page.setViewportSize(sizes[size])
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: isAnimated ? 'no-preference' : 'reduce' })
  return watched(page, context, url)
}

/** Waits for transitions to end: what comes in with one is faint on its way, and colours change with one. */
async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ playState, effect }) => playState !== 'running' || effect?.getTiming().iterations === Infinity),
  )
}

/** Half as long as the readable one, for pages that each read it. */
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Rules that judge colours, and so each colour scheme. */
const aboutColours: RunOptions = { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } }
const allRules: RunOptions = { runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa'] } }

/** How much of a page is judged. */
interface Judging {
  /** only by the rules about colours: of all elements, or of those that were not shown when they were remembered */
  readonly colours?: 'all' | 'unseen'
  readonly remembers?: boolean
}

/** Rules of WCAG 2 A and AA that the page breaks once it is at rest, each with the first element that does. */
export async function violations(page: Page, { colours, remembers = false }: Judging = {}): Promise<string[]> {
  await settled(page)
  // evaluated through the debugger, so that the page's own content policy stays as it is
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe)
  const found = await page.evaluate(
    async ({ options, isPart, remembers }) => {
      const scope = window as unknown as { axe: typeof import('axe-core'); seen?: WeakSet<Element> }
      const shown = [...document.body.querySelectorAll('*')].filter((element) => element.checkVisibility())
      const judged = isPart ? shown.filter((element) => !scope.seen?.has(element)) : [document.documentElement]
      if (judged.length === 0) return []
      const { violations } = await scope.axe.run(judged, options)
      if (remembers) scope.seen = new WeakSet(shown)
      return violations.map(({ id, help, nodes }) => ({
        id,
        help,
        where: nodes.map(({ html, failureSummary }) => `${html.slice(0, 200)}\n    ${failureSummary}`),
      }))
    },
    {
      options: { ...(colours ? aboutColours : allRules), resultTypes: ['violations' as const], selectors: false },
      isPart: colours === 'unseen',
      remembers,
    },
  )
  return found.map(({ id, help, where }) => `${id}: ${help} (${where.length})\n  ${where[0]}`)
}

/** Whether the page is no wider than its window. */
export const fitsSideways = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)

/** Signs in through the form, with the forced first change when the account demands it. */
export async function signInByForm(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** The forced first change, through its form. */
export async function chooseByForm(page: Page): Promise<void> {
  await page.getByLabel('New password', { exact: true }).fill(adminPassword)
  await page.getByLabel('Repeat new password').fill(adminPassword)
  await page.getByRole('button', { name: 'Save and continue' }).click()
}
