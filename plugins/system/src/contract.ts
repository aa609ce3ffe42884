import type { Socket } from 'node:net'
import { type PointRef, point, type RateLimiter, type ServiceRef, service } from '@svc/plugin-sdk'

export type { AuditLogEntry, AuditLogOptions, AuditLogPage } from './audit-log-schema.ts'
export type { Brand } from './brand-schema.ts'
export type { PluginView } from './plugin-schema.ts'
export type { RateLimitEntry, RateLimitPage, RateLimitReset } from './rate-limits/rate-limit-schema.ts'

/** One security-relevant act. `detail` is stored as JSON and must not contain secrets. */
export interface AuditEntry {
  /** user id, `anonymous` or `system` */
  readonly userId: string
  /** snake_case, for example `login_failed` */
  readonly action: string
  readonly detail?: Readonly<Record<string, unknown>>
  /** client address, or empty for acts of the system */
  readonly ip?: string
}

export interface Audit {
  /**
   * Best effort: a failed insert is logged and never fails the act. Inside a transaction the row commits or rolls back
   * with it, so an act and its trace can be atomic.
   */
  write(entry: AuditEntry): void
}

/** The audit log. */
export const audit: ServiceRef<Audit> = service('system.audit')

/** Knows the names of acting users. */
export interface AuditActors {
  readonly plugin: string
  nameOf(userId: string): string | undefined
}

/**
 * Names for the audit log, asked when a row is written and stored in it: writers only pass an id, and the log stays
 * readable after the user was renamed or deleted. Keyed by plugin.
 */
export const auditActors: PointRef<AuditActors> = point('system.auditActors', (item) => item.plugin)

/** Key-value store of admin settings; values are JSON. */
export interface Settings {
  get<T>(key: string): T | undefined
  set(key: string, value: unknown): void
}

export const settings: ServiceRef<Settings> = service('system.settings')

/** A stretch of time in epoch seconds; `to` is past its end. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** When this program was running. */
export interface Runs {
  /** Its runs within a span, ascending, cut to it; a run that goes on ends now. To the minute: a crash is not told. */
  within(span: Span): readonly Span[]
}

export const runs: ServiceRef<Runs> = service('system.runs')

/** Rows of `table` older than `days` are deleted by Cleanup, hourly and in small chunks off the main thread. */
export interface RetentionTier {
  readonly table: string
  /** integer time column */
  readonly column: string
  /** units of `column` per second: 1 for seconds, 1000 for milliseconds */
  readonly perSecond?: number
  readonly days: number
  /**
   * Right shift of the column to apply before comparing, for packed keys: `column >> shift` counts minutes when
   * `unitSeconds` is 60. Default: plain time column.
   */
  readonly packed?: { readonly shift: number; readonly unitSeconds: number }
}

/** What Cleanup deletes, and when it is old enough: a plugin names tables of its own. Keyed by table. */
export const retentionTiers: PointRef<RetentionTier> = point('system.retentionTiers', ({ table }, contributor) => {
  const isOwn = table.startsWith(`${contributor.replaceAll('-', '_')}_`)
  if (!isOwn) throw new Error(`it contributed ${table} to system.retentionTiers, which is not a table of its own`)
  return table
})

/** Encrypts small secrets for the database, with the key of this installation: `{data_dir}/secret.key`. */
export interface Secrets {
  /** AES-256-GCM, bound to `purpose`, for example `auth.totp:<user id>`. */
  seal(purpose: string, text: string): string
  /** Undefined when it was altered, sealed for another purpose, or with the key of another installation. */
  open(purpose: string, sealed: string): string | undefined
}

export const secrets: ServiceRef<Secrets> = service('system.secrets')

/**
 * How far the outside is. `public`: what the whole internet can reach, and ranges that the operator opened. `network`:
 * also private networks, because watching them is the point; never this host, its link or the metadata of a cloud.
 */
export type Reach = 'public' | 'network'

export interface OutboundOptions {
  /** default `public` */
  readonly reach?: Reach
  /** default GET */
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
  /** milliseconds until the whole answer must be there; default 10,000 */
  readonly timeoutMs?: number
  /** bytes of the body; default 1 MiB */
  readonly maxBytes?: number
  /** Keep the first `maxBytes` of a longer body instead of failing with `too_large`. */
  readonly cut?: boolean
  readonly signal?: AbortSignal
  /** Told after each piece of the body: bytes so far, and all there will be when the answer says so. */
  readonly onProgress?: (received: number, total: number | undefined) => void
  /** A host (`name` or `name:port`) that the configuration file names: it may be on a private network. */
  readonly trustedHost?: string
}

export interface OutboundAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Buffer
}

/**
 * Why a request to the outside gave no answer. `refused`: it may not be sent there. `timeout`: not all of the answer
 * came in time. `too_large`: the body is longer than allowed. `failed`: everything else, such as no connection. The
 * message names at most scheme, host and port, so it may be logged and shown.
 */
export class OutboundError extends Error {
  readonly kind: 'refused' | 'timeout' | 'too_large' | 'failed'
  /** what the system or the TLS library calls it, for example `ECONNREFUSED` */
  readonly code: string | undefined
  /** who was asked, as the message names them; for those who say it in another language */
  readonly subject: string | undefined

  constructor(kind: OutboundError['kind'], message: string, about: { code?: string; subject?: string } = {}) {
    super(message)
    this.name = 'OutboundError'
    this.kind = kind
    this.code = about.code
    this.subject = about.subject
  }
}

export interface OutboundConnection {
  /** a name, or an address without brackets */
  readonly host: string
  readonly port: number
  /** default `public` */
  readonly reach?: Reach
  /** milliseconds until the connection must be there, the name resolved included; default 10,000 */
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
  /** `host:port` that the configuration file names: it may be on a private network. */
  readonly trustedHost?: string
}

/**
 * The one way out. Every address is checked after its name is resolved, and pinned; everything is bounded in time and
 * size. Throws `OutboundError`.
 */
export interface Outbound {
  /** Only http and https; no redirects followed, no credentials in addresses. */
  request(url: string | URL, options?: OutboundOptions): Promise<OutboundAnswer>
  /** A TCP connection; whoever gets it closes it. */
  connect(connection: OutboundConnection): Promise<Socket>
  /** What a name leads to, when all of it may be reached; an address leads to itself. */
  resolve(
    host: string,
    options?: Pick<OutboundConnection, 'reach' | 'timeoutMs' | 'signal'>,
  ): Promise<readonly string[]>
}

export const outbound: ServiceRef<Outbound> = service('system.outbound')

/** A limiter that admins may look at and reset. */
export interface RateLimit {
  /** `login`, `register`, `public`, ... */
  readonly scope: string
  readonly max: number
  readonly windowMs: number
  readonly limiter: RateLimiter
}

/** The limiters by client address. Keyed by scope. */
export const rateLimits: PointRef<RateLimit> = point('system.rateLimits', (item) => item.scope)
