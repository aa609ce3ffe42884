import type { AuditLogEntry } from '@svc/plugin-system/contract'

const head = ['id', 'time', 'action', 'action_text', 'user_id', 'user', 'address', 'detail']

/** Entries as CSV rows: action codes and texts, times in UTC. */
export const toCsvRows = (entries: readonly AuditLogEntry[], actionText: (code: string) => string): string[][] => [
  head,
  ...entries.map((entry) => [
    String(entry.id),
    entry.created_at,
    entry.action,
    actionText(entry.action),
    entry.user_id,
    entry.user_label,
    entry.ip,
    entry.detail ?? '',
  ]),
]
