import { capabilityGranted } from '@svc/plugin-enrollment/contract'
import { type Listener, listen, toTimestamp } from '@svc/plugin-sdk'
import { type CapabilityFacts, type CapabilityTable, defaultCapabilities } from '@svc/protocol'
import type { AlertSignals, LocalizedText, RuleType } from '../contract.ts'

export const capabilityGrant: RuleType = {
  type: 'capability_grant_detected',
  name: { en: 'Capability granted', zh: '能力被临时授予' },
  kind: 'event',
  unit: null,
  fields: [],
}

/** Whether a capability gives control over a host. Those of the protocol do that are off by default. */
const isPowerful = (name: string, facts: CapabilityFacts | undefined) =>
  facts ? facts.risk === 'high' : !(defaultCapabilities as readonly string[]).includes(name)

/** end of the year 9999; agents may send any number */
const maxTimestamp = 253_402_300_799

const formatTime = (seconds: number | null): string | undefined =>
  seconds === null || seconds < 0 || seconds > maxTimestamp
    ? undefined
    : toTimestamp(seconds).replace('T', ' ').replace('Z', ' UTC')

/** Signals temporary grants. Extending a grant is not a new one. */
export const watchGrants = (signals: AlertSignals, capabilities: CapabilityTable): Listener =>
  listen(capabilityGranted, ({ serverId, capability, expiresAt, grantedBy, reason, extended }) => {
    const facts = capabilities.all.find(({ name }) => name === capability)
    if (extended || !isPowerful(capability, facts)) return
    const nameIn = (language: string) => facts?.texts[language]?.name ?? capability
    const [until, by] = [formatTime(expiresAt), grantedBy]
    const message: LocalizedText = {
      en: `${nameIn('en')} granted${until ? ` until ${until}` : ''}`,
      zh: `授予了${nameIn('zh')}${until ? `，有效期至 ${until}` : ''}`,
    }
    // entered by an administrator of the host, not for members
    const privateDetail: LocalizedText = {
      en: `${by ? ` by ${by}` : ''}${reason ? ` (${reason})` : ''}`,
      zh: `${by ? `，授予者 ${by}` : ''}${reason ? `（${reason}）` : ''}`,
    }
    signals.signal({ type: capabilityGrant.type, serverId, message, privateDetail })
  })
