import type { NotificationsConfig } from '../../config.ts'
import { type HttpRequest, requireSuccess, stringMember, trustedHostOf } from '../../http-request.ts'
import { redact } from '../../redact.ts'
import { headers, type Message } from './message.ts'

type Resend = NotificationsConfig['resend']

/** Sends through Resend. */
export async function sendByResend(request: HttpRequest, resend: Resend, message: Message, signal: AbortSignal) {
  const { api_key, base_url } = resend
  const { id: _, ...mail } = message
  const response = await request(`${base_url.replace(/\/+$/, '')}/emails`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${api_key}` },
    body: JSON.stringify({ ...mail, headers }),
    signal,
    trustedHost: trustedHostOf(base_url),
  })
  requireSuccess(
    { en: 'Resend', zh: 'Resend ' },
    response,
    redact(stringMember(response, 'message') ?? response.body.toString(), [api_key]),
  )
}
