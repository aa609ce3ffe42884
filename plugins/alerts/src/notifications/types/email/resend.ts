import type { Outbound } from '@svc/plugin-system/contract'
import { DeliveryError } from '../../../contract.js'
import { ask, demandSuccess, memberOf } from '../../http-answer.js'
import type { NotificationsConfig } from '../../notifications-config.js'
import { redact } from '../../redact.js'
import { trustedHostOf } from '../../trusted-host.js'
import { headers, type Message } from './message.js'

type Resend = NotificationsConfig['resend']

/** Sends through Resend. */
export async function sendByResend(outbound: Outbound, resend: Resend, message: Message, signal: AbortSignal) {
  const { api_key, base_url } = resend
  const { id: _, ...mail } = message
  const answer = await ask(outbound, `${base_url.replace(/\/+$/, '')}/emails`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${api_key}` },
    body: JSON.stringify({ ...mail, headers }),
    signal,
    trustedHost: trustedHostOf(base_url),
  })
  try {
    demandSuccess('Resend', answer, memberOf(answer, 'message'))
  } catch (error) {
    const { message, permanent } = error as DeliveryError
    throw new DeliveryError(redact(message, [api_key]), permanent)
  }
}
