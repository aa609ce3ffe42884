import { invalid, readRequestHeaders, text as textOf } from '@svc/plugin-sdk'
import { type ChannelType, DeliveryError, type OutgoingNotice } from '../../contract.ts'
import { type HttpRequest, requireSuccess } from '../http-request.ts'
import { variableNames } from '../variables-schema.ts'
import { type BodyFormat, bodyFormatOf, contentTypeOf, withLowercaseNames } from './body-format.ts'
import { makeConfigReader } from './config-reader.ts'

const placeholder = /\{\{\s*([A-Za-z_]+)\s*\}\}/g

/** Renders a template in one pass, so that placeholders inside values are not replaced. */
export const renderTemplate = (
  template: string,
  variables: Readonly<Record<string, string>>,
  escapeValue: (text: string) => string,
): string => template.replace(placeholder, (_, name: string) => escapeValue(variables[name] ?? ''))

/** Replaces all placeholders with one text, to validate a template independently of its variables. */
const fillPlaceholders = (template: string, text: string): string => template.replace(placeholder, () => text)

/** Throws 422 for an unknown variable, which would be sent as an empty text. */
function requireKnownVariables(field: string, template: string): void {
  const names: readonly string[] = variableNames
  const unknown = [...template.matchAll(placeholder)].find(([, name = '']) => !names.includes(name))?.[1]
  if (unknown) throw invalid(field, 'alerts.UNKNOWN_VARIABLE', { name: `{{${unknown.slice(0, 40)}}}`, names })
}

interface WebhookConfig {
  readonly url: string
  readonly method: 'GET' | 'PUT' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body_template?: string
}

type ConfigReader = ReturnType<typeof makeConfigReader>

const receiver = textOf('alerts.RECEIVER')

const maxUrlLength = 2048
const maxTemplateLength = 16_384

/** Variables are allowed everywhere but in the origin. */
function readUrl(config: ConfigReader): string {
  const text = config.line('url', maxUrlLength)
  requireKnownVariables(config.fieldOf('url'), text)
  const { origin } = config.httpUrl('url', fillPlaceholders(text, 'x'))
  if (config.httpUrl('url', fillPlaceholders(text, 'y')).origin !== origin) {
    throw config.fail('url', 'alerts.URL_HOST_VARIABLE')
  }
  // The visible prefix ends with the slash after the host.
  return text.replace(/^(https?:\/\/[^/?#]+)(?=[?#]|$)/i, '$1/')
}

function readMethod(config: ConfigReader): WebhookConfig['method'] {
  const method = (config.optionalText('method', 8) ?? 'POST').toUpperCase()
  if (method !== 'GET' && method !== 'PUT' && method !== 'POST') throw config.fail('method', 'alerts.METHOD')
  return method
}

const readHeaders = ({ input: { headers }, fieldOf, isAbsent }: ConfigReader) =>
  readRequestHeaders(fieldOf('headers'), isAbsent(headers) ? undefined : headers)

const isJson = (text: string) => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function validateTemplate(field: string, template: string | undefined, format: BodyFormat): void {
  if (template === undefined) {
    if (format.kind === 'json' || format.kind === 'text') return
    throw invalid(field, 'alerts.TEMPLATE_REQUIRED')
  }
  requireKnownVariables(field, template)
  if (format.kind === 'json' && !isJson(fillPlaceholders(template, 'x'))) {
    throw invalid(field, 'alerts.TEMPLATE_NOT_JSON')
  }
}

/** Renders the URL. A value such as `..` must not change the number of path segments. */
function renderUrl(url: string, variables: OutgoingNotice['variables']): string {
  const rendered = renderTemplate(url, variables, encodeURIComponent)
  const segments = (text: string) => new URL(text).pathname.split('/').length
  if (segments(rendered) === segments(fillPlaceholders(url, 'x'))) return rendered
  throw new DeliveryError(textOf('alerts.URL_PATH_CHANGED'), true)
}

const originOf = (url: unknown) => new URL(fillPlaceholders(String(url), 'x')).origin

const defaultBody = ({ title, text, variables, thread }: OutgoingNotice, format: BodyFormat) =>
  format.kind === 'json'
    ? JSON.stringify({ title, text, ...variables, ...(thread && { message_kind: thread.kind }) })
    : `${title}\n${text}\n`

/** Sends an HTTP request to any URL. */
export const makeWebhook = (request: HttpRequest): ChannelType => ({
  type: 'webhook',
  name: textOf('alerts.WEBHOOK'),
  // Webhook URLs of chat services are credentials.
  secrets: ['url', 'headers'],
  hints: { url: (url) => `${originOf(url)}/` },
  destination: ({ url }) => originOf(url),

  parse(input) {
    const config = makeConfigReader(input)
    const url = readUrl(config)
    const method = readMethod(config)
    const headers = readHeaders(config)
    const template = config.optionalText('body_template', maxTemplateLength)
    const field = config.fieldOf('body_template')
    if (method === 'GET') {
      if (template !== undefined) throw invalid(field, 'alerts.TEMPLATE_WITH_GET')
      return { url, method, headers }
    }
    validateTemplate(field, template, bodyFormatOf(contentTypeOf(headers)))
    return { url, method, headers, ...(template === undefined ? {} : { body_template: template }) }
  },

  // Receivers of the default body get the id of the group, so they can replace what they show.
  replaces(stored) {
    const { url, method, body_template } = stored as unknown as WebhookConfig
    const texts = body_template === undefined && method !== 'GET' ? '{{group_id}}' : `${url}${body_template ?? ''}`
    return /\{\{\s*group_id\s*\}\}/.test(texts)
  },

  async deliver(stored, notice, signal) {
    const { url, method, headers, body_template } = stored as unknown as WebhookConfig
    const contentType = contentTypeOf(headers)
    const format = bodyFormatOf(contentType)
    const target = renderUrl(url, notice.variables)
    const requestHeaders = { 'idempotency-key': notice.id, ...withLowercaseNames(headers) }
    if (method === 'GET') {
      requireSuccess(receiver, await request(target, { headers: requestHeaders, signal }))
      return
    }
    const body =
      body_template === undefined
        ? defaultBody(notice, format)
        : renderTemplate(body_template, notice.variables, format.escape)
    const headersWithType = { ...requestHeaders, 'content-type': contentType }
    requireSuccess(receiver, await request(target, { method, headers: headersWithType, body, signal }))
  },
})
