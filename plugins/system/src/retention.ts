import type { RetentionTier } from './contract.ts'

/** How long this plugin keeps its own rows. */
export const ownTiers = (days: { audit_logs_days: number; runs_days: number }): RetentionTier[] => [
  { table: 'system_audit_logs', column: 'created_at', days: days.audit_logs_days },
  { table: 'system_runs', column: 'seen_at', days: days.runs_days },
]
