import type { PublishedServer } from '@svc/plugin-enrollment/contract'
import type { History } from '@svc/plugin-metrics/contract'
import type { NetworkQuality } from '@svc/plugin-probes/contract'
import { ApiError, type Clock, notFound, type Registry } from '@svc/plugin-sdk'
import type { Branding } from '@svc/plugin-system/contract'
import type { IpQualityPanel } from '../contract.ts'
import { renderMarkdown } from '../markdown.ts'
import type { Page } from '../page/page.ts'
import type { StoredPage } from '../page/page-store.ts'
import {
  type PublicConfig,
  type PublicHistory,
  type PublicIncidents,
  type PublicIpQuality,
  type PublicMaintenance,
  type PublicPage,
  type PublicServer,
  type PublicServerDetail,
  publicColumns,
  type SubscriberType,
  type UptimeDay,
} from '../status-schema.ts'
import { ipQualityView } from './ip-quality.ts'
import type { PublicEvents } from './public-events.ts'
import type { PublicServers } from './public-servers.ts'
import type { makePublicServices } from './public-services.ts'
import { summarize } from './summary.ts'

interface Dependencies {
  readonly clock: Pick<Clock, 'now'>
  readonly page: Pick<Page, 'get'>
  readonly servers: PublicServers
  readonly services: ReturnType<typeof makePublicServices>
  readonly events: PublicEvents
  readonly branding: Branding
  readonly history: History | undefined
  readonly networkQuality: NetworkQuality | undefined
  readonly ipQualityPanels: Registry<IpQualityPanel>
  /** What readers can subscribe with now. */
  subscriptions(): SubscriberType[]
}

const nothing: PublicIncidents = { active: [], recent: [], has_more: false }
const daySeconds = 86_400
/** Counted back from the end of a range. */
const maxSeconds = { raw: 25 * 3600, hourly: 120 * daySeconds }

export interface MetricsRange {
  readonly from: number
  readonly to: number
  readonly interval: 'auto' | 'raw' | 'hourly'
}

type Panel = 'show_server_detail' | 'show_network' | 'show_ip_quality' | 'show_incidents' | 'show_maintenance'

/** What the public page shows. Everything throws 404 while the page, or the part of it, is switched off. */
export function makePublicStatus(deps: Dependencies) {
  const { clock, servers, services, events, branding, history, networkQuality, ipQualityPanels } = deps

  const pageOf = (panel?: Panel): StoredPage => {
    const page = deps.page.get()
    if (!page.enabled) throw new ApiError(404, 'status.PAGE_DISABLED', undefined, { code: 'NOT_FOUND' })
    if (panel && !page[panel]) throw notFound('status.SECTION_DISABLED')
    return page
  }

  const serverOf = (id: string): PublishedServer => {
    const server = servers.find(id)
    if (!server) throw notFound('kernel.UNKNOWN_SERVER')
    return server
  }

  const viewConfig = async (page: StoredPage): Promise<PublicConfig> => ({
    enabled: true,
    title: page.title,
    description: page.description ?? branding.description(),
    content_html: page.content === null ? null : await renderMarkdown(page.content),
    default_layout: page.default_layout,
    show_server_detail: page.show_server_detail,
    show_network: page.show_network && networkQuality !== undefined,
    show_ip_quality: page.show_ip_quality && ipQualityPanels.all().length > 0,
    show_incidents: page.show_incidents,
    show_maintenance: page.show_maintenance,
    show_services: page.monitor_ids.length > 0,
    uptime_yellow_threshold: page.uptime_yellow_threshold,
    uptime_red_threshold: page.uptime_red_threshold,
    noindex: page.noindex,
    accent_color: page.accent_color,
    logo_url: page.hasLogo ? `/api/status/logo?v=${page.updatedAt}` : branding.current().logo_path,
    footer_text: branding.current().footer_text,
    subscriptions: deps.subscriptions(),
  })

  const incidentsOf = (page: StoredPage) => (page.show_incidents ? events.incidents() : Promise.resolve(nothing))
  const windowsOf = (page: StoredPage): Promise<PublicMaintenance[]> =>
    page.show_maintenance ? events.maintenances() : Promise.resolve([])

  async function page(): Promise<PublicPage> {
    const settings = pageOf()
    const [config, list, serviceList, incidents, maintenances] = await Promise.all([
      viewConfig(settings),
      servers.list(),
      services.list(),
      incidentsOf(settings),
      windowsOf(settings),
    ])
    const shown = { servers: list, services: serviceList, incidents, maintenances }
    return { config, summary: summarize(settings.title, shown), ...shown }
  }

  return {
    page,
    /** The texts and sections; throws 404 while the page is switched off. */
    shownConfig: () => viewConfig(pageOf()),
    /** Names of the servers of the page by id. */
    names: (): ReadonlyMap<string, string> => new Map(servers.scope().map(({ id, name }) => [id, name])),
    async config(): Promise<PublicConfig | { readonly enabled: false }> {
      const settings = deps.page.get()
      return settings.enabled ? viewConfig(settings) : { enabled: false }
    },
    async servers(): Promise<PublicServer[]> {
      pageOf()
      return servers.list()
    },
    summary: async () => (await page()).summary,
    async services() {
      if (pageOf().monitor_ids.length === 0) throw notFound('status.SECTION_DISABLED')
      return services.list()
    },
    async incidents(): Promise<PublicIncidents> {
      pageOf('show_incidents')
      return events.incidents()
    },
    async maintenances(): Promise<PublicMaintenance[]> {
      pageOf('show_maintenance')
      return events.maintenances()
    },
    /** Of a month `YYYY-MM`; default: the current one. */
    async history(month = new Date(clock.now()).toISOString().slice(0, 7)): Promise<PublicHistory> {
      const { show_incidents, show_maintenance } = pageOf()
      if (!show_incidents && !show_maintenance) throw notFound('status.SECTION_DISABLED')
      return events.history(month, { incidents: show_incidents, maintenances: show_maintenance })
    },
    async server(id: string): Promise<PublicServerDetail> {
      pageOf('show_server_detail')
      const detail = await servers.detail(serverOf(id))
      if (!detail) throw notFound('kernel.UNKNOWN_SERVER')
      return detail
    },
    /** JSON with the envelope. */
    async metrics(id: string, { from, to, interval }: MetricsRange): Promise<Buffer> {
      pageOf('show_server_detail')
      const server = serverOf(id)
      const tier = interval === 'auto' ? (to - from > daySeconds ? 'hourly' : 'raw') : interval
      if (!history) return Buffer.from('{"data":[]}')
      return history.records(server, { tier, from: Math.max(from, to - maxSeconds[tier]), to, fields: publicColumns })
    },
    async uptimeDaily(id: string): Promise<UptimeDay[]> {
      pageOf()
      return (await servers.detail(serverOf(id)))?.uptime_daily ?? []
    },
    async network() {
      pageOf('show_network')
      if (!networkQuality) throw notFound('status.SECTION_DISABLED')
      return { servers: await networkQuality.overviews(servers.scope()) }
    },
    async networkOf(id: string) {
      pageOf('show_network')
      if (!networkQuality) throw notFound('status.SECTION_DISABLED')
      return networkQuality.detail(serverOf(id))
    },
    async ipQuality(): Promise<PublicIpQuality> {
      pageOf('show_ip_quality')
      const [panel] = ipQualityPanels.all()
      if (!panel) throw notFound('status.SECTION_DISABLED')
      return ipQualityView(await panel.read(servers.scope().map(({ id }) => id)))
    },
    /** Public occurrences of maintenance windows, from a month ago. */
    async occurrences(): Promise<PublicMaintenance[]> {
      pageOf('show_maintenance')
      return events.occurrences()
    },
    async serverState(id: string): Promise<Pick<PublicServer, 'name' | 'online' | 'degraded' | 'in_maintenance'>> {
      pageOf()
      return servers.state(serverOf(id))
    },
    title: () => pageOf().title,
    /** Throws 404 while the page is switched off. */
    requireEnabled: () => void pageOf(),
    now: clock.now,
  }
}
export type PublicStatus = ReturnType<typeof makePublicStatus>
