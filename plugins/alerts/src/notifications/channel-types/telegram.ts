import { text as textOf } from '@svc/plugin-sdk'
import type { ChannelType } from '../../contract.ts'
import {
  type HttpRequest,
  numberMember,
  type Response,
  requireSuccess,
  stringMember,
  trustedHostOf,
} from '../http-request.ts'
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

function requireTelegram(response: Response): void {
  const retryAfter = numberMember(response, 'parameters.retry_after') ?? response.retryAfter
  requireSuccess('Telegram', { ...response, retryAfter }, stringMember(response, 'description'))
}

/** Sends messages to a chat through a bot. An update edits the first message; later ones reply to it. */
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

  replaces: () => true,

  async deliver(stored, { title, text, thread }, signal) {
    const { bot_token, chat_id } = stored as unknown as TelegramConfig
    const message = `<b>${escapeMarkup(title)}</b>\n${escapeMarkup(truncate(text, maxTextLength))}`
    const call = (method: string, fields: object) =>
      request(`${baseUrl.replace(/\/+$/, '')}/bot${bot_token}/${method}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          chat_id,
          text: message,
          parse_mode: 'HTML',
          link_preview_options: { is_disabled: true },
          ...fields,
        }),
        signal,
        trustedHost: trustedHostOf(baseUrl),
      })
    const first = thread?.receipt === undefined ? undefined : Number(thread.receipt)
    if (thread?.kind === 'update' && first !== undefined) {
      const edited = await call('editMessageText', { message_id: first })
      if (edited.status !== 400) requireTelegram(edited)
      // The same text, or a message that was deleted or is too old to edit.
      else if (!stringMember(edited, 'description')?.includes('not modified'))
        requireTelegram(await call('sendMessage', {}))
      return undefined
    }
    const reply = { reply_parameters: { message_id: first, allow_sending_without_reply: true } }
    const response = await call('sendMessage', first === undefined ? {} : reply)
    requireTelegram(response)
    return numberMember(response, 'result.message_id')?.toString()
  },
})
