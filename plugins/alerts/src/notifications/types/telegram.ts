import type { ChannelType } from '../../contract.ts'
import { beginning } from '../beginning.ts'
import { readConfig } from '../config-fields.ts'
import { escapeMarkup } from '../content-type.ts'
import { type Ask, demandSuccess, memberOf, numberOf } from '../http-answer.ts'
import { trustedHostOf } from '../trusted-host.ts'

interface TelegramConfig {
  readonly bot_token: string
  readonly chat_id: string
}

const token = /^\d{1,20}:[A-Za-z0-9_-]{8,128}$/
const chat = /^(-?\d{1,20}|@[A-Za-z0-9_]{1,64})$/
/** Telegram takes 4096, counted after its markup is read. */
const longestText = 3500

/** Writes to a chat through a bot. */
export const makeTelegram = (ask: Ask, baseUrl: string): ChannelType => ({
  type: 'telegram',
  name: { en: 'Telegram', zh: 'Telegram' },
  secrets: ['bot_token'],

  parse(given) {
    const config = readConfig(typeof given.chat_id === 'number' ? { ...given, chat_id: String(given.chat_id) } : given)
    const bot_token = config.line('bot_token', 256)
    if (!token.test(bot_token)) throw config.fail('bot_token', 'must be a bot token such as 123456789:AAbbCC')
    const chat_id = config.line('chat_id', 128)
    if (!chat.test(chat_id))
      throw config.fail('chat_id', 'must be a numeric ID such as -1001234567890, or @channelname')
    return { bot_token, chat_id }
  },

  async deliver(stored, { title, text }, signal) {
    const { bot_token, chat_id } = stored as unknown as TelegramConfig
    const message = `<b>${escapeMarkup(title)}</b>\n${escapeMarkup(beginning(text, longestText))}`
    const answer = await ask(`${baseUrl.replace(/\/+$/, '')}/bot${bot_token}/sendMessage`, {
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
    const retryAfter = numberOf(answer, 'parameters.retry_after') ?? answer.retryAfter
    demandSuccess({ en: 'Telegram', zh: 'Telegram ' }, { ...answer, retryAfter }, memberOf(answer, 'description'))
  },
})
