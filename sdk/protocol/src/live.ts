import { type Static, Type } from '@sinclair/typebox'
import { Grant } from './link.ts'
import { defineMessage } from './message.ts'
import { CodedTextSchema } from './text/coded-text-schema.ts'
import { f64, i32, i64, nullable, nullish, optional, str, timestamp, u32, u64, unixSeconds } from './types.ts'

/** Public metadata of an outstanding enrollment offer; never the code. */
export const OfferSummary = Type.Object({
  id: str(),
  code_prefix: str(),
  expires_at: timestamp(),
  created_at: timestamp(),
})
export type OfferSummary = Static<typeof OfferSummary>

export const AgentAuthority = Type.Object({
  status: Type.Union([Type.Literal('claimed'), Type.Literal('unclaimed')]),
  outstanding_offer: nullable(OfferSummary),
})
/** Whether an agent has claimed a server, and the outstanding enrollment offer. */
export type AgentAuthority = Static<typeof AgentAuthority>

/** Why a server is not healthy, worst first in a list. */
export const HealthReason = Type.Object({
  /** the plugin that found it */
  plugin: str(),
  /** what it is, for that plugin: `offline`, `disk`, or the id of an alert or a monitor with its kind before it */
  id: str(),
  /** 1 warning, 2 critical */
  level: Type.Union([Type.Literal(1), Type.Literal(2)]),
  since: unixSeconds(),
  text: CodedTextSchema,
  /** path of the page of the dashboard that shows the cause */
  link: optional(str()),
})
export type HealthReason = Static<typeof HealthReason>

/** The health of a server: the worst of its reasons. 0 healthy, 1 warning, 2 critical. */
export const ServerHealth = Type.Object({
  level: Type.Union([Type.Literal(0), Type.Literal(1), Type.Literal(2)]),
  reasons: Type.Array(HealthReason),
})
export type ServerHealth = Static<typeof ServerHealth>

/** Live metrics of one server, as sent in `Update`. Units as in `Report`. */
export const ServerMetrics = Type.Object({
  id: str(),
  /** for old clients; do not merge it into your state, it would undo a rename */
  name: str(),
  online: Type.Boolean(),
  /** server time when the report arrived; clients use it to drop duplicates */
  last_active: unixSeconds(),
  uptime: u64(),
  cpu: f64(),
  mem_used: i64(),
  swap_used: i64(),
  disk_used: i64(),
  net_in_speed: i64(),
  net_out_speed: i64(),
  net_in_transfer: i64(),
  net_out_transfer: i64(),
  load1: f64(),
  load5: f64(),
  load15: f64(),
  tcp_conn: i32(),
  udp_conn: i32(),
  process_count: i32(),
  disk_read_bytes_per_sec: u64(),
  disk_write_bytes_per_sec: u64(),
  /** degrees Celsius. Our extension, like those below: other servers do not send it */
  temperature: nullish(f64()),
  /** percent, mean over the devices */
  gpu_usage: nullish(f64()),
  /** the mount with the least free space in proportion, of hosts with several */
  fullest_mount: nullish(Type.Object({ path: str(), percent: f64() })),
})
export type ServerMetrics = Static<typeof ServerMetrics>

/** One server of `FullSync`: live metrics plus rarely changing fields. All fields are always present. */
export const ServerStatus = Type.Composite([
  ServerMetrics,
  Type.Object({
    mem_total: i64(),
    swap_total: i64(),
    disk_total: i64(),
    cpu_name: nullable(str()),
    cpu_cores: nullable(i32()),
    os: nullable(str()),
    region: nullable(str()),
    country_code: nullable(str()),
    group_id: nullable(str()),
    features: Type.Array(str()),
    /** effective mask of the connected agent, or the last one reported. Our extension: other servers do not send it */
    capabilities: u32(),
    tags: Type.Array(str()),
    agent_authority: AgentAuthority,
    has_token: Type.Boolean(),
    outstanding_enrollment: nullable(OfferSummary),
    /** our extension: other servers do not send it */
    health: ServerHealth,
  }),
])
export type ServerStatus = Static<typeof ServerStatus>

/** From which values of a metric on servers count as unhealthy; null: never. */
export const UsageLimits = Type.Object({ warning: nullable(f64()), critical: nullable(f64()) })
export type UsageLimits = Static<typeof UsageLimits>

/** The network traffic of all servers that a user sees, at equal steps; the last value is the newest. Bytes per second. */
export const FleetTraffic = Type.Object({ step: u32(), in: Type.Array(f64()), out: Type.Array(f64()) })
export type FleetTraffic = Static<typeof FleetTraffic>

/** Server to browser: the first frame; sent again when a browser falls too far behind. */
export const FullSync = defineMessage('full_sync', {
  servers: Type.Array(ServerStatus),
  upgrades: Type.Array(Type.Unknown()),
  /** by metric: `cpu`, `memory`, `disk`, ... Our extension: other servers do not send it */
  limits: optional(Type.Record(str(), UsageLimits)),
  /** of the last ten minutes. Our extension: other servers do not send it */
  traffic: optional(FleetTraffic),
  /** how many messages other than `update` all browsers were sent before. Our extension: other servers do not send it */
  messages: optional(u32()),
})

/**
 * Browser to server: asks for the metrics of the last ten minutes. `metrics`: only these, thinned out for sparklines. Our
 * extension.
 */
export const RecentMetricsGet = defineMessage('recent_metrics_get', {
  server_ids: Type.Array(str(), { maxItems: 200 }),
  metrics: optional(Type.Array(str(), { maxItems: 30 })),
})

/** Server to browser: the answer, with a column of `last_active` and one per metric; servers without metrics are missing. */
export const RecentMetrics = defineMessage('recent_metrics', {
  servers: Type.Array(Type.Object({ id: str(), columns: Type.Record(str(), Type.Array(nullable(f64()))) })),
})

/** Server to browser: the servers that reported since the last frame. Merge, never replace. */
export const Update = defineMessage('update', { servers: Type.Array(ServerMetrics) })

/** Server to browser. May repeat without a `ServerOffline` in between. */
export const ServerOnline = defineMessage('server_online', { server_id: str() })
/** Server to browser: the agent of a server disconnected. */
export const ServerOffline = defineMessage('server_offline', { server_id: str() })

/** Server to browser: the health of a server changed, or one of its reasons. */
export const ServerHealthChanged = defineMessage('server_health_changed', { server_id: str(), health: ServerHealth })

/** Server to browser: an enrollment or authority change was committed. */
export const AgentAuthorityChanged = defineMessage('agent_authority_changed', {
  server_id: str(),
  agent_authority: AgentAuthority,
})

/** Server to browser: the agent reported its effective capability mask; the three numbers are equal. */
export const CapabilitiesChanged = defineMessage('capabilities_changed', {
  server_id: str(),
  capabilities: u32(),
  agent_local_capabilities: nullish(u32()),
  effective_capabilities: nullish(u32()),
  temporary: optional(Type.Array(Grant)),
})

/** Server to browser: static facts about the agent changed; fetch the rest from the API. */
export const AgentInfoUpdated = defineMessage('agent_info_updated', {
  server_id: str(),
  protocol_version: u32(),
  agent_version: nullish(str()),
})

/** Server to browser: the features that the agent reports changed; empty while it is offline. */
export const FeaturesChanged = defineMessage('features_changed', { server_id: str(), features: Type.Array(str()) })

/**
 * Server to browser: servers were created, edited or deleted; fetch them again. An empty list means that too many
 * changed to name them.
 */
export const ServersChanged = defineMessage('servers_changed', { server_ids: Type.Array(str()) })

/** Server to browser: an agent's addresses changed. `*_remote_addr` is the peer address of its connection, without port. */
export const ServerIpChanged = defineMessage('server_ip_changed', {
  server_id: str(),
  old_ipv4: nullable(str()),
  new_ipv4: nullable(str()),
  old_ipv6: nullable(str()),
  new_ipv6: nullable(str()),
  old_remote_addr: nullable(str()),
  new_remote_addr: nullable(str()),
})

/** Server to browser: an alert fired or was resolved; fetch the list again. */
export const AlertChanged = defineMessage('alert_changed', {
  alert_key: str(),
  server_id: str(),
  status: Type.Union([Type.Literal('firing'), Type.Literal('resolved')]),
})

/** Server to browser: a service monitor was checked, created, changed or deleted; fetch it again. */
export const ServiceMonitorChanged = defineMessage('service_monitor_changed', { monitor_id: str() })

/** Server to browser: a dashboard was created, changed or deleted; fetch it again. */
export const DashboardsChanged = defineMessage('dashboards_changed', { dashboard_id: str() })

/** Server to browser: widget modules were installed, enabled, disabled, replaced or removed; fetch the list again. */
export const WidgetModulesChanged = defineMessage('widget_modules_changed', {})
