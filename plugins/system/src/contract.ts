import type { Socket } from 'node:net'
import { type Static, type TObject, Type } from '@sinclair/typebox'
import {
  CodedError,
  type CodedText,
  type EventRef,
  event,
  formFields,
  type PointRef,
  type Principal,
  point,
  type RateLimiter,
  type ServiceRef,
  service,
  text,
} from '@svc/plugin-sdk'
import type { Brand } from './brand-schema.ts'

export type { AuditLogEntry, AuditLogOptions, AuditLogPage } from './audit-log-schema.ts'
export type { Brand } from './brand-schema.ts'
export type { ConfigurationEntry } from './configuration-schema.ts'
export type { GeneralSettings } from './general-settings-schema.ts'
export type { PluginData, PluginPurge } from './plugin-data/plugin-data-schema.ts'
export type { PluginView } from './plugin-schema.ts'
export type { PluginSettingsView } from './plugin-settings/plugin-settings-schema.ts'
export type { RateLimitEntry, RateLimitPage, RateLimitReset } from './rate-limits/rate-limit-schema.ts'

/** A security-relevant action. `detail` is stored as JSON and must not contain secrets. */
export interface AuditEntry {
  /** user id, `anonymous` or `system` */
  readonly userId: string
  /** snake_case, for example `login_failed` */
  readonly action: string
  readonly detail?: Readonly<Record<string, unknown>>
  /** client address; empty for actions of the system */
  readonly ip?: string
}

/** Who acts, and from which address. A request of a `member` or `admin` route is one as it is. */
export type Actor =
  | { readonly principal: Pick<Principal, 'userId'>; readonly ip: string }
  | { readonly userId: string; readonly ip: string }
  | 'system'

/** A promise is no result: the transaction would be over before it settles. */
type Settled<T> = T extends PromiseLike<unknown> ? never : T

export interface Audit {
  /**
   * Runs `act` and writes its entry in one transaction, so that there is never one without the other. `detail` is made of
   * the result; `undefined` says that nothing happened and writes no entry. Returns the result of `act`; if that throws,
   * nothing is kept.
   *
   * @example
   * audit.act(req, 'group.create', () => groups.create(req.body), ({ id, name }) => ({ id, name }))
   */
  act<T>(
    by: Actor,
    action: string,
    act: () => Settled<T>,
    detail: (result: T) => Readonly<Record<string, unknown>> | undefined,
  ): T
  /**
   * Writes an entry about an attempt, a refusal or something noticed; changes use `act`. A failed insert is logged and does
   * not throw. Inside a transaction the entry commits or rolls back with it.
   */
  write(entry: AuditEntry): void
}

/** The audit log. */
export const audit: ServiceRef<Audit> = service('system.audit')

/** Resolves the names of users. */
export interface AuditActors {
  readonly plugin: string
  nameOf(userId: string): string | undefined
}

/**
 * Resolves user names when an entry is written. The name is stored, so the log stays readable after a user is renamed or
 * deleted. Keyed by plugin.
 */
export const auditActors: PointRef<AuditActors> = point('system.auditActors', (item) => item.plugin)

/** When things happen. */
export interface Scheduler {
  /** IANA name of the time zone in which days begin and schedules are written */
  readonly timezone: string
}

/** The configuration `scheduler`. */
export const scheduler: ServiceRef<Scheduler> = service('system.scheduler')

/** Key-value store of admin settings; values are JSON. */
export interface Settings {
  get<T>(key: string): T | undefined
  set(key: string, value: unknown): void
}

export const settings: ServiceRef<Settings> = service('system.settings')

/** Settings of a plugin that administrators change in the dashboard, described by a schema. */
export interface SettingsForm<Schema extends TObject = TObject> {
  /** id of the plugin that contributes it */
  readonly plugin: string
  /** see `formFields`; every member has a default or is optional, because nothing is stored at first */
  readonly schema: Schema
  /** The plugin applies changes when it hears `pluginSettingsChanged`; otherwise the page says that they need a restart. */
  readonly isLive?: boolean
}

/**
 * Settings with a generated form; contribute them to `settingsForms` and read them with `pluginSettings`.
 *
 * @example
 * const greeting = defineSettings({
 *   plugin: 'hello',
 *   schema: Type.Object({ greeting: Type.String({ label: text('hello.GREETING'), default: 'Hello' }) }),
 *   isLive: true,
 * })
 */
export const defineSettings = <Schema extends TObject>(form: SettingsForm<Schema>): SettingsForm<Schema> => form

/** Settings with a generated form. Keyed by plugin. */
export const settingsForms: PointRef<SettingsForm> = point(
  'system.settingsForms',
  ({ plugin, schema }, contributor) => {
    if (plugin !== contributor) throw new Error(`it contributed the settings of ${plugin} to system.settingsForms`)
    const missing = formFields(schema).find((field) => field.required)
    if (missing) throw new Error(`member ${missing.name} of its settings needs a default, or must be optional`)
    return plugin
  },
)

/** What administrators stored in the forms of `settingsForms`. */
export interface PluginSettings {
  /** The current values, with defaults; secrets decrypted. */
  read<Schema extends TObject>(form: SettingsForm<Schema>): Static<Schema>
}

export const pluginSettings: ServiceRef<PluginSettings> = service('system.pluginSettings')

/** An administrator changed the settings of a plugin. */
export const pluginSettingsChanged: EventRef<{ readonly plugin: string }> = event('system.pluginSettingsChanged')

/** The brand of this installation. */
export interface Branding {
  current(): Brand
  /** of the installation; null if not set */
  description(): string | null
}

export const branding: ServiceRef<Branding> = service('system.branding')

/** A time span in epoch seconds; `to` is exclusive. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** The run times of this server. */
export interface Runs {
  /** Runs within a span, ascending and clipped to it; the current run ends now. Accurate to the minute, because of crashes. */
  within(span: Span): readonly Span[]
}

export const runs: ServiceRef<Runs> = service('system.runs')

/** The Cleanup job deletes rows of `table` older than `days`, hourly and in small batches off the main thread. */
export interface RetentionTier {
  readonly table: string
  /** integer time column */
  readonly column: string
  /** units of `column` per second: 1 for seconds, 1000 for milliseconds */
  readonly perSecond?: number
  readonly days: number
  /**
   * For packed keys: `column >> shift` is the time in units of `unitSeconds`. Default: plain time column.
   */
  readonly packed?: { readonly shift: number; readonly unitSeconds: number }
}

/** What Cleanup deletes, and after how many days. A plugin may only name its own tables. Keyed by table. */
export const retentionTiers: PointRef<RetentionTier> = point('system.retentionTiers', ({ table }, contributor) => {
  const isOwn = table.startsWith(`${contributor.replaceAll('-', '_')}_`)
  if (!isOwn) throw new Error(`it contributed ${table} to system.retentionTiers, but the table does not belong to it`)
  return table
})

/** Encrypts small secrets for the database with the key in `{data_dir}/secret.key`. */
export interface Secrets {
  /** AES-256-GCM, bound to `purpose`, for example `auth.totp:<user id>`. */
  seal(purpose: string, text: string): string
  /** Undefined when it was altered, or sealed for another purpose or with another key. */
  open(purpose: string, sealed: string): string | undefined
}

export const secrets: ServiceRef<Secrets> = service('system.secrets')

/**
 * Which addresses are allowed. `public`: public addresses and the ranges of `withPrivate`. `network`: private networks
 * too, for monitoring; never this host, its link or cloud metadata.
 */
export type Reach = 'public' | 'network'

export interface OutboundOptions {
  /** default `public` */
  readonly reach?: Reach
  /** default GET */
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
  /** until the response is complete; default 10,000 */
  readonly timeoutMs?: number
  /** limit of the body; default 1 MiB */
  readonly maxBytes?: number
  /** Truncate a longer body to `maxBytes` instead of throwing `too_large`. */
  readonly cut?: boolean
  readonly signal?: AbortSignal
  /** Called after each chunk with the received bytes, and the total if the response declares it. */
  readonly onProgress?: (received: number, total: number | undefined) => void
  /** A configured host (`name` or `name:port`), which may be on a private network. */
  readonly trustedHost?: string
  /** Accepts any certificate, so that anybody in between can read and change everything. Default false. */
  readonly insecure?: boolean
}

export interface OutboundAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Buffer
}

/**
 * Why an outbound request failed. `refused`: the address is not allowed. `timeout`: the response was not complete in time.
 * `too_large`: the body exceeds the limit. `failed`: everything else, such as connection errors. The text contains at
 * most scheme, host and port, so it is safe to log and show.
 */
export class OutboundError extends CodedError {
  readonly kind: 'refused' | 'timeout' | 'too_large' | 'failed'
  /** error code of the system or TLS library, for example `ECONNREFUSED` */
  readonly code: string | undefined

  /** `about` is the host or origin, or the whole text where there is more to say than the kind. */
  constructor(kind: OutboundError['kind'], about: string | CodedText, code?: string) {
    super(typeof about === 'string' ? generalText(kind, about, code) : about)
    this.kind = kind
    this.code = code
  }
}

function generalText(kind: OutboundError['kind'], subject: string, code: string | undefined): CodedText {
  if (kind === 'refused') return text('system.OUTBOUND_REFUSED', { subject })
  if (kind === 'timeout') return text('system.OUTBOUND_TIMEOUT', { subject })
  if (kind === 'too_large') return text('system.OUTBOUND_TOO_LARGE', { subject })
  return code === undefined
    ? text('system.OUTBOUND_FAILED', { subject })
    : text('system.OUTBOUND_FAILED_CODE', { subject, code })
}

export interface OutboundConnection {
  /** a name, or an IP address without brackets */
  readonly host: string
  readonly port: number
  /** default `public` */
  readonly reach?: Reach
  /** for name resolution and connection; default 10,000 */
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
  /** A configured `host:port`, which may be on a private network. */
  readonly trustedHost?: string
}

/** Kept connections to one origin. */
export interface OutboundOrigin {
  /** Like `Outbound.request`, with a path in place of the URL. */
  request(path: string, options?: Omit<OutboundOptions, 'reach' | 'trustedHost'>): Promise<OutboundAnswer>
  close(): Promise<void>
}

/**
 * Outbound requests. Addresses are checked after name resolution and pinned; time and size are limited. Throws
 * `OutboundError`.
 */
export interface Outbound {
  /** A client that may also reach these ranges, such as `10.0.0.0/8`, from a setting of its own (`AllowPrivate`). */
  withPrivate(ranges: readonly string[]): Outbound
  /** Only http and https, without redirects and without credentials in the URL. */
  request(url: string | URL, options?: OutboundOptions): Promise<OutboundAnswer>
  /**
   * Keeps connections to one origin open, for callers that send many requests to it. Paths are absolute. It must be closed,
   * and serves its caller alone: what `trustedHost` allows is not allowed to others.
   */
  keep(origin: string | URL, options?: Pick<OutboundOptions, 'reach' | 'trustedHost'>): OutboundOrigin
  /** A TCP connection, which the caller must close. */
  connect(connection: OutboundConnection): Promise<Socket>
  /** Addresses of a name; throws unless all of them are allowed. An IP address resolves to itself. */
  resolve(
    host: string,
    options?: Pick<OutboundConnection, 'reach' | 'timeoutMs' | 'signal'>,
  ): Promise<readonly string[]>
}

/** Restricts which hosts the server connects to, besides the rules for addresses. */
export interface OutboundGate {
  readonly plugin: string
  /** `host` is a name or an IP address; a name is not even resolved unless every gate allows it. */
  allows(host: string): boolean
}

/** Gates of outbound requests. Keyed by plugin. */
export const outboundGates: PointRef<OutboundGate> = point('system.outboundGates', (item) => item.plugin)

/** The setting for `withPrivate`; each client has its own, so that allowing one of them allows nobody else. */
export const AllowPrivate = (description: string) =>
  Type.Array(Type.String({ format: 'cidr' }), { default: [], description })

export const outbound: ServiceRef<Outbound> = service('system.outbound')

/** A rate limiter that admins can inspect and reset. */
export interface RateLimit {
  /** `login`, `register`, `public`, ... */
  readonly scope: string
  readonly max: number
  readonly windowMs: number
  readonly limiter: RateLimiter
}

/** Rate limiters. Keyed by scope. */
export const rateLimits: PointRef<RateLimit> = point('system.rateLimits', (item) => item.scope)
