import { invalid, readRequestHeaders } from '@svc/plugin-sdk'
import { type ChannelType, DeliveryError, type OutgoingNotice } from '../../contract.ts'
import { readConfig } from '../config-fields.ts'
import { type BodyFormat, bodyFormatOf, contentTypeOf, lowerCased } from '../content-type.ts'
import { type Ask, demandSuccess } from '../http-answer.ts'
import { demandKnownVariables, fillIn, fillWith } from '../template.ts'

interface WebhookConfig {
  readonly url: string
  readonly method: 'GET' | 'PUT' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body_template?: string
}

const receiver = { en: 'the receiver', zh: '接收方' }

const longestUrl = 2048
const longestTemplate = 16_384

/** Variables may stand anywhere but in what decides who is asked. */
function readUrl(config: ReturnType<typeof readConfig>): string {
  const text = config.line('url', longestUrl)
  demandKnownVariables(config.fieldOf('url'), text)
  const { origin } = config.httpUrl('url', fillWith(text, 'x'))
  if (config.httpUrl('url', fillWith(text, 'y')).origin !== origin) {
    throw config.fail('url', 'must not contain variables in the host or port')
  }
  // what is shown of it ends with the slash after the host
  return text.replace(/^(https?:\/\/[^/?#]+)(?=[?#]|$)/i, '$1/')
}

function readMethod(config: ReturnType<typeof readConfig>): WebhookConfig['method'] {
  const method = (config.optionalText('method', 8) ?? 'POST').toUpperCase()
  if (method !== 'GET' && method !== 'PUT' && method !== 'POST') throw config.fail('method', 'must be GET, PUT or POST')
  return method
}

const readHeaders = ({ given: { headers }, fieldOf, isAbsent }: ReturnType<typeof readConfig>) =>
  readRequestHeaders(fieldOf('headers'), isAbsent(headers) ? undefined : headers)

const isJson = (text: string) => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function demandFit(field: string, template: string | undefined, format: BodyFormat): void {
  if (template === undefined) {
    if (format.kind === 'json' || format.kind === 'text') return
    throw invalid(field, 'is required for this Content-Type')
  }
  demandKnownVariables(field, template)
  if (format.kind === 'json' && !isJson(fillWith(template, 'x'))) {
    throw invalid(field, 'must be JSON, with variables inside quotes')
  }
}

/** A value of dots alone must not climb to another folder of the receiver. */
function addressFor(url: string, variables: OutgoingNotice['variables']): string {
  const address = fillIn(url, variables, encodeURIComponent)
  const depth = (text: string) => new URL(text).pathname.split('/').length
  if (depth(address) === depth(fillWith(url, 'x'))) return address
  throw new DeliveryError(
    { en: 'a variable in the address would change its folder', zh: '地址中的变量会改变其目录' },
    true,
  )
}

const originOf = (url: unknown) => new URL(fillWith(String(url), 'x')).origin

const defaultBody = ({ title, text, variables }: OutgoingNotice, format: BodyFormat) =>
  format.kind === 'json' ? JSON.stringify({ title, text, ...variables }) : `${title}\n${text}\n`

/** Calls any address. */
export const makeWebhook = (ask: Ask): ChannelType => ({
  type: 'webhook',
  name: { en: 'Webhook', zh: 'Webhook' },
  // the addresses that chat services give out are passwords
  secrets: ['url', 'headers'],
  hints: { url: (url) => `${originOf(url)}/` },
  destination: ({ url }) => originOf(url),

  parse(given) {
    const config = readConfig(given)
    const [url, method, headers] = [readUrl(config), readMethod(config), readHeaders(config)]
    const template = config.optionalText('body_template', longestTemplate)
    const field = config.fieldOf('body_template')
    if (method === 'GET') {
      if (template !== undefined) throw invalid(field, 'must be empty for GET requests')
      return { url, method, headers }
    }
    demandFit(field, template, bodyFormatOf(contentTypeOf(headers)))
    return { url, method, headers, ...(template === undefined ? {} : { body_template: template }) }
  },

  async deliver(stored, notice, signal) {
    const { url, method, headers, body_template } = stored as unknown as WebhookConfig
    const contentType = contentTypeOf(headers)
    const format = bodyFormatOf(contentType)
    const address = addressFor(url, notice.variables)
    const named = { 'idempotency-key': notice.id, ...lowerCased(headers) }
    if (method === 'GET') {
      demandSuccess(receiver, await ask(address, { headers: named, signal }))
      return
    }
    const body =
      body_template === undefined ? defaultBody(notice, format) : fillIn(body_template, notice.variables, format.escape)
    const sent = { ...named, 'content-type': contentType }
    demandSuccess(receiver, await ask(address, { method, headers: sent, body, signal }))
  },
})
