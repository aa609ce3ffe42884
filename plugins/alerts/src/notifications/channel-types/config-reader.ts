import { invalid, type Params, type TextCode } from '@svc/plugin-sdk'

const controlCharacter = /\p{Cc}/u

/** An empty text and null count as absent. */
const isAbsent = (value: unknown) => value === undefined || value === null || value === ''

/** Reads the fields of a channel configuration; throws 422 with the invalid field. */
export function makeConfigReader(input: Readonly<Record<string, unknown>>) {
  const fieldOf = (name: string) => `config_json.${name}`
  const fail = (name: string, code: TextCode, params?: Params) => invalid(fieldOf(name), code, params)

  function optionalText(name: string, maxLength: number): string | undefined {
    const value = input[name]
    if (isAbsent(value)) return undefined
    if (typeof value !== 'string') throw fail(name, 'kernel.MUST_BE_STRING')
    if (value.length > maxLength) throw fail(name, 'kernel.MAX_LENGTH', { count: maxLength })
    return value
  }

  /** A single trimmed line. */
  function line(name: string, maxLength: number): string {
    const text = optionalText(name, maxLength)?.trim()
    if (!text) throw fail(name, 'kernel.REQUIRED')
    if (controlCharacter.test(text)) throw fail(name, 'alerts.SINGLE_LINE')
    return text
  }

  /** An http or https URL without credentials. */
  function httpUrl(name: string, text: string): URL {
    if (!URL.canParse(text)) throw fail(name, 'alerts.URL_FORM')
    const url = new URL(text)
    if (url.protocol !== 'http:' && url.protocol !== 'https:') throw fail(name, 'alerts.URL_SCHEME')
    if (url.username || url.password) throw fail(name, 'alerts.URL_CREDENTIALS')
    return url
  }

  return { input, fieldOf, fail, isAbsent, optionalText, line, httpUrl }
}
