import { toTimestamp } from '@svc/plugin-sdk'
import type { SecurityEvent } from './event-schema.ts'
import type { EventRow } from './events-store.ts'

/** A stored event as REST and browsers get it. */
export const eventView = ({ key: _, ...row }: EventRow): SecurityEvent => ({
  ...row,
  id: String(row.id),
  event_type: row.event_type as SecurityEvent['event_type'],
  severity: row.severity as SecurityEvent['severity'],
  detector_source: row.detector_source as SecurityEvent['detector_source'],
  started_at: toTimestamp(row.started_at),
  ended_at: toTimestamp(row.ended_at),
  first_seen: row.first_seen === 1,
  evidence: JSON.parse(row.evidence),
  created_at: toTimestamp(row.created_at),
})
