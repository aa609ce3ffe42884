import type { RetentionTier } from './contract.ts'

/** Retention of the tables of this plugin. */
export const ownTiers = (days: { audit_logs_days: number; runs_days: number }): RetentionTier[] => [
  { table: 'system_audit_logs', column: 'created_at', days: days.audit_logs_days },
  { table: 'system_runs', column: 'seen_at', days: days.runs_days },
]
