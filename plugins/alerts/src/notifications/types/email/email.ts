import type { Outbound } from '@svc/plugin-system/contract'
import type { ChannelType } from '../../../contract.ts'
import { readConfig } from '../../config-fields.ts'
import type { Ask } from '../../http-answer.ts'
import type { NotificationsConfig } from '../../notifications-config.ts'
import { isAddress } from './address.ts'
import { messageOf } from './message.ts'
import { sendByResend } from './resend.ts'
import { sendBySmtp } from './smtp.ts'

interface Parts extends Pick<NotificationsConfig, 'smtp' | 'resend'> {
  readonly outbound: Outbound
  readonly ask: Ask
}

interface EmailConfig {
  readonly from: string
  readonly to: readonly string[]
}

const mostRecipients = 50
const rule = 'must be an email address such as name@example.com'

/** Sends mail, through the mail server of the configuration or else through Resend. */
export const makeEmail = ({ outbound, ask, smtp, resend }: Parts): ChannelType => ({
  type: 'email',
  name: { en: 'Email', zh: '电子邮件' },
  secrets: [],

  problem: () =>
    smtp.host || resend.api_key
      ? undefined
      : {
          en: 'email needs smtp.host or resend.api_key in the configuration file',
          zh: '发送电子邮件需要在配置文件中设置 smtp.host 或 resend.api_key',
        },

  parse(given) {
    const config = readConfig(given)
    const from = config.line('from', 254)
    if (!isAddress(from)) throw config.fail('from', rule)
    const to: unknown = typeof given.to === 'string' ? [given.to] : given.to
    if (!Array.isArray(to) || to.length < 1 || to.length > mostRecipients) {
      throw config.fail('to', `must list 1 to ${mostRecipients} addresses`)
    }
    const recipients = to.map((address: unknown, index) => {
      const text = typeof address === 'string' ? address.trim() : ''
      if (!isAddress(text)) throw config.fail(`to.${index}`, rule)
      return text
    })
    return { from, to: [...new Set(recipients)] }
  },

  async deliver(stored, notice, signal) {
    const { from, to } = stored as unknown as EmailConfig
    const message = messageOf(from, to, notice)
    if (smtp.host) await sendBySmtp(outbound, smtp, message, signal)
    else await sendByResend(ask, resend, message, signal)
  },
})
