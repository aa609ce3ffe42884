import { text } from '@svc/plugin-sdk'
import type { Outbound } from '@svc/plugin-system/contract'
import type { AlertsConfig } from '../../../config.ts'
import type { ChannelType } from '../../../contract.ts'
import { type HttpRequest, requireSuccess, stringMember, trustedHostOf } from '../../http-request.ts'
import { redact } from '../../redact.ts'
import { makeConfigReader } from '../config-reader.ts'
import { headers, type Message, messageOf } from './message.ts'
import { sendBySmtp } from './smtp.ts'

type Resend = AlertsConfig['resend']

/** Sends through Resend. */
async function sendByResend(request: HttpRequest, resend: Resend, message: Message, signal: AbortSignal) {
  const { api_key, base_url } = resend
  const { id: _, ...mail } = message
  const response = await request(`${base_url.replace(/\/+$/, '')}/emails`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${api_key}` },
    body: JSON.stringify({ ...mail, headers }),
    signal,
    trustedHost: trustedHostOf(base_url),
  })
  requireSuccess('Resend', response, redact(stringMember(response, 'message') ?? response.body.toString(), [api_key]))
}

interface Dependencies extends Pick<AlertsConfig, 'smtp' | 'resend'> {
  readonly outbound: Outbound
  readonly request: HttpRequest
}

interface EmailConfig {
  readonly from: string
  readonly to: readonly string[]
}

const maxRecipients = 50
const maxAddressLength = 254
/** Excludes characters that delimit addresses in headers and in SMTP. */
const atom = String.raw`[^\s@"<>(),:;\\[\]\p{C}]`
const addressPattern = new RegExp(`^${atom}{1,64}@(?!\\.)(${atom}+\\.)+${atom}+$`, 'u')

/** Whether this looks like one address whose domain contains a dot. */
export const isAddress = (text: string): boolean =>
  text.length <= maxAddressLength && addressPattern.test(text) && !text.includes('..') && !text.endsWith('.')

/** Sends email through the configured mail server, or else through Resend. */
export const makeEmail = ({ outbound, request, smtp, resend }: Dependencies): ChannelType => ({
  type: 'email',
  name: text('alerts.EMAIL'),
  secrets: [],

  problem: () => (smtp.host || resend.api_key ? undefined : text('alerts.EMAIL_NOT_CONFIGURED')),

  parse(input) {
    const config = makeConfigReader(input)
    const from = config.line('from', 254)
    if (!isAddress(from)) throw config.fail('from', 'alerts.ADDRESS')
    const to: unknown = typeof input.to === 'string' ? [input.to] : input.to
    if (!Array.isArray(to) || to.length < 1 || to.length > maxRecipients) {
      throw config.fail('to', 'alerts.ADDRESS_COUNT', { limit: maxRecipients })
    }
    const recipients = to.map((address: unknown, index) => {
      const trimmed = typeof address === 'string' ? address.trim() : ''
      if (!isAddress(trimmed)) throw config.fail(`to.${index}`, 'alerts.ADDRESS')
      return trimmed
    })
    return { from, to: [...new Set(recipients)] }
  },

  async deliver(stored, notice, signal) {
    const { from, to } = stored as unknown as EmailConfig
    const message = messageOf(from, to, notice)
    if (smtp.host) await sendBySmtp(outbound, smtp, message, signal)
    else await sendByResend(request, resend, message, signal)
  },
})
