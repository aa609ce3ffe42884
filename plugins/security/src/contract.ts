import { type EventRef, event } from '@svc/plugin-sdk'
import type { SecurityEvent } from './events/event-schema.ts'

export type {
  EventCount,
  HourCount,
  SecurityEvent,
  SecurityEventPage,
  SecurityHostStatus,
} from './events/event-schema.ts'

/** An event of a host was stored, for the first time. */
export const securityEventStored: EventRef<SecurityEvent> = event('security.eventStored')
