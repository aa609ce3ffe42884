import { text as textOf } from '@svc/plugin-sdk'
import type { ChannelType } from '../../contract.ts'
import { type HttpRequest, numberMember, requireSuccess, stringMember, trustedHostOf } from '../http-request.ts'
import { truncate } from '../render.ts'
import { escapeMarkup } from './body-format.ts'
import { makeConfigReader } from './config-reader.ts'

interface TelegramConfig {
  readonly bot_token: string
  readonly chat_id: string
}

const token = /^\d{1,20}:[A-Za-z0-9_-]{8,128}$/
const chat = /^(-?\d{1,20}|@[A-Za-z0-9_]{1,64})$/
/** Telegram allows 4096 characters after parsing the markup. */
const maxTextLength = 3500

/** Sends messages to a chat through a bot. */
export const makeTelegram = (request: HttpRequest, baseUrl: string): ChannelType => ({
  type: 'telegram',
  name: textOf('alerts.TELEGRAM'),
  secrets: ['bot_token'],

  parse(input) {
    const config = makeConfigReader(
      typeof input.chat_id === 'number' ? { ...input, chat_id: String(input.chat_id) } : input,
    )
    const bot_token = config.line('bot_token', 256)
    if (!token.test(bot_token)) throw config.fail('bot_token', 'alerts.BOT_TOKEN')
    const chat_id = config.line('chat_id', 128)
    if (!chat.test(chat_id)) throw config.fail('chat_id', 'alerts.CHAT_ID')
    return { bot_token, chat_id }
  },

  async deliver(stored, { title, text }, signal) {
    const { bot_token, chat_id } = stored as unknown as TelegramConfig
    const message = `<b>${escapeMarkup(title)}</b>\n${escapeMarkup(truncate(text, maxTextLength))}`
    const response = await request(`${baseUrl.replace(/\/+$/, '')}/bot${bot_token}/sendMessage`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        chat_id,
        text: message,
        parse_mode: 'HTML',
        link_preview_options: { is_disabled: true },
      }),
      signal,
      trustedHost: trustedHostOf(baseUrl),
    })
    const retryAfter = numberMember(response, 'parameters.retry_after') ?? response.retryAfter
    requireSuccess('Telegram', { ...response, retryAfter }, stringMember(response, 'description'))
  },
})
