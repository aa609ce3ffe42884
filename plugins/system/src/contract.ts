import { type PointRef, point, type ServiceRef, service } from '@svc/plugin-sdk'

export type { AuditLogEntry, AuditLogOptions, AuditLogPage } from './audit-log-schema.js'
export type { Brand } from './brand-schema.js'
export type { PluginView } from './plugin-schema.js'

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

/** What Cleanup deletes, and when it is old enough. Keyed by table. */
export const retentionTiers: PointRef<RetentionTier> = point('system.retentionTiers', (tier) => tier.table)
