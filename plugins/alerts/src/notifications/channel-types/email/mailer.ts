import { text } from '@svc/plugin-sdk'
import type { Outbound } from '@svc/plugin-system/contract'
import type { AlertsConfig } from '../../../config.ts'
import type { Email, Mailer } from '../../../contract.ts'
import { type HttpRequest, requireSuccess, stringMember, trustedHostOf } from '../../http-request.ts'
import { redact } from '../../redact.ts'
import { sendBySmtp } from './smtp.ts'

type Resend = AlertsConfig['resend']

/** Prevents out-of-office replies. */
const automatic = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' }

/** Sends through Resend. */
async function sendByResend(request: HttpRequest, resend: Resend, email: Email, signal: AbortSignal) {
  const { api_key, base_url } = resend
  const { id: _, ...mail } = email
  const response = await request(`${base_url.replace(/\/+$/, '')}/emails`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${api_key}` },
    body: JSON.stringify(mail),
    signal,
    trustedHost: trustedHostOf(base_url),
  })
  requireSuccess('Resend', response, redact(stringMember(response, 'message') ?? '', [api_key]))
}

const maxAddressLength = 254
/** Excludes characters that delimit addresses in headers and in SMTP. */
const atom = String.raw`[^\s@"<>(),:;\\[\]\p{C}]`
const addressPattern = new RegExp(`^${atom}{1,64}@(?!\\.)(${atom}+\\.)+${atom}+$`, 'u')

/** Whether this looks like one address whose domain contains a dot. */
export const isAddress = (text: string): boolean =>
  text.length <= maxAddressLength && addressPattern.test(text) && !text.includes('..') && !text.endsWith('.')

interface Dependencies extends Pick<AlertsConfig, 'smtp' | 'resend'> {
  readonly outbound: Outbound
  readonly request: HttpRequest
}

/** Sends through the configured mail server, or else through Resend. */
export const makeMailer = ({ outbound, request, smtp, resend }: Dependencies): Mailer => ({
  problem: () => (smtp.host || resend.api_key ? undefined : text('alerts.EMAIL_NOT_CONFIGURED')),
  isAddress,
  async send(message, signal) {
    const email = { ...message, headers: { ...automatic, ...message.headers } }
    if (smtp.host) await sendBySmtp(outbound, smtp, email, signal)
    else await sendByResend(request, resend, email, signal)
  },
})
