import { type Ask, demandSuccess, memberOf } from '../../http-answer.ts'
import type { NotificationsConfig } from '../../notifications-config.ts'
import { redact } from '../../redact.ts'
import { trustedHostOf } from '../../trusted-host.ts'
import { headers, type Message } from './message.ts'

type Resend = NotificationsConfig['resend']

/** Sends through Resend. */
export async function sendByResend(ask: Ask, resend: Resend, message: Message, signal: AbortSignal) {
  const { api_key, base_url } = resend
  const { id: _, ...mail } = message
  const answer = await ask(`${base_url.replace(/\/+$/, '')}/emails`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${api_key}` },
    body: JSON.stringify({ ...mail, headers }),
    signal,
    trustedHost: trustedHostOf(base_url),
  })
  demandSuccess(
    { en: 'Resend', zh: 'Resend ' },
    answer,
    redact(memberOf(answer, 'message') ?? answer.body.toString(), [api_key]),
  )
}
