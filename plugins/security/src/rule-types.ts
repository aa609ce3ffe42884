import type { AlertSignal, AlertSignals, Condition, RuleType } from '@svc/plugin-alerts/contract'
import { invalid, type Listener, listen, text } from '@svc/plugin-sdk'
import { containsNetwork, parseNetwork } from '@svc/probe-target'
import { attackRuleTypes, securityEventStored } from './contract.ts'
import type { SecurityEvent } from './events/event-schema.ts'
import type { EvidenceOf } from './wire.ts'

const newAddressType = 'ssh_new_ip_login'
const [bruteForceType, portScanType] = attackRuleTypes

/** Alerts about events with an address; each address on a server has its own. */
const perSource = { kind: 'event', perSource: true, unit: null } as const

export const securityRuleTypes: readonly RuleType[] = [
  {
    ...perSource,
    type: newAddressType,
    name: text('security.RULE_NEW_ADDRESS'),
    fields: ['exclude_users', 'exclude_cidrs', 'dedupe_window_seconds'],
    check({ security }, pathOf) {
      const wrong = (security?.exclude_cidrs ?? []).findIndex((range) => !parseNetwork(range))
      if (wrong >= 0) throw invalid(pathOf(`security.exclude_cidrs.${wrong}`), 'security.MUST_BE_RANGE')
    },
  },
  {
    ...perSource,
    type: bruteForceType,
    name: text('security.RULE_BRUTE_FORCE'),
    fields: ['min_failed_count', 'dedupe_window_seconds'],
  },
  {
    ...perSource,
    type: portScanType,
    name: text('security.RULE_PORT_SCAN'),
    fields: ['min_distinct_ports', 'dedupe_window_seconds'],
  },
]

type Raised = Pick<AlertSignal, 'type' | 'message' | 'matches'>
type Login = Pick<SecurityEvent, 'username'> & { readonly source: string }

/** Whether a condition makes an exception for this sign-in. */
function isExcluded({ security }: Condition, { username, source }: Login): boolean {
  const user = username?.toLowerCase()
  if (security?.exclude_users?.some((one) => one.toLowerCase() === user)) return true
  const address = parseNetwork(source)
  return (security?.exclude_cidrs ?? []).some((text) => {
    const range = parseNetwork(text)
    return range !== undefined && address !== undefined && containsNetwork(range, address)
  })
}

const newAddress = (login: Login): Raised => ({
  type: newAddressType,
  message: text('security.ALERT_NEW_ADDRESS', {
    user: login.username ?? text('security.SOMEONE'),
    source: login.source,
  }),
  matches: (condition) => !isExcluded(condition, login),
})

const bruteForce = (source: string, { failed_count, window_seconds }: EvidenceOf<'ssh_brute_force'>): Raised => ({
  type: bruteForceType,
  message: text('security.ALERT_BRUTE_FORCE', { count: failed_count, source, seconds: window_seconds }),
  matches: ({ security }) => failed_count >= (security?.min_failed_count ?? 0),
})

const portScan = (source: string, { distinct_ports, window_seconds }: EvidenceOf<'port_scan'>): Raised => ({
  type: portScanType,
  message: text('security.ALERT_PORT_SCAN', { count: distinct_ports, source, seconds: window_seconds }),
  matches: ({ security }) => distinct_ports >= (security?.min_distinct_ports ?? 0),
})

/** What an event means for alerts; undefined if nothing. */
function raisedBy({ evidence, first_seen, username }: SecurityEvent, source: string): Raised | undefined {
  switch (evidence.kind) {
    case 'ssh_login':
      // While the agent learns which addresses are usual, none is new.
      return first_seen && evidence.learning !== true ? newAddress({ username, source }) : undefined
    case 'ssh_brute_force':
      return bruteForce(source, evidence)
    case 'port_scan':
      return portScan(source, evidence)
    default:
      return undefined
  }
}

/** Raises alerts about stored events. An event that an agent sends again is stored once, so it raises one alert. */
export const watchEvents = (signals: AlertSignals): Listener =>
  listen(securityEventStored, (event) => {
    const { id, server_id: serverId, source_ip: source, event_type, severity } = event
    const raised = source === null ? undefined : raisedBy(event, source)
    if (source === null || !raised) return
    signals.signal({ ...raised, serverId, source, facts: { event_id: id, event_type, severity } })
  })
