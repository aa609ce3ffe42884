import { capabilityGranted } from '@svc/plugin-enrollment/contract'
import { type Listener, listen, toTimestamp } from '@svc/plugin-sdk'
import type { Capability } from '@svc/protocol'
import type { AlertSignals, LocalizedText, RuleType } from '../contract.ts'

export const capabilityGrant: RuleType = {
  type: 'capability_grant_detected',
  name: { en: 'Capability granted', zh: '能力被临时授予' },
  kind: 'event',
  unit: null,
  fields: [],
}

/** Those that give power over a host. */
const powerful: ReadonlyMap<Capability, LocalizedText> = new Map([
  ['terminal', { en: 'terminal', zh: '终端' }],
  ['exec', { en: 'commands', zh: '命令执行' }],
  ['file', { en: 'files', zh: '文件' }],
  ['docker', { en: 'Docker', zh: 'Docker' }],
])

/** the last second that has four digits in its year; agents may say anything */
const endOfTime = 253_402_300_799

const instant = (seconds: number | null): string | undefined =>
  seconds === null || seconds < 0 || seconds > endOfTime
    ? undefined
    : toTimestamp(seconds).replace('T', ' ').replace('Z', ' UTC')

/** Tells of grants for a while; a new end of one that is on is none. */
export const watchGrants = (signals: AlertSignals): Listener =>
  listen(capabilityGranted, ({ serverId, capability, expiresAt, grantedBy, reason, extended }) => {
    const name = powerful.get(capability)
    if (!name || extended) return
    const [until, by] = [instant(expiresAt), grantedBy]
    const message: LocalizedText = {
      en: `${name.en} granted${until ? ` until ${until}` : ''}`,
      zh: `授予了${name.zh}${until ? `，有效期至 ${until}` : ''}`,
    }
    // words of an administrator of the host are not for members
    const privateDetail: LocalizedText = {
      en: `${by ? ` by ${by}` : ''}${reason ? ` (${reason})` : ''}`,
      zh: `${by ? `，授予者 ${by}` : ''}${reason ? `（${reason}）` : ''}`,
    }
    signals.signal({ type: capabilityGrant.type, serverId, message, privateDetail })
  })
