import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { fitsSideways, type Size, violations } from './harness/browser.ts'
import { countedWeb } from './harness/counted-web.ts'
import { onboard } from './harness/enrol.ts'
import { initialPassword, type Server } from './harness/server.ts'
import { firstSignIn, type Session, signIn } from './harness/session.ts'
import { makeStage } from './harness/stage.ts'
import { until } from './harness/until.ts'

const stage = makeStage()
let server: Server
let admin: Session
let flagged: { server: Server; session: Session }
let serverId = ''
let monitorId = ''
let pingTaskId = ''

beforeAll(async () => {
  server = await stage.server({ config: { outbound: { allow_private: ['127.0.0.0/8'] } } })
  admin = await firstSignIn(server)
  const { server_id, enrollment } = await onboard(admin, 'web-1')
  serverId = server_id
  await onboard(admin, 'waiting-for-its-agent')
  const agent = stage.agent({ serverUrl: server.url, code: enrollment.code })
  await agent.line(/connected/)
  await admin.send('PUT', `/api/servers/${serverId}/network-probes/targets`, {
    target_ids: ['intl-cloudflare', 'cn-bj-ct'],
  })
  const web = await countedWeb()
  stage.later(web.close)
  const pinged = { name: 'Near', probe_type: 'tcp', target: `${web.address}:${web.port}`, interval: 5 }
  pingTaskId = (await admin.send<{ id: string }>('POST', '/api/ping-tasks', pinged)).id
  const range = [-3_600_000, 60_000].map((ms) => new Date(Date.now() + ms).toISOString())
  const results = `/api/ping-tasks/${pingTaskId}/records?from=${range[0]}&to=${range[1]}`
  await until('a ping', async () => (await admin.get<unknown[]>(results)).length > 0)
  const watched = { name: 'This server', monitor_type: 'tcp', target: new URL(server.url).host }
  monitorId = (await admin.send<{ id: string }>('POST', '/api/service-monitors', watched)).id
  const fresh = await stage.server()
  flagged = { server: fresh, session: await signIn(fresh.url, 'admin', await initialPassword(fresh)) }
})

interface Place {
  readonly name: string
  readonly path: () => string
  /** a heading that is there once the page is, in English and in Chinese */
  readonly heading: readonly [string, string]
  readonly who?: 'nobody' | 'flagged'
}

const places: Place[] = [
  { name: 'sign-in', path: () => '/', heading: ['Sign in', '登录'], who: 'nobody' },
  { name: 'onboarding', path: () => '/', heading: ['Set up your account', '设置您的账户'], who: 'flagged' },
  { name: 'board', path: () => '/', heading: ['Overview', 'Overview'] },
  { name: 'overview', path: () => '/overview', heading: ['Overview', '总览'] },
  { name: 'servers', path: () => '/servers', heading: ['Servers', '服务器'] },
  { name: 'servers-cards', path: () => '/servers?view=cards', heading: ['Servers', '服务器'] },
  { name: 'server', path: () => `/servers/${serverId}`, heading: ['web-1', 'web-1'] },
  { name: 'traffic', path: () => '/traffic', heading: ['Traffic', '流量'] },
  { name: 'server-traffic', path: () => `/servers/${serverId}?tab=traffic`, heading: ['Billing cycle', '计费周期'] },
  { name: 'network', path: () => '/network', heading: ['Network', '网络'] },
  { name: 'server-network', path: () => `/servers/${serverId}?tab=network`, heading: ['web-1', 'web-1'] },
  { name: 'network-probes', path: () => '/settings/network-probes', heading: ['Network probes', '网络探测'] },
  {
    ...{ name: 'network-setting', path: () => '/settings/network-probes?tab=setting' },
    heading: ['Default targets', '默认目标'],
  },
  { name: 'ping-tasks', path: () => '/settings/ping-tasks', heading: ['Ping tasks', 'Ping 任务'] },
  {
    ...{ name: 'ping-results', path: () => `/settings/ping-tasks?task=${pingTaskId}` },
    heading: ['Latency', '延迟'],
  },
  { name: 'cost', path: () => '/cost', heading: ['Costs', '费用'] },
  { name: 'service-monitors', path: () => '/service-monitors', heading: ['Service monitors', '服务监控'] },
  {
    name: 'settings-service-monitors',
    path: () => '/settings/service-monitors',
    heading: ['Service monitors', '服务监控'],
  },
  { name: 'service-monitor', path: () => `/service-monitors/${monitorId}`, heading: ['This server', 'This server'] },
  { name: 'audit-log', path: () => '/settings/audit-logs', heading: ['Audit log', '审计日志'] },
  { name: 'plugins', path: () => '/settings/plugins', heading: ['Plugins', '插件'] },
  { name: 'rate-limits', path: () => '/settings/rate-limits', heading: ['Rate limits', '速率限制'] },
  { name: 'capabilities', path: () => '/settings/capabilities', heading: ['Capabilities', '能力'] },
  { name: 'geoip', path: () => '/settings/geoip', heading: ['GeoIP', 'GeoIP'] },
  { name: 'widgets', path: () => '/settings/widgets', heading: ['Widgets', '小组件'] },
  { name: 'security', path: () => '/settings/security', heading: ['Security', '安全'] },
  { name: 'users', path: () => '/settings/users', heading: ['Users', '用户'] },
  { name: 'api-keys', path: () => '/settings/api-keys', heading: ['API keys', 'API 密钥'] },
  { name: 'mobile-devices', path: () => '/settings/mobile-devices', heading: ['Mobile devices', '移动设备'] },
  { name: 'alerts', path: () => '/alerts', heading: ['Alerts', '告警'] },
  { name: 'alert-history', path: () => '/alerts?view=history', heading: ['Alerts', '告警'] },
  { name: 'server-alerts', path: () => `/servers/${serverId}?tab=alerts`, heading: ['Last 30 days', '最近 30 天'] },
  { name: 'alert-rules', path: () => '/settings/alerts', heading: ['Alert rules', '告警规则'] },
  { name: 'channels', path: () => '/settings/notifications', heading: ['Notifications', '通知'] },
  { name: 'groups', path: () => '/settings/notifications?tab=groups', heading: ['Notifications', '通知'] },
  { name: 'deliveries', path: () => '/settings/notifications?tab=deliveries', heading: ['Notifications', '通知'] },
  { name: 'not-found', path: () => '/no/such/page', heading: ['Page not found', '页面不存在'] },
]

const sizes: Size[] = ['wide', 'phone']

async function visit(place: Place, size: Size, locale = 'en-US') {
  const home = place.who === 'flagged' ? flagged.server : server
  const session = place.who === 'nobody' ? undefined : place.who === 'flagged' ? flagged.session : admin
  const tab = await stage.tab({ url: home.url, scheme: 'light', size, locale, ...(session ? { session } : {}) })
  await tab.page.goto(place.path())
  return tab
}

async function shoot(page: Page, name: string) {
  const folder = process.env.SVC_SHOTS
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`) })
}

describe.each(places)('the page $name', (place) => {
  it.each(sizes)('has no accessibility violation in light and dark on a %s screen, and fits it', async (size) => {
    const { page, context, problems } = await visit(place, size)
    await page.getByRole('heading', { name: place.heading[0] }).first().waitFor()
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme })
      expect({ [scheme]: await violations(page) }).toEqual({ [scheme]: [] })
      await shoot(page, `${place.name}-${scheme}-${size}`)
      expect(await fitsSideways(page)).toBe(true)
    }
    expect(problems).toEqual([])
    await context.close()
  })

  it('speaks Chinese', async () => {
    const { page, context, problems } = await visit(place, 'wide', 'zh-CN')
    await page.getByRole('heading', { name: place.heading[1] }).first().waitFor()
    expect(await page.evaluate(() => document.body.innerText)).toMatch(/[\u4e00-\u9fff]/)
    expect(await page.evaluate(() => document.documentElement.lang)).toMatch(/^zh/)
    expect(problems).toEqual([])
    await context.close()
  })
})
