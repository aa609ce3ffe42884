import { type TSchema, Type } from '@sinclair/typebox'
import type { NetworkAnomaly, NetworkOverview, NetworkSummary } from '@svc/plugin-probes/contract'
import {
  data,
  invalid,
  nameSchemas,
  notFound,
  OneOf,
  parseEnd,
  parseInstant,
  QueryInstant,
  type Routes,
} from '@svc/plugin-sdk'
import type { Page } from '../page/page.ts'
import {
  PublicConfigAnswer,
  PublicHistory,
  PublicIncidents,
  PublicIpQuality,
  PublicMaintenance,
  PublicMetricsPoint,
  PublicPage,
  PublicServer,
  PublicServerDetail,
  PublicService,
  PublicSummary,
  UptimeDay,
} from '../status-schema.ts'
import type { Memo } from './memo.ts'
import { publicJson } from './public-json.ts'
import type { PublicStatus } from './public-status.ts'
import { type Reply, sendCached } from './respond.ts'

interface Dependencies {
  readonly status: PublicStatus
  readonly page: Pick<Page, 'logo'>
  readonly memo: Memo
}

const Params = Type.Object({ id: Type.String({ maxLength: 64 }) })
const Month = Type.Optional(
  Type.String({ pattern: '^(?:19[7-9]\\d|2\\d{3})-(?:0[1-9]|1[0-2])$', description: 'YYYY-MM, UTC; default: now' }),
)
const Interval = Type.Unsafe<'auto' | 'raw' | 'hourly'>({
  ...OneOf('auto', 'raw', 'hourly'),
  default: 'auto',
  description: '`raw`: one point per minute, at most 25 hours; `hourly`: at most 120 days; `auto`: raw within 24 hours',
})
const MetricsQuery = Type.Object({
  from: QueryInstant(),
  to: QueryInstant(),
  interval: Interval,
})

const Image = { content: { 'image/*': { schema: Type.Unsafe<Uint8Array>({ type: 'string', format: 'binary' }) } } }

const Network = Type.Object({
  servers: Type.Array(
    Type.Unsafe<NetworkOverview>(Type.Object({}, { description: 'as in /api/network-probes/overview' })),
  ),
})
const ServerNetwork = Type.Object({
  summary: Type.Unsafe<NetworkSummary>(
    Type.Object({}, { description: 'as in /api/servers/{id}/network-probes/summary' }),
  ),
  anomalies: Type.Array(
    Type.Unsafe<NetworkAnomaly>(Type.Object({}, { description: 'as in /api/servers/{id}/network-probes/anomalies' })),
  ),
  has_more: Type.Boolean({ description: 'only the newest anomalies are here' }),
})

nameSchemas({ StatusPageNetwork: Network, ServerNetwork })

/** Scripts in an SVG logo must not run, wherever it is opened. */
const logoPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

/** What the public page shows, without sign-in. */
export const publicRoutes =
  ({ status, page, memo }: Dependencies): Routes =>
  async (app) => {
    const access = { config: { access: 'public', errors: [404] } } as const

    const json =
      (key: string, read: () => Promise<unknown>) =>
      async (req: Parameters<typeof sendCached>[0], reply: Reply): Promise<never> =>
        sendCached(req, reply, await memo.get(key, async () => publicJson(await read()))) as never

    const schema = (summary: string, body: TSchema) => ({ summary, response: { 200: data(body) } })

    app.get(
      '/api/status/config',
      { ...access, schema: schema('Texts and sections of the status page', PublicConfigAnswer) },
      json('config', status.config),
    )
    app.get(
      '/api/status/page',
      { ...access, schema: schema('All that the overview of the status page shows', PublicPage) },
      json('page', status.page),
    )
    app.get(
      '/api/status',
      { ...access, schema: schema('Servers with live metrics and 90 days of uptime', Type.Array(PublicServer)) },
      json('servers', status.servers),
    )
    app.get(
      '/api/status/summary',
      { ...access, schema: schema('Overall state', PublicSummary) },
      json('summary', status.summary),
    )
    app.get(
      '/api/status/services',
      { ...access, schema: schema('Service monitors', Type.Array(PublicService)) },
      json('services', status.services),
    )
    app.get(
      '/api/status/incidents',
      { ...access, schema: schema('Active incidents, and those resolved within a week', PublicIncidents) },
      json('incidents', status.incidents),
    )
    app.get(
      '/api/status/maintenances',
      { ...access, schema: schema('Current and planned maintenance windows', Type.Array(PublicMaintenance)) },
      json('maintenances', status.maintenances),
    )
    app.get(
      '/api/status/network',
      { ...access, schema: schema('Network quality of the servers', Network) },
      json('network', status.network),
    )
    app.get(
      '/api/status/ip-quality',
      { ...access, schema: schema('IP quality of the servers', PublicIpQuality) },
      json('ip-quality', status.ipQuality),
    )
    app.get(
      '/api/status/history',
      {
        ...access,
        schema: {
          ...schema('Incidents and maintenance of a month', PublicHistory),
          querystring: Type.Object({ month: Month }),
        },
      },
      (req, reply) => json(`history ${req.query.month ?? ''}`, () => status.history(req.query.month))(req, reply),
    )
    app.get(
      '/api/status/servers/:id',
      { ...access, schema: { ...schema('A server', PublicServerDetail), params: Params } },
      (req, reply) => json(`server ${req.params.id}`, () => status.server(req.params.id))(req, reply),
    )
    app.get(
      '/api/status/servers/:id/uptime-daily',
      { ...access, schema: { ...schema('Uptime of a server by day', Type.Array(UptimeDay)), params: Params } },
      (req, reply) => json(`uptime ${req.params.id}`, () => status.uptimeDaily(req.params.id))(req, reply),
    )
    app.get(
      '/api/status/network/:id',
      { ...access, schema: { ...schema('Network quality of a server over a day', ServerNetwork), params: Params } },
      (req, reply) => json(`network ${req.params.id}`, () => status.networkOf(req.params.id))(req, reply),
    )
    app.get(
      '/api/status/servers/:id/metrics',
      {
        config: { ...access.config, errors: [404, 422] },
        schema: {
          ...schema('Metrics of a server, ascending by time', Type.Array(PublicMetricsPoint)),
          params: Params,
          querystring: MetricsQuery,
        },
      },
      async (req, reply) => {
        const { interval } = req.query
        const [from, to] = [parseInstant('from', req.query.from), parseEnd('to', req.query.to)]
        if (from > to) throw invalid('from', 'kernel.RANGE_ORDER')
        // Whole minutes, so that readers of the same range share a response.
        const range = { interval, from: from - (from % 60), to: to - (to % 60) }
        const key = `metrics ${req.params.id} ${range.from} ${range.to} ${interval}`
        return sendCached(req, reply, await memo.get(key, () => status.metrics(req.params.id, range))) as never
      },
    )
    app.get(
      '/api/status/logo',
      {
        ...access,
        schema: {
          summary: 'The logo of the status page',
          response: { 200: Image },
        },
      },
      async (req, reply) => {
        const logo = page.logo()
        if (!logo) throw notFound('status.NO_LOGO')
        const cached = await memo.get('logo', async () => {
          status.requireEnabled()
          return logo.bytes
        })
        reply.header('content-security-policy', logoPolicy)
        return sendCached(req, reply, cached, logo.type) as never
      },
    )
  }
