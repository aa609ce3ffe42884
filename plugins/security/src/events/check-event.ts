import { createHash } from 'node:crypto'
import { canonicalAddress } from '@svc/probe-target'
import { type Payload, plainText } from '@svc/protocol'
import { type AgentSecurityEvent, type Evidence, maxSamplePorts, maxSampleUsers } from '../wire.ts'
import type { EventRow } from './events-store.ts'

type Sent = Payload<typeof AgentSecurityEvent>

const maxName = 256
/** seconds that the clock of a host may be ahead */
const maxAhead = 300

const name = (text: string) => plainText(text, maxName)
const optionalName = (text: string | null | undefined) => (text == null ? null : name(text))

/** Only what is known of each kind, as plain text. */
function checkEvidence(evidence: Evidence): Evidence {
  switch (evidence.kind) {
    case 'ssh_login': {
      const { kind, auth_method, repeats = null, learning = null } = evidence
      return { kind, auth_method, repeats, learning }
    }
    case 'ssh_brute_force': {
      const { kind, failed_count, distinct_users, sample_users, invalid_user_count, window_seconds, threshold } =
        evidence
      const users = sample_users.slice(0, maxSampleUsers).map(name)
      return { kind, failed_count, distinct_users, sample_users: users, invalid_user_count, window_seconds, threshold }
    }
    case 'port_scan': {
      const { kind, distinct_ports, sample_ports, total_attempts, window_seconds, threshold, blocked_count } = evidence
      const ports = sample_ports.slice(0, maxSamplePorts)
      return { kind, distinct_ports, sample_ports: ports, total_attempts, window_seconds, threshold, blocked_count }
    }
    case 'sudo': {
      const { kind, outcome, program, target_user, count } = evidence
      return { kind, outcome, program: name(program), target_user: optionalName(target_user), count }
    }
    case 'account_change': {
      const { kind, action, group, privileged } = evidence
      return { kind, action, group: optionalName(group), privileged }
    }
  }
}

const needsAddress = new Set<Sent['event_type']>(['ssh_login', 'ssh_brute_force', 'port_scan'])

/**
 * What is stored of an event; `undefined` if it contradicts itself or has no valid address. `now` is in epoch seconds. An
 * event that an agent sends again has the same key.
 */
export function checkEvent(serverId: string, sent: Sent, now: number): Omit<EventRow, 'id'> | undefined {
  const { event_type, severity, detector_source, source_port = null } = sent
  if (sent.evidence.kind !== event_type) return undefined
  const source_ip = sent.source_ip == null ? null : (canonicalAddress(sent.source_ip) ?? undefined)
  if (source_ip === undefined || (source_ip === null) === needsAddress.has(event_type)) return undefined
  const ended_at = Math.max(0, sent.ended_at > now + maxAhead ? now : sent.ended_at)
  const started_at = Math.max(0, Math.min(sent.started_at, ended_at))
  const username = optionalName(sent.username)
  const evidence = checkEvidence(sent.evidence)
  const about =
    'action' in evidence ? [evidence.action, evidence.group] : 'outcome' in evidence ? [evidence.outcome] : []
  const identity = [event_type, source_ip, source_port, username, sent.started_at, sent.ended_at, ...about]
  return {
    server_id: serverId,
    event_type,
    severity,
    source_ip,
    source_port,
    username,
    started_at,
    ended_at,
    first_seen: sent.first_seen ? 1 : 0,
    detector_source,
    evidence: JSON.stringify(evidence),
    key: createHash('sha256').update(JSON.stringify(identity)).digest('base64url').slice(0, 22),
    created_at: now,
  }
}
