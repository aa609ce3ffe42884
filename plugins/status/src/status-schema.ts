import { type Static, type TSchema, Type } from '@sinclair/typebox'
import {
  CodedTextSchema,
  DisplayName,
  FilledLines,
  Instant,
  Lines,
  Nullable,
  nameSchemas,
  OneOf,
  Timestamp,
} from '@svc/plugin-sdk'

const Layout = OneOf('list', 'grid')
export const IncidentStatus = OneOf('investigating', 'identified', 'monitoring', 'resolved')
export type IncidentStatus = Static<typeof IncidentStatus>
export const Severity = OneOf('minor', 'major', 'critical')
export type Severity = Static<typeof Severity>

const optional = <T extends TSchema>(schema: T) => Type.Optional(Nullable(schema))
const Ids = Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { maxItems: 10_000 })
const Percent = Type.Number({ minimum: 0, maximum: 100 })
const Title = DisplayName(200)
const markdown = { description: 'Markdown' }
const Markdown = (maxLength: number) => Lines(maxLength, markdown)

const maxDescription = 2000
const Message = FilledLines(10_000, markdown)
export const maxLogoBytes = 131_072

/** The whole page; kept as one row. */
export const StatusPage = Type.Object({
  id: Type.String(),
  enabled: Type.Boolean(),
  title: Type.String(),
  description: Nullable(Type.String()),
  content: Nullable(Type.String({ description: 'Markdown, shown below the description' })),
  all_servers: Type.Boolean({ description: 'every visible server; false if the chosen ones were deleted' }),
  server_ids: Type.Array(Type.String(), { description: 'in the order of the page; members do not get hidden servers' }),
  monitor_ids: Type.Array(Type.String(), { description: 'service monitors, in the order of the page' }),
  default_layout: Layout,
  show_server_detail: Type.Boolean(),
  show_network: Type.Boolean(),
  show_ip_quality: Type.Boolean(),
  show_incidents: Type.Boolean(),
  show_maintenance: Type.Boolean(),
  uptime_yellow_threshold: Percent,
  uptime_red_threshold: Percent,
  noindex: Type.Boolean({ description: 'search engines are asked not to list the page' }),
  accent_color: Nullable(Type.String({ description: '`#rrggbb`' })),
  has_logo: Type.Boolean({ description: 'its image is `/api/status/logo`' }),
  public_url: Nullable(
    Type.String({ description: 'address of this service for links in feeds, calendar and notifications' }),
  ),
  allow_subscriptions: Type.Boolean(),
  mail_from: Nullable(Type.String({ description: 'sender of emails to subscribers; null: no email' })),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type StatusPage = Static<typeof StatusPage>

export const StatusPageUpdate = Type.Partial(
  Type.Object({
    enabled: Type.Boolean(),
    title: Title,
    description: Nullable(Lines(maxDescription)),
    content: Nullable(Markdown(20_000)),
    server_ids: Nullable(
      Type.Array(Ids.items, { maxItems: 10_000, description: 'empty or null: all visible servers' }),
    ),
    monitor_ids: Nullable(Type.Array(Ids.items, { maxItems: 200 })),
    default_layout: Layout,
    show_server_detail: Type.Boolean(),
    show_network: Type.Boolean(),
    show_ip_quality: Type.Boolean(),
    show_incidents: Type.Boolean(),
    show_maintenance: Type.Boolean(),
    uptime_yellow_threshold: Type.Number({ minimum: 0, maximum: 100, description: 'not below the red threshold' }),
    uptime_red_threshold: Percent,
    noindex: Type.Boolean(),
    accent_color: Nullable(Type.String({ pattern: '^#[0-9a-fA-F]{6}$', examples: ['#2563eb'] })),
    logo: Nullable(
      Type.String({
        maxLength: Math.ceil(maxLogoBytes / 3) * 4 + 40,
        description: `data URL in base64 of a PNG, JPEG, WebP or SVG image, at most ${maxLogoBytes} bytes; null removes it`,
      }),
    ),
    public_url: Nullable(Type.String({ maxLength: 500, description: 'http or https, without path' })),
    allow_subscriptions: Type.Boolean(),
    mail_from: Nullable(Type.String({ maxLength: 254 })),
  }),
)
export type StatusPageUpdate = Static<typeof StatusPageUpdate>

export const IncidentUpdate = Type.Object({
  id: Type.String(),
  incident_id: Type.String(),
  status: IncidentStatus,
  message: Type.String({ description: 'Markdown' }),
  created_at: Timestamp,
})
export type IncidentUpdate = Static<typeof IncidentUpdate>

export const Incident = Type.Object({
  id: Type.String(),
  title: Type.String(),
  status: IncidentStatus,
  severity: Severity,
  server_ids: Type.Array(Type.String()),
  server_ids_json: Nullable(Type.String({ description: 'JSON text of `server_ids`; null if empty' })),
  is_public: Type.Boolean(),
  created_at: Timestamp,
  updated_at: Timestamp,
  resolved_at: Nullable(Timestamp),
  updates: Type.Array(IncidentUpdate, { description: 'oldest first' }),
})
export type Incident = Static<typeof Incident>

const incidentFields = {
  title: Title,
  status: Type.Optional(IncidentStatus),
  severity: Type.Optional(Severity),
  server_ids: optional(Ids),
  server_ids_json: Type.Optional(
    Nullable(Type.Array(Ids.items, { maxItems: 10_000, description: 'the same as `server_ids`' })),
  ),
  is_public: Type.Optional(Type.Boolean()),
}
export const IncidentInput = Type.Object({
  ...incidentFields,
  message: Type.Optional(Message),
})
export type IncidentInput = Static<typeof IncidentInput>
export const IncidentChange = Type.Partial(Type.Object(incidentFields))
export type IncidentChange = Static<typeof IncidentChange>

export const IncidentUpdateInput = Type.Object({ status: IncidentStatus, message: Message })
export type IncidentUpdateInput = Static<typeof IncidentUpdateInput>
export const IncidentUpdateChange = Type.Partial(IncidentUpdateInput)
export type IncidentUpdateChange = Static<typeof IncidentUpdateChange>

/** One time that a window is open. */
export const Occurrence = Type.Object({ start_at: Timestamp, end_at: Timestamp })
export type Occurrence = Static<typeof Occurrence>

export const MaintenanceState = OneOf('planned', 'in_progress', 'ended', 'inactive')
export type MaintenanceState = Static<typeof MaintenanceState>

export const Maintenance = Type.Object({
  id: Type.String(),
  title: Type.String(),
  description: Nullable(Type.String({ description: 'Markdown' })),
  start_at: Timestamp,
  end_at: Timestamp,
  recurrence: Nullable(Type.String({ description: 'RRULE of RFC 5545 without DTSTART; null: once' })),
  timezone: Type.String({ description: 'IANA name; a recurring window keeps its local time there' }),
  all_servers: Type.Boolean(),
  server_ids: Type.Array(Type.String()),
  server_ids_json: Nullable(Type.String({ description: 'JSON text of `server_ids`; null for all servers' })),
  is_public: Type.Boolean(),
  active: Type.Boolean(),
  state: MaintenanceState,
  current: Nullable(Occurrence),
  next: Nullable(Occurrence),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type Maintenance = Static<typeof Maintenance>

const maintenanceFields = {
  title: Title,
  description: optional(Markdown(maxDescription)),
  start_at: Instant('not before 1970; of a recurring window, at most a year ago'),
  end_at: Instant('after `start_at`'),
  recurrence: optional(
    Type.String({ maxLength: 200, description: 'RRULE, for example FREQ=WEEKLY;BYDAY=SU; at most daily' }),
  ),
  timezone: Type.Optional(Type.String({ maxLength: 64, description: 'default: `scheduler.timezone`' })),
  server_ids: optional(Type.Array(Ids.items, { maxItems: 10_000, description: 'empty or null: every server' })),
  server_ids_json: optional(Type.Array(Ids.items, { maxItems: 10_000, description: 'the same as `server_ids`' })),
  is_public: Type.Optional(Type.Boolean()),
  active: Type.Optional(Type.Boolean()),
}
export const MaintenanceInput = Type.Object(maintenanceFields)
export type MaintenanceInput = Static<typeof MaintenanceInput>
export const MaintenanceChange = Type.Partial(MaintenanceInput)
export type MaintenanceChange = Static<typeof MaintenanceChange>

export const SchedulePreview = Type.Object({
  timezone: Type.String(),
  occurrences: Type.Array(Occurrence, { description: 'the next ones, up to five' }),
})
export type SchedulePreview = Static<typeof SchedulePreview>

export const SubscriberType = OneOf('email', 'webhook')
export type SubscriberType = Static<typeof SubscriberType>

export const Subscriber = Type.Object({
  id: Type.String(),
  type: SubscriberType,
  target: Type.String({ description: 'email address or URL' }),
  confirmed: Type.Boolean(),
  created_at: Timestamp,
  confirmed_at: Nullable(Timestamp),
  last_error: Nullable(Type.String()),
  last_error_text: Nullable(CodedTextSchema),
})
export type Subscriber = Static<typeof Subscriber>

/** What the public page may show; only `enabled` while the page is switched off. */
export const PublicConfig = Type.Object({
  enabled: Type.Literal(true),
  title: Type.String(),
  description: Nullable(Type.String()),
  content_html: Nullable(Type.String({ description: 'sanitized' })),
  default_layout: Layout,
  show_server_detail: Type.Boolean(),
  show_network: Type.Boolean(),
  show_ip_quality: Type.Boolean(),
  show_incidents: Type.Boolean(),
  show_maintenance: Type.Boolean(),
  show_services: Type.Boolean(),
  uptime_yellow_threshold: Percent,
  uptime_red_threshold: Percent,
  noindex: Type.Boolean(),
  accent_color: Nullable(Type.String()),
  logo_url: Nullable(Type.String()),
  footer_text: Nullable(Type.String()),
  subscriptions: Type.Array(SubscriberType, { description: 'what readers can subscribe with' }),
})
export type PublicConfig = Static<typeof PublicConfig>
export const PublicConfigAnswer = Type.Union([PublicConfig, Type.Object({ enabled: Type.Literal(false) })])

const Whole = Type.Integer()
export const UptimeDay = Type.Object({
  date: Type.String({ format: 'date', description: 'UTC day' }),
  online_minutes: Whole,
  total_minutes: Whole,
  uptime_percent: Type.Number({ description: '0 if there are no minutes' }),
  downtime_incidents: Whole,
  maintenance_minutes: Type.Integer({ description: 'planned for this server' }),
})
export type UptimeDay = Static<typeof UptimeDay>

const metricFields = {
  cpu: Type.Number({ description: 'percent' }),
  mem_used: Whole,
  mem_total: Whole,
  swap_used: Whole,
  swap_total: Whole,
  disk_used: Whole,
  disk_total: Whole,
  disk_read_bytes_per_sec: Whole,
  disk_write_bytes_per_sec: Whole,
  net_in_speed: Whole,
  net_out_speed: Whole,
  net_in_transfer: Whole,
  net_out_transfer: Whole,
  load_1: Type.Number(),
  load_5: Type.Number(),
  load_15: Type.Number(),
  tcp_conn: Whole,
  udp_conn: Whole,
  process_count: Whole,
  uptime: Type.Integer({ description: 'seconds' }),
}
export const PublicMetrics = Type.Object(metricFields)
export type PublicMetrics = Static<typeof PublicMetrics>

const NullableText = Nullable(Type.String())
const serverFields = {
  id: Type.String(),
  name: Type.String(),
  group_name: NullableText,
  region: NullableText,
  country_code: NullableText,
  public_remark: NullableText,
  os: NullableText,
  online: Type.Boolean(),
  degraded: Type.Boolean({ description: 'online, but its health is critical' }),
  in_maintenance: Type.Boolean(),
  metrics: Nullable(PublicMetrics),
  uptime_percent: Nullable(Type.Number({ description: 'mean over the days with data' })),
  uptime_daily: Type.Array(UptimeDay, { description: '90, oldest first; empty without the metrics plugin' }),
}
export const PublicServer = Type.Object(serverFields)
export type PublicServer = Static<typeof PublicServer>

const NullableWhole = Nullable(Whole)
export const PublicServerDetail = Type.Object({
  ...serverFields,
  cpu_name: NullableText,
  cpu_arch: NullableText,
  kernel_version: NullableText,
  agent_version: NullableText,
  cpu_cores: NullableWhole,
  mem_total: NullableWhole,
  disk_total: NullableWhole,
  process_count: NullableWhole,
  tcp_conn: NullableWhole,
  udp_conn: NullableWhole,
})
export type PublicServerDetail = Static<typeof PublicServerDetail>

const pointFields = {
  cpu: Type.Number(),
  load1: Type.Number(),
  load5: Type.Number(),
  load15: Type.Number(),
  mem_used: Whole,
  disk_used: Whole,
  net_in_speed: Whole,
  net_out_speed: Whole,
  net_in_transfer: Whole,
  net_out_transfer: Whole,
  tcp_conn: Whole,
  udp_conn: Whole,
  process_count: Whole,
  temperature: Nullable(Type.Number()),
  gpu_usage: Nullable(Type.Number()),
}
export const PublicMetricsPoint = Type.Object({ time: Timestamp, ...pointFields })
export type PublicMetricsPoint = Static<typeof PublicMetricsPoint>
/** The columns of the history that may be public. */
export const publicColumns = Object.keys(pointFields)

/** A service monitor without its target, which may be an internal address. */
export const PublicService = Type.Object({
  id: Type.String(),
  name: Type.String(),
  status: OneOf('up', 'down', 'unknown'),
  in_maintenance: Type.Boolean(),
  latency: Nullable(Type.Number({ description: 'milliseconds of the last check' })),
  uptime_percent: Nullable(Type.Number()),
  uptime_daily: Type.Array(
    Type.Object({
      date: Type.String({ format: 'date' }),
      checks: Whole,
      failures: Whole,
      uptime_percent: Nullable(Type.Number()),
    }),
    { description: '90 UTC days, oldest first' },
  ),
})
export type PublicService = Static<typeof PublicService>

export const PublicIncident = Type.Object({
  id: Type.String(),
  title: Type.String(),
  severity: Severity,
  status: IncidentStatus,
  created_at: Timestamp,
  resolved_at: Nullable(Timestamp),
  server_ids: Type.Array(Type.String(), { description: 'those on this page' }),
  updates: Type.Array(
    Type.Object({
      id: Type.String(),
      status: IncidentStatus,
      message: Type.String({ description: 'Markdown' }),
      message_html: Type.String({ description: 'sanitized' }),
      created_at: Timestamp,
    }),
    { description: 'oldest first' },
  ),
})
export type PublicIncident = Static<typeof PublicIncident>

export const PublicIncidents = Type.Object({
  active: Type.Array(PublicIncident),
  recent: Type.Array(PublicIncident, { description: 'resolved within 7 days' }),
  has_more: Type.Boolean({ description: 'of either list only the newest 100 are here; the history has the others' }),
})
export type PublicIncidents = Static<typeof PublicIncidents>

/** The current or next occurrence of a window. */
export const PublicMaintenance = Type.Object({
  id: Type.String(),
  title: Type.String(),
  description: NullableText,
  description_html: NullableText,
  start_at: Timestamp,
  end_at: Timestamp,
  in_progress: Type.Boolean(),
  recurring: Type.Boolean(),
  all_servers: Type.Boolean(),
  server_ids: Type.Array(Type.String(), { description: 'those on this page' }),
})
export type PublicMaintenance = Static<typeof PublicMaintenance>

export const PublicHistory = Type.Object({
  month: Type.String({ description: 'YYYY-MM, UTC' }),
  incidents: Type.Array(PublicIncident, { description: 'newest first' }),
  maintenances: Type.Array(PublicMaintenance, { description: 'newest first' }),
  has_more: Type.Boolean({ description: 'only the newest 1000 incidents of the month are here' }),
})
export type PublicHistory = Static<typeof PublicHistory>

export const OverallState = OneOf('operational', 'maintenance', 'degraded', 'outage', 'unknown')
export type OverallState = Static<typeof OverallState>

export const PublicSummary = Type.Object({
  title: Type.String(),
  state: OverallState,
  servers: Type.Object({ total: Whole, online: Whole, in_maintenance: Whole }),
  services: Type.Object({ total: Whole, up: Whole, in_maintenance: Whole }),
  active_incidents: Whole,
  ongoing_maintenances: Whole,
})
export type PublicSummary = Static<typeof PublicSummary>

/** All that the page shows, in one response. Parts that are switched off are empty. */
export const PublicPage = Type.Object({
  config: PublicConfig,
  summary: PublicSummary,
  servers: Type.Array(PublicServer),
  services: Type.Array(PublicService),
  incidents: PublicIncidents,
  maintenances: Type.Array(PublicMaintenance),
})
export type PublicPage = Static<typeof PublicPage>

export const SubscriptionInput = Type.Object({
  type: SubscriberType,
  target: Type.String({ minLength: 1, maxLength: 2048, description: 'email address or URL' }),
})
export type SubscriptionInput = Static<typeof SubscriptionInput>

/** IP quality of servers, without addresses. */
export const PublicIpQuality = Type.Object({
  entries: Type.Array(
    Type.Object({
      server_id: Type.String(),
      ip_quality: Nullable(
        Type.Object({
          country: NullableText,
          ip_type: Type.String(),
          risk_score: Nullable(Type.Number()),
          risk_level: Type.String(),
          checked_at: Timestamp,
        }),
      ),
      unlock_results: Type.Array(
        Type.Object({
          service_id: Type.String(),
          status: Type.String(),
          region: NullableText,
          latency_ms: Nullable(Type.Number()),
          checked_at: Timestamp,
        }),
      ),
    }),
  ),
  services: Type.Array(
    Type.Object({
      id: Type.String(),
      key: Type.String(),
      name: Type.String(),
      category: Type.String(),
      popularity: Type.Number(),
      is_builtin: Type.Boolean(),
    }),
  ),
})
export type PublicIpQuality = Static<typeof PublicIpQuality>

nameSchemas({
  StatusPage,
  StatusPageUpdate,
  IncidentUpdate,
  Incident,
  IncidentInput,
  IncidentChange,
  IncidentUpdateInput,
  IncidentUpdateChange,
  Occurrence,
  Maintenance,
  MaintenanceInput,
  MaintenanceChange,
  MaintenanceSchedulePreview: SchedulePreview,
  Subscriber,
  PublicConfig,
  UptimeDay,
  PublicMetrics,
  PublicServer,
  PublicServerDetail,
  PublicMetricsPoint,
  PublicService,
  PublicIncident,
  PublicIncidents,
  PublicMaintenance,
  PublicHistory,
  PublicSummary,
  PublicPage,
  StatusSubscriptionInput: SubscriptionInput,
  PublicIpQuality,
})
