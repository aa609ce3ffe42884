import { capabilityGranted } from '@svc/plugin-enrollment/contract'
import { type CodedText, type Listener, listen, text } from '@svc/plugin-sdk'
import { type CapabilityFacts, type CapabilityTable, defaultCapabilities } from '@svc/protocol'
import type { AlertSignals, RuleType } from '../contract.ts'

export const capabilityGrant: RuleType = {
  type: 'capability_grant_detected',
  name: text('alerts.CAPABILITY_GRANTED'),
  kind: 'event',
  unit: null,
  fields: [],
}

/** Whether a capability gives control over a host. Those of the protocol do that are off by default. */
const isPowerful = (name: string, facts: CapabilityFacts | undefined) =>
  facts ? facts.risk === 'high' : !(defaultCapabilities as readonly string[]).includes(name)

/** end of the year 9999; agents may send any number */
const maxTimestamp = 253_402_300_799

/** For administrators: it was entered by an administrator of the host. */
function grantDetail(user: string | null, reason: string | null): CodedText | undefined {
  if (user && reason) return text('alerts.GRANT_BY_FOR', { user, reason })
  if (user) return text('alerts.GRANT_BY', { user })
  return reason ? text('alerts.GRANT_FOR', { reason }) : undefined
}

/** Signals temporary grants. Extending a grant is not a new one. */
export const watchGrants = (signals: AlertSignals, capabilities: CapabilityTable): Listener =>
  listen(capabilityGranted, ({ serverId, capability: name, expiresAt, grantedBy, reason, extended }) => {
    const facts = capabilities.all.find((one) => one.name === name)
    if (extended || !isPowerful(name, facts)) return
    const capability = facts?.texts.en?.name ?? name
    const isTime = expiresAt !== null && expiresAt >= 0 && expiresAt <= maxTimestamp
    const message = isTime
      ? text('alerts.GRANTED_UNTIL', { capability, until: { at: expiresAt * 1000 } })
      : text('alerts.GRANTED', { capability })
    const privateDetail = grantDetail(grantedBy, reason)
    signals.signal({ type: capabilityGrant.type, serverId, message, ...(privateDetail && { privateDetail }) })
  })
