import type { TextCode } from '@svc/protocol/text'

/** Texts of the values that agents report; others are shown as they are. */
const texts: Readonly<Record<string, Readonly<Record<string, TextCode>>>> = {
  type: {
    residential: 'status.IP_RESIDENTIAL',
    hosting: 'status.IP_HOSTING',
    datacenter: 'status.IP_HOSTING',
    mobile: 'status.IP_MOBILE',
    business: 'status.IP_BUSINESS',
    unknown: 'status.IP_UNKNOWN',
  },
  risk: {
    low: 'status.RISK_LOW',
    medium: 'status.RISK_MEDIUM',
    high: 'status.RISK_HIGH',
    unknown: 'status.IP_UNKNOWN',
  },
  unlock: {
    unlocked: 'status.UNLOCKED',
    restricted: 'status.RESTRICTED',
    blocked: 'status.BLOCKED',
    failed: 'status.CHECK_FAILED',
    unsupported: 'status.UNSUPPORTED',
  },
}

/** A reported value in the language of the reader. */
export function ipQualityText(t: (code: TextCode) => string, kind: 'type' | 'risk' | 'unlock', value: string): string {
  const codes = texts[kind]
  const code = codes && Object.hasOwn(codes, value) ? codes[value] : undefined
  return code ? t(code) : value
}
