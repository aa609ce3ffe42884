import { type Static, Type } from '@sinclair/typebox'
import { Nullable, nameSchemas, OneOf, Timestamp } from '@svc/plugin-sdk'
import { detectorSources, Evidence, eventTypes, SourceState, severities } from '../wire.ts'

/** An event of a host. */
export const SecurityEvent = Type.Object({
  id: Type.String(),
  server_id: Type.String(),
  event_type: OneOf(...eventTypes),
  severity: OneOf(...severities),
  source_ip: Nullable(Type.String({ description: 'null for sudo and account changes' })),
  source_port: Nullable(Type.Integer()),
  username: Nullable(Type.String()),
  started_at: Timestamp,
  ended_at: Timestamp,
  first_seen: Type.Boolean({ description: 'first sign-in of this user from this address' }),
  detector_source: OneOf(...detectorSources),
  evidence: Evidence,
  created_at: Type.String({ format: 'date-time', description: 'when it was received' }),
})
export type SecurityEvent = Static<typeof SecurityEvent>

export const SecurityEventPage = Type.Object({
  items: Type.Array(SecurityEvent),
  next_cursor: Nullable(Type.String({ description: 'cursor of the next page; null on the last one' })),
})
export type SecurityEventPage = Static<typeof SecurityEventPage>

export const EventCount = Type.Object({ key: Type.String(), count: Type.Integer() })
export type EventCount = Static<typeof EventCount>

/** Events of one type within an hour. */
export const HourCount = Type.Object({
  at: Type.String({ format: 'date-time', description: 'start of the hour' }),
  event_type: OneOf(...eventTypes),
  count: Type.Integer(),
})
export type HourCount = Static<typeof HourCount>

/** How a host is watched. */
export const SecurityHostStatus = Type.Object({
  sources: Type.Array(SourceState),
  learning_until: Nullable(Timestamp),
  suppressed_events: Type.Integer({ description: 'events since the agent started that were too many to report' }),
  skipped_bytes: Type.Integer({ description: 'bytes of log files since the agent started that were too many to read' }),
  skipped_seconds: Type.Integer({ description: 'the same of the journal, as seconds in which it was not read' }),
})
export type SecurityHostStatus = Static<typeof SecurityHostStatus>

nameSchemas({ Evidence, SourceState, SecurityEvent, SecurityEventPage, EventCount, HourCount, SecurityHostStatus })
