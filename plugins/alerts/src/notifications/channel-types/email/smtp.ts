import { isIP, isIPv6, type Socket } from 'node:net'
import { text } from '@svc/plugin-sdk'
import { type Outbound, OutboundError } from '@svc/plugin-system/contract'
import type { AlertsConfig } from '../../../config.ts'
import { DeliveryError, type Email } from '../../../contract.ts'
import { redact } from '../../redact.ts'
import { messageIdOf } from './message.ts'

type Smtp = AlertsConfig['smtp']

/** Error fields of nodemailer. */
interface SmtpError {
  readonly code?: string
  /** of the underlying connection, for example `CERT_HAS_EXPIRED` */
  readonly originalCode?: string
  /** SMTP status; 5xx is permanent */
  readonly responseCode?: number
  /** SMTP response text */
  readonly response?: string
}

const base64 = (text: string) => Buffer.from(text).toString('base64')

function toDeliveryError(error: unknown, { host, port, username, password }: Smtp): DeliveryError {
  if (error instanceof OutboundError) return new DeliveryError(error.text, false)
  const { code = 'failed', originalCode = code, responseCode, response } = error as SmtpError
  const reason = redact(response ?? '', [password, base64(password), base64(`\0${username}\0${password}`)])
  // Authentication can be fixed in the settings; a rejected message stays rejected.
  const permanent = code !== 'EAUTH' && responseCode !== undefined && responseCode >= 500
  const server = `${host}:${port}`
  const rejection = text('alerts.MAIL_REJECTED', { server, code: originalCode })
  return new DeliveryError(reason ? text('alerts.MAIL_REJECTED_FOR', { rejection, reason }) : rejection, permanent)
}

/** Sends one email over a new connection to the configured mail server. */
export async function sendBySmtp(outbound: Outbound, smtp: Smtp, message: Email, signal: AbortSignal): Promise<void> {
  const { host, port, username, password, security } = smtp
  // Loaded on first use, because it is large and many installations never send email.
  const { createTransport } = await import('./nodemailer.ts')
  let socket: Socket | undefined
  const transport = createTransport({
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    tls: { minVersion: 'TLSv1.2', ...(isIP(host) ? {} : { servername: host }) },
    ...(username ? { auth: { user: username, pass: password } } : {}),
    // Content that looks like a path or URL must not be loaded.
    disableFileAccess: true,
    disableUrlAccess: true,
    getSocket: (_, callback) => {
      const connection = outbound.connect({
        host,
        port,
        signal,
        trustedHost: `${isIPv6(host) ? `[${host}]` : host}:${port}`,
      })
      connection.then(
        (opened) => {
          socket = opened
          callback(null, { connection: opened })
        },
        (error: Error) => callback(error),
      )
    },
  })
  try {
    const { id, ...mail } = message
    const messageId = messageIdOf(message)
    const envelope = { ...mail, to: [...mail.to], headers: { ...mail.headers }, messageId }
    const { rejected } = await transport.sendMail({ ...envelope, signal })
    if (rejected.length > 0) {
      throw new DeliveryError(text('alerts.RECIPIENTS_REJECTED', { recipients: rejected.map(String) }), true)
    }
  } catch (error) {
    if (error instanceof DeliveryError) throw error
    throw toDeliveryError(error, smtp)
  } finally {
    transport.close()
    socket?.destroy()
  }
}
