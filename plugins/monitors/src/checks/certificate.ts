import type { X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import type { LocalizedText } from '@svc/plugin-alerts/contract'
import { excerpt } from './check-type.ts'
import { describeErrorCode } from './error-text.ts'

interface DayLimits {
  readonly warning_days: number
  readonly critical_days: number
}

const dayMs = 86_400_000
const daysLeft = (certificate: X509Certificate, now: number) =>
  Math.floor((Date.parse(certificate.validTo) - now) / dayMs)
const toDate = (text: string) => new Date(text).toISOString().slice(0, 10)
/** RFC 5322, such as `Tue, 10 Jun 2003 04:00:00 +0000`. */
const toMailDate = (text: string) => new Date(text).toUTCString().replace('GMT', '+0000')
/** A distinguished name on one line. */
const onOneLine = (name: string) => excerpt(name.split('\n').join(', '), 500)

export function certificateDetail(certificate: X509Certificate, now: number, { warning_days }: DayLimits) {
  const days = daysLeft(certificate, now)
  return {
    subject: onOneLine(certificate.subject),
    issuer: onOneLine(certificate.issuer),
    not_before: toMailDate(certificate.validFrom),
    not_after: toMailDate(certificate.validTo),
    days_remaining: days,
    sha256_fingerprint: certificate.fingerprint256,
    ...(days <= warning_days && { warning: `expires in ${days} days` }),
  }
}

interface PresentedCertificate {
  readonly certificate: X509Certificate
  readonly host: string
  /** verification error of the TLS library */
  readonly code: string | undefined
  readonly now: number
  readonly config: DayLimits
}

const matchesHost = (certificate: X509Certificate, host: string) =>
  (isIP(host) ? certificate.checkIP(host) : certificate.checkHost(host.replace(/\.$/, ''))) !== undefined

/** Why a certificate fails the check; undefined if it passes. Several errors may apply: the clearest comes first. */
export function certificateError({
  certificate,
  host,
  code,
  now,
  config,
}: PresentedCertificate): LocalizedText | undefined {
  const { validFrom, validTo } = certificate
  if (Date.parse(validTo) <= now) {
    return { en: `the certificate expired on ${toDate(validTo)}`, zh: `证书已于 ${toDate(validTo)} 过期` }
  }
  if (Date.parse(validFrom) > now) {
    return { en: `the certificate is not valid until ${toDate(validFrom)}`, zh: `证书自 ${toDate(validFrom)} 起才生效` }
  }
  if (!matchesHost(certificate, host)) {
    return { en: `the certificate is not for ${excerpt(host, 100)}`, zh: `证书不适用于 ${excerpt(host, 100)}` }
  }
  if (code !== undefined && code !== 'ERR_TLS_CERT_ALTNAME_INVALID') return describeErrorCode(code)
  const days = daysLeft(certificate, now)
  if (days > config.critical_days) return undefined
  return { en: `the certificate expires in ${days} days`, zh: `证书将在 ${days} 天后过期` }
}
