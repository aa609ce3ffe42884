import { type EventRef, event } from '@svc/plugin-sdk'
import type { SecurityEvent } from './events/event-schema.ts'

export type {
  EventCount,
  HourCount,
  SecurityEvent,
  SecurityEventPage,
  SecurityHostStatus,
} from './events/event-schema.ts'

/** Types of alert rules about attacks: the source of such an alert is the address of an attacker. */
export const attackRuleTypes = ['ssh_brute_force_detected', 'port_scan_detected'] as const

/** An event of a host was stored, for the first time. */
export const securityEventStored: EventRef<SecurityEvent> = event('security.eventStored')
