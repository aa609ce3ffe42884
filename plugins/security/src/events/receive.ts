import type { AgentSource, Agents, Live } from '@svc/plugin-enrollment/contract'
import { type Core, makeRateLimiter, toSeconds } from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'
import { Ack, type Payload } from '@svc/protocol'
import { securityEventStored } from '../contract.ts'
import { type AgentSecurityEvent, SecurityEventUpdate } from '../wire.ts'
import { checkEvent } from './check-event.ts'
import { eventView } from './event-view.ts'
import type { EventsStore } from './events-store.ts'

/** Our agents stay below. What is beyond is not acknowledged, and sent again later. */
const budget = { max: 300, windowMs: 60_000 }
/** Stored events of one server; the oldest ones are deleted, whatever their age. */
const maxStored = 20_000
const trimInterval = 256
const noticeIntervalMs = 600_000

interface Dependencies extends Pick<Core, 'clock' | 'db' | 'emit' | 'log' | 'capabilities'> {
  readonly agents: Pick<Agents, 'capabilities'>
  readonly audit: Pick<Audit, 'write'>
  readonly live: Pick<Live, 'broadcast'>
  readonly store: EventsStore
}

/** Stores the events of agents, each once, and notifies browsers and other plugins. */
export function makeReceiver({ clock, db, emit, log, capabilities, agents, audit, live, store }: Dependencies) {
  const limiter = makeRateLimiter(budget, clock)
  const notices = makeRateLimiter({ max: 1, windowMs: noticeIntervalMs }, clock)
  let stored = 0

  const mayTake = (limits: typeof limiter, key: string) => {
    try {
      limits.take(key)
      return true
    } catch {
      return false
    }
  }

  return ({ msg_id, ...sent }: Payload<typeof AgentSecurityEvent>, { serverId, reply }: AgentSource): void => {
    const acknowledge = () => {
      if (msg_id !== undefined) reply(Ack, { msg_id })
    }
    if ((agents.capabilities(serverId) & capabilities.bitOf('security_events')) === 0) {
      if (mayTake(notices, `denied ${serverId}`)) {
        const detail = { server_id: serverId, deny_reason: 'agent_capability_disabled' }
        audit.write({ userId: 'system', action: 'security_event_denied', detail })
      }
      return
    }
    const row = checkEvent(serverId, sent, toSeconds(clock.now()))
    if (!row) {
      if (mayTake(notices, `invalid ${serverId}`)) {
        log.warn({ server_id: serverId, event_type: sent.event_type }, 'an agent sent an invalid security event')
      }
      // Sending it again would not make it valid.
      acknowledge()
      return
    }
    if (!mayTake(limiter, serverId)) {
      if (mayTake(notices, `many ${serverId}`)) {
        log.warn({ server_id: serverId }, 'a host sends more security events than are stored')
      }
      return
    }
    // Throws if the database is locked; then the agent sends it again.
    db.transaction(() => {
      const id = store.add(row)
      if (id === undefined) return
      const event = eventView({ ...row, id })
      live.broadcast(SecurityEventUpdate, { server_id: serverId, event_id: event.id, event })
      emit(securityEventStored, event)
      stored += 1
      if (stored % trimInterval === 0) store.trim(serverId, maxStored)
    })
    acknowledge()
  }
}
