import { isIP, isIPv6, type Socket } from 'node:net'
import { type Outbound, OutboundError } from '@svc/plugin-system/contract'
import { DeliveryError } from '../../../contract.ts'
import type { NotificationsConfig } from '../../notifications-config.ts'
import { outboundWords } from '../../outbound-words.ts'
import { redact } from '../../redact.ts'
import { headers, type Message } from './message.ts'

type Smtp = NotificationsConfig['smtp']

/** What nodemailer says of a failure. */
interface SmtpFault {
  readonly code?: string
  /** of the connection below, for example `CERT_HAS_EXPIRED` */
  readonly originalCode?: string
  /** of the mail server, 5xx for good */
  readonly responseCode?: number
  /** what the mail server said */
  readonly response?: string
}

const base64 = (text: string) => Buffer.from(text).toString('base64')

function faultOf(error: unknown, { host, port, username, password }: Smtp): DeliveryError {
  if (error instanceof OutboundError) return new DeliveryError(outboundWords(error), false)
  const { code = 'failed', originalCode = code, responseCode, response } = error as SmtpFault
  const said = redact(response ?? '', [password, base64(password), base64(`\0${username}\0${password}`)])
  // a sign-in that fails may be repaired in the settings; what is wrong with a message stays wrong
  const permanent = code !== 'EAUTH' && responseCode !== undefined && responseCode >= 500
  return new DeliveryError(
    {
      en: `the mail server ${host}:${port} did not take it (${originalCode})${said ? `: ${said}` : ''}`,
      zh: `邮件服务器 ${host}:${port} 未接受该邮件（${originalCode}）${said ? `：${said}` : ''}`,
    },
    permanent,
  )
}

/** Sends through the mail server of the configuration, over a connection of its own. */
export async function sendBySmtp(outbound: Outbound, smtp: Smtp, message: Message, signal: AbortSignal): Promise<void> {
  const { host, port, username, password, security } = smtp
  // loaded on first use, because it is large and many never send mail
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
    // a message is made of texts alone, whatever they look like
    ...{ disableFileAccess: true, disableUrlAccess: true },
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
    const messageId = `<${id}@${message.from.slice(message.from.indexOf('@') + 1)}>`
    const letter = { ...mail, to: [...mail.to], headers: { ...headers }, messageId }
    const { rejected } = await transport.sendMail({ ...letter, signal })
    if (rejected.length > 0) {
      const list = rejected.join(', ')
      throw new DeliveryError(
        { en: `the mail server refused ${list}; the others have it`, zh: `邮件服务器拒绝了 ${list}；其他收件人已收到` },
        true,
      )
    }
  } catch (error) {
    if (error instanceof DeliveryError) throw error
    throw faultOf(error, smtp)
  } finally {
    transport.close()
    socket?.destroy()
  }
}
