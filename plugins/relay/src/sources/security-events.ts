import type { Servers } from '@svc/plugin-enrollment/contract'
import { type Clock, type Database, type EventRef, event, makeRateLimiter, text, toSeconds } from '@svc/plugin-sdk'
import type { PushEvents } from '../events/push-events.ts'
import { eventIdOf } from '../push-event.ts'

/** The part of a security event that is told. */
interface SecurityEvent {
  readonly id: string
  readonly server_id: string
  readonly event_type: string
  readonly severity: string
  readonly source_ip: string | null
}

/** Named by its id, because the plugin that emits it need not be there. */
export const securityEventStored: EventRef<SecurityEvent> = event('security.eventStored')

/** Others are everyday life of a host, and can be read on its page. */
const urgent: readonly string[] = ['medium', 'high', 'critical']
/** An attack has many events: one push for each kind and server in this time. */
const limit = { max: 1, windowMs: 10 * 60_000 }

const names: Readonly<Record<string, `relay.${string}`>> = {
  ssh_login: 'relay.SSH_LOGIN',
  ssh_brute_force: 'relay.SSH_BRUTE_FORCE',
  port_scan: 'relay.PORT_SCAN',
  sudo: 'relay.SUDO',
  account_change: 'relay.ACCOUNT_CHANGE',
}

interface Dependencies {
  readonly clock: Pick<Clock, 'now'>
  readonly db: Pick<Database, 'transaction'>
  readonly events: Pick<PushEvents, 'add'>
  readonly servers: Pick<Servers, 'get'>
}

/** Tells administrators of security events that need a look. */
export function makeSecurityListener({ clock, db, events, servers }: Dependencies) {
  const limiter = makeRateLimiter(limit, clock)

  function isFirst(key: string): boolean {
    try {
      limiter.take(key)
      return true
    } catch {
      return false
    }
  }

  return ({ id, server_id, event_type, severity, source_ip }: SecurityEvent): void => {
    const server = servers.get(server_id)
    if (!server || !urgent.includes(severity) || !isFirst(`${server_id} ${event_type}`)) return
    const name = text(names[event_type] ?? 'relay.SECURITY_EVENT')
    db.transaction(() =>
      events.add({
        id: eventIdOf('security', id),
        category: 'security',
        createdAt: toSeconds(clock.now()),
        serverIds: [server_id],
        phone: { kind: 'security', server_id, security_event_id: id, security_event_type: event_type },
        browser: {
          title: text('relay.SECURITY_TITLE', { server: server.name, name }),
          text: source_ip === null ? text('relay.SECURITY_TEXT') : text('relay.SECURITY_FROM', { address: source_ip }),
          path: '/security',
          tag: `security:${server_id}:${event_type}`,
        },
      }),
    )
  }
}
