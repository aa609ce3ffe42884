import type { X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import type { LocalizedText } from '@svc/plugin-alerts/contract'
import { explainCode } from './explain.ts'
import { excerpt } from './outcome.ts'

interface Days {
  readonly warning_days: number
  readonly critical_days: number
}

const dayMs = 86_400_000
const daysLeft = (certificate: X509Certificate, now: number) =>
  Math.floor((Date.parse(certificate.validTo) - now) / dayMs)
const dayOf = (text: string) => new Date(text).toISOString().slice(0, 10)
/** As in mails: `Tue, 10 Jun 2003 04:00:00 +0000` */
const mailDate = (text: string) => new Date(text).toUTCString().replace('GMT', '+0000')
/** The parts of a name on one line, in their order. */
const onOneLine = (name: string) => excerpt(name.split('\n').join(', '), 500)

export function certificateDetail(certificate: X509Certificate, now: number, { warning_days }: Days) {
  const left = daysLeft(certificate, now)
  return {
    subject: onOneLine(certificate.subject),
    issuer: onOneLine(certificate.issuer),
    not_before: mailDate(certificate.validFrom),
    not_after: mailDate(certificate.validTo),
    days_remaining: left,
    sha256_fingerprint: certificate.fingerprint256,
    ...(left <= warning_days && { warning: `expires in ${left} days` }),
  }
}

interface Shown {
  readonly certificate: X509Certificate
  readonly host: string
  /** what the TLS library found wrong with the chain */
  readonly code: string | undefined
  readonly now: number
  readonly config: Days
}

const isFor = (certificate: X509Certificate, host: string) =>
  (isIP(host) ? certificate.checkIP(host) : certificate.checkHost(host.replace(/\.$/, ''))) !== undefined

/** Why a certificate does not do; undefined when it does. The clearest reason first: one certificate may have several. */
export function judge({ certificate, host, code, now, config }: Shown): LocalizedText | undefined {
  const { validFrom, validTo } = certificate
  if (Date.parse(validTo) <= now) {
    return { en: `the certificate expired on ${dayOf(validTo)}`, zh: `证书已于 ${dayOf(validTo)} 过期` }
  }
  if (Date.parse(validFrom) > now) {
    return { en: `the certificate is not valid before ${dayOf(validFrom)}`, zh: `证书自 ${dayOf(validFrom)} 起才生效` }
  }
  if (!isFor(certificate, host)) {
    return { en: `the certificate is not for ${excerpt(host, 100)}`, zh: `证书不适用于 ${excerpt(host, 100)}` }
  }
  if (code !== undefined && code !== 'ERR_TLS_CERT_ALTNAME_INVALID') return explainCode(code)
  const left = daysLeft(certificate, now)
  if (left > config.critical_days) return undefined
  return { en: `the certificate expires in ${left} days`, zh: `证书将在 ${left} 天后过期` }
}
