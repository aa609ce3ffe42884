import { plainText } from '@svc/protocol'
import type { FlagName, ProviderFile } from '../catalog/file-schemas.ts'
import type { IpQualitySnapshot } from '../quality-schema.ts'
import { ipTypes, type RiskLevel } from '../wire.ts'

/** What is known of an address. */
export type AddressFacts = Omit<IpQualitySnapshot, 'ip' | 'checked_at'>

export const unknownAddress: AddressFacts = {
  ...{ asn: null, as_org: null, country: null, region: null, city: null, abuse_email: null },
  ...{ is_proxy: false, is_vpn: false, is_hosting: false, is_tor: false, is_abuser: false, is_mobile: false },
  ...{ ip_type: 'unknown', risk_score: null, risk_level: 'unknown', asn_abuser_score: null },
}

const riskLevel = (score: number | null): RiskLevel =>
  score === null ? 'unknown' : score < 34 ? 'low' : score < 67 ? 'medium' : 'high'

/** The member at a path such as `company.abuser_score`; undefined if there is none. */
function valueAt(response: unknown, path: string): unknown {
  let value = response
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    value = (value as Record<string, unknown>)[name]
  }
  return value
}

function textAt(response: unknown, path: string | undefined, max: number): string | null {
  const value = path === undefined ? undefined : valueAt(response, path)
  if (typeof value !== 'string' && typeof value !== 'number') return null
  const text = plainText(String(value), max).trim()
  return text === '' ? null : text
}

/** A score from 0 to 100; responses also write numbers as text, such as `0.0039 (Low)`. */
function scoreAt(response: unknown, path: string, factor: number): number | null {
  const number = Number.parseFloat(String(valueAt(response, path) ?? ''))
  return Number.isFinite(number) ? Math.min(100, Math.max(0, Math.round(number * factor))) : null
}

const asnOf = (text: string | null) => {
  const number = /^(?:AS)?(\d{1,10})\b/i.exec(text ?? '')?.[1]
  return number === undefined ? null : `AS${number}`
}

/** The failure that a response describes instead of data. */
export const failureIn = ({ error }: ProviderFile, response: unknown): string | undefined =>
  error === undefined ? undefined : (textAt(response, error, 200) ?? undefined)

/** Reads the response of a provider as its file says. */
export function readFacts(provider: ProviderFile, response: unknown): AddressFacts {
  const { facts, flags: paths, ip_type: type, risk, asn_abuser_score } = provider
  const isSet = (name: FlagName) => {
    const path = paths[name]
    return path !== undefined && valueAt(response, path) === true
  }
  const flags = {
    ...{ is_proxy: isSet('is_proxy'), is_vpn: isSet('is_vpn'), is_hosting: isSet('is_hosting') },
    ...{ is_tor: isSet('is_tor'), is_abuser: isSet('is_abuser'), is_mobile: isSet('is_mobile') },
  }
  const stated = textAt(response, type.path, 40)
  const named = (stated !== null && Object.hasOwn(type.values ?? {}, stated) && type.values?.[stated]) || type.otherwise
  const raised = Object.entries(risk.at_least ?? {}).flatMap(([name, score]) =>
    flags[name as FlagName] ? [score] : [],
  )
  const scores = [
    risk.path === undefined ? null : scoreAt(response, risk.path, risk.factor ?? 1),
    ...raised,
    risk.otherwise ?? null,
  ].filter((score) => score !== null)
  const score = scores.length > 0 ? Math.max(...scores) : null
  const country = textAt(response, facts.country, 8)
  return {
    ...flags,
    asn: asnOf(textAt(response, facts.asn, 100)),
    as_org: textAt(response, facts.as_org, 120),
    country: country !== null && /^[A-Za-z]{2}$/.test(country) ? country.toUpperCase() : null,
    region: textAt(response, facts.region, 80),
    city: textAt(response, facts.city, 80),
    abuse_email: textAt(response, facts.abuse_email, 120),
    ip_type: flags.is_mobile
      ? 'mobile'
      : flags.is_hosting
        ? 'hosting'
        : (ipTypes.find((name) => name === named) ?? 'unknown'),
    risk_score: score,
    risk_level: riskLevel(score),
    asn_abuser_score: asn_abuser_score ? scoreAt(response, asn_abuser_score.path, asn_abuser_score.factor) : null,
  }
}
