import { type Static, Type } from '@sinclair/typebox'
import { defineMessage, nullish, optional, str, u16, u32, u64, unixSeconds } from '@svc/protocol'

const oneOf = <const Names extends readonly string[]>(names: Names) =>
  Type.Union(names.map((name) => Type.Literal(name as Names[number])))

/** `sudo` and `account_change` are ours; peers drop messages with them. */
export const eventTypes = ['ssh_login', 'ssh_brute_force', 'port_scan', 'sudo', 'account_change'] as const
export type EventType = (typeof eventTypes)[number]

/** In ascending order. */
export const severities = ['info', 'low', 'medium', 'high', 'critical'] as const
export type Severity = (typeof severities)[number]

/** Where an event was noticed. `account_files` is ours: `/etc/passwd` and `/etc/group`. */
export const detectorSources = ['journal', 'auth_log', 'conntrack', 'firewall_log', 'account_files'] as const
export type DetectorSource = (typeof detectorSources)[number]

export const authMethods = ['publickey', 'password', 'keyboard_interactive', 'other'] as const
export type AuthMethod = (typeof authMethods)[number]

export const accountActions = [
  'user_added',
  'user_removed',
  'user_id_changed',
  'shell_changed',
  'password_changed',
  'group_member_added',
  'group_member_removed',
] as const
export type AccountAction = (typeof accountActions)[number]

export const maxSampleUsers = 5
export const maxSamplePorts = 20

const LoginEvidence = Type.Object({
  kind: Type.Literal('ssh_login'),
  auth_method: oneOf(authMethods),
  /** ours: sign-ins of the same user from the same address that were not reported since the last event */
  repeats: nullish(u32()),
  /** ours: the agent still learned which addresses are usual, so nothing is new yet */
  learning: nullish(Type.Boolean()),
})

const BruteForceEvidence = Type.Object({
  kind: Type.Literal('ssh_brute_force'),
  failed_count: u32(),
  distinct_users: u32(),
  sample_users: Type.Array(str()),
  invalid_user_count: u32(),
  window_seconds: u32(),
  threshold: u32(),
})

const PortScanEvidence = Type.Object({
  kind: Type.Literal('port_scan'),
  distinct_ports: u32(),
  sample_ports: Type.Array(u16()),
  total_attempts: u32(),
  window_seconds: u32(),
  threshold: u32(),
  blocked_count: u32(),
})

const SudoEvidence = Type.Object({
  kind: Type.Literal('sudo'),
  /** `used` as permitted; `wrong_password`; `not_permitted` by the policy */
  outcome: Type.Union([Type.Literal('used'), Type.Literal('wrong_password'), Type.Literal('not_permitted')]),
  /** `sudo`, `su` or `doas` */
  program: str(),
  target_user: nullish(str()),
  /** uses or attempts that this event stands for */
  count: u32(),
})

const AccountEvidence = Type.Object({
  kind: Type.Literal('account_change'),
  action: oneOf(accountActions),
  /** of changes of members */
  group: nullish(str()),
  /** whether the account or group has the rights of root */
  privileged: Type.Boolean(),
})

export const Evidence = Type.Union([LoginEvidence, BruteForceEvidence, PortScanEvidence, SudoEvidence, AccountEvidence])
export type Evidence = Static<typeof Evidence>
export type EvidenceOf<K extends EventType> = Extract<Evidence, { kind: K }>

/** Agent to server. */
export const AgentSecurityEvent = defineMessage('security_event', {
  event_type: oneOf(eventTypes),
  severity: oneOf(severities),
  /** null for what has no address: `sudo` and `account_change` */
  source_ip: nullish(str()),
  source_port: nullish(u16()),
  username: nullish(str()),
  started_at: unixSeconds(),
  ended_at: unixSeconds(),
  /** the first sign-in of this user from this address, or the first time this user becomes the other one */
  first_seen: Type.Boolean(),
  detector_source: oneOf(detectorSources),
  evidence: Evidence,
  /** ours: acknowledged with it once the event is stored */
  msg_id: optional(str()),
})

/** Server to agent. Ours: events are acknowledged, so the agent keeps what it has no acknowledgement for. */
export const SecuritySync = defineMessage('security_sync', {})

/** How the agent reads one source. */
export const SourceState = Type.Object({
  source: oneOf(detectorSources),
  /** `behind`: more is written than the agent may read in its share of the processor */
  state: Type.Union([
    Type.Literal('reading'),
    Type.Literal('behind'),
    Type.Literal('off'),
    Type.Literal('missing'),
    Type.Literal('denied'),
    Type.Literal('failed'),
  ]),
  /** the file or folder */
  path: nullish(str()),
})
export type SourceState = Static<typeof SourceState>

/** Agent to server. Ours: after connecting, and when it changes. */
export const SecurityStatus = defineMessage('security_status', {
  sources: Type.Array(SourceState),
  /** until then no address is reported as new; null when it has learned */
  learning_until: nullish(unixSeconds()),
  /** since the agent started: events that were too many to report, and what was too much to read of log files and the journal */
  suppressed_events: u32(),
  skipped_bytes: u64(),
  skipped_seconds: u64(),
})

/** An event as REST and browsers get it. */
export const SecurityEventFields = {
  id: str(),
  server_id: str(),
  event_type: oneOf(eventTypes),
  severity: oneOf(severities),
  source_ip: Type.Union([str(), Type.Null()]),
  source_port: Type.Union([u16(), Type.Null()]),
  username: Type.Union([str(), Type.Null()]),
  /** RFC 3339 */
  started_at: str(),
  ended_at: str(),
  /** when the server received it */
  created_at: str(),
  first_seen: Type.Boolean(),
  detector_source: oneOf(detectorSources),
  evidence: Evidence,
}

/** Server to browser: an event was stored. */
export const SecurityEventUpdate = defineMessage('security_event', {
  server_id: str(),
  event_id: str(),
  event: Type.Object(SecurityEventFields),
})

/** Server to browser. Ours: how the agent of a server reads its sources has changed. */
export const SecurityStatusUpdate = defineMessage('security_status', { server_id: str() })
