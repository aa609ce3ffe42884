import { text } from '@svc/plugin-sdk'
import type { ChannelType, Mailer } from '../../../contract.ts'
import { makeConfigReader } from '../config-reader.ts'
import { messageOf } from './message.ts'

interface EmailConfig {
  readonly from: string
  readonly to: readonly string[]
}

const maxRecipients = 50

/** Sends notifications as email. */
export const makeEmail = ({ problem, isAddress, send }: Mailer): ChannelType => ({
  type: 'email',
  name: text('alerts.EMAIL'),
  secrets: [],

  problem,

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
    await send(messageOf(from, to, notice), signal)
  },
})
