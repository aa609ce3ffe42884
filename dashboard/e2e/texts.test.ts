import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@svc/e2e/browser'
import { repository } from '@svc/e2e/process'
import type { Server } from '@svc/e2e/server'
import { firstSignIn, type Session } from '@svc/e2e/session'
import { makeStage } from '@svc/e2e/stage'
import { hangMs } from '@svc/e2e/until'
import { beforeAll, describe, expect, it } from 'vitest'

const plugins = join(repository, 'plugins')
const localeFile = (plugin: string, language: string): string =>
  readFileSync(join(plugins, plugin, `locales/${language}.json`), 'utf8')

/** The section with a text that only the scripts of this plugin contain. */
const uniqueSection = { alerts: 'ruleList', enrollment: 'list', mobile: 'devices' } as const
const textOf = (plugin: keyof typeof uniqueSection, language: string): string => {
  const found = JSON.parse(localeFile(plugin, language))[uniqueSection[plugin]].empty
  if (typeof found !== 'string') throw new Error(`${plugin} has no such text`)
  return found
}

const stage = makeStage()
let server: Server
let admin: Session

beforeAll(async () => {
  server = await stage.server()
  admin = await firstSignIn(server)
})

/** Whether a text was loaded with one of the page's scripts. */
function watchScripts(page: Page) {
  const bodies: Promise<string>[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') bodies.push(response.text().catch(() => ''))
  })
  return async (text: string) => (await Promise.all(bodies)).some((body) => body.includes(text))
}

describe('the texts of a plugin', () => {
  it('are loaded with its first component', async () => {
    const { page, problems } = await stage.tab({ url: server.url, session: admin })
    const isLoaded = watchScripts(page)
    await page.goto('/servers')
    await page.getByText(textOf('enrollment', 'en')).waitFor()
    expect(await isLoaded(textOf('mobile', 'en'))).toBe(false)
    await page.goto('/settings/mobile-devices')
    await page.getByText(textOf('mobile', 'en')).waitFor()
    expect(problems).toEqual([])
  })

  it('follow the selected language, also in the sidebar and after a reload', async () => {
    const { page, problems } = await stage.tab({ url: server.url, session: admin })
    await page.goto('/settings/alerts')
    await page.getByText(textOf('alerts', 'en')).waitFor()
    await page.getByRole('button', { name: /admin/ }).click()
    await page.getByRole('menuitemradio', { name: '简体中文' }).click()
    await page.getByText(textOf('alerts', 'zh')).waitFor()
    await page.getByRole('link', { name: '服务器', exact: true }).click()
    await page.getByText(textOf('enrollment', 'zh')).waitFor()
    await page.reload()
    await page.getByText(textOf('enrollment', 'zh')).waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe('zh-Hans')
    expect(problems).toEqual([])
  })

  it('of a language in preview are English where they are missing', async () => {
    const { page, problems } = await stage.tab({ url: server.url, session: admin })
    await page.goto('/settings/alerts')
    await page.getByRole('button', { name: /admin/ }).click()
    await page.getByRole('menuitemradio', { name: '日本語 プレビュー' }).click()
    await page.getByRole('link', { name: '設定', exact: true }).first().waitFor()
    await page.getByText(textOf('alerts', 'en')).waitFor()
    await page.reload()
    await page.getByRole('link', { name: '設定', exact: true }).first().waitFor()
    await page.getByText(textOf('alerts', 'en')).waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe('ja')
    expect(problems).toEqual([])
  })

  it('of all plugins are loaded for the plugins page and the audit log', async () => {
    const { page, problems } = await stage.tab({ url: server.url, session: admin, locale: 'zh-CN' })
    await page.goto('/settings/plugins')
    const { plugin, audit } = JSON.parse(localeFile('alerts', 'zh'))
    await page.getByText(plugin.description).waitFor()
    await admin.send('POST', '/api/notifications', {
      ...{ name: 'Hook', notify_type: 'webhook', config_json: { url: 'https://example.com/' } },
    })
    await page.goto('/settings/audit-logs')
    await page.getByRole('table').getByText(audit.notification_create).waitFor()
    expect(problems).toEqual([])
  })

  it('that fail to load only affect their component, and can be retried', async () => {
    const { page } = await stage.tab({ url: server.url, session: admin })
    await page.goto('/settings')
    await page.getByRole('heading', { name: 'Settings' }).waitFor()
    const blocked: string[] = []
    await page.route(/\/assets\/en-/, (route) => {
      blocked.push(route.request().url())
      return route.abort()
    })
    await page.getByRole('link', { name: 'Plugins', exact: true }).click()
    const alert = page.getByRole('alert')
    await alert.waitFor()
    expect(await page.getByRole('link', { name: 'Servers', exact: true }).isVisible()).toBe(true)
    expect(blocked).not.toEqual([])
    await page.unroute(/\/assets\/en-/)
    await expect
      .poll(
        async () => {
          if (await alert.isVisible()) await alert.getByRole('button', { name: 'Try again' }).click()
          return page.getByRole('heading', { name: 'Plugins', level: 1 }).isVisible()
        },
        // a click while it loads would start again
        { timeout: hangMs, interval: 1000 },
      )
      .toBe(true)
  })
})
