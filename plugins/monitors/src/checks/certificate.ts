import type { X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import { type CodedText, text } from '@svc/plugin-sdk'
import { excerpt } from './check-type.ts'
import { describeErrorCode } from './error-text.ts'

interface DayLimits {
  readonly warning_days: number
  readonly critical_days: number
}

const dayMs = 86_400_000
const daysLeft = (certificate: X509Certificate, now: number) =>
  Math.floor((Date.parse(certificate.validTo) - now) / dayMs)
const toDate = (time: string) => new Date(time).toISOString().slice(0, 10)
/** RFC 5322, such as `Tue, 10 Jun 2003 04:00:00 +0000`. */
const toMailDate = (time: string) => new Date(time).toUTCString().replace('GMT', '+0000')
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
}: PresentedCertificate): CodedText | undefined {
  const { validFrom, validTo } = certificate
  if (Date.parse(validTo) <= now) {
    return text('monitors.CERTIFICATE_EXPIRED_ON', { date: { at: toDate(validTo), as: 'date' } })
  }
  if (Date.parse(validFrom) > now) {
    return text('monitors.CERTIFICATE_VALID_FROM', { date: { at: toDate(validFrom), as: 'date' } })
  }
  if (!matchesHost(certificate, host)) {
    return text('monitors.CERTIFICATE_OTHER_HOST', { host: excerpt(host, 100) })
  }
  if (code !== undefined && code !== 'ERR_TLS_CERT_ALTNAME_INVALID') return describeErrorCode(code)
  const days = daysLeft(certificate, now)
  if (days > config.critical_days) return undefined
  return text('monitors.CERTIFICATE_EXPIRES', { count: days })
}
