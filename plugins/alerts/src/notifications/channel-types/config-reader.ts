import { invalid } from '@svc/plugin-sdk'

const controlCharacter = /\p{Cc}/u

/** An empty text and null count as absent. */
const isAbsent = (value: unknown) => value === undefined || value === null || value === ''

/** Reads the fields of a channel configuration; throws 422 with the invalid field. */
export function makeConfigReader(input: Readonly<Record<string, unknown>>) {
  const fieldOf = (name: string) => `config_json.${name}`
  const fail = (name: string, rule: string) => invalid(fieldOf(name), rule)

  function optionalText(name: string, maxLength: number): string | undefined {
    const value = input[name]
    if (isAbsent(value)) return undefined
    if (typeof value !== 'string') throw fail(name, 'must be text')
    if (value.length > maxLength) throw fail(name, `must have at most ${maxLength} characters`)
    return value
  }

  /** A single trimmed line. */
  function line(name: string, maxLength: number): string {
    const text = optionalText(name, maxLength)?.trim()
    if (!text) throw fail(name, 'is required')
    if (controlCharacter.test(text)) throw fail(name, 'must be a single line without control characters')
    return text
  }

  /** An http or https URL without credentials. */
  function httpUrl(name: string, text: string): URL {
    if (!URL.canParse(text)) throw fail(name, 'must be a URL such as https://example.com/path')
    const url = new URL(text)
    if (url.protocol !== 'http:' && url.protocol !== 'https:') throw fail(name, 'must start with http:// or https://')
    if (url.username || url.password) throw fail(name, 'must not contain a username or password; use a header instead')
    return url
  }

  return { input, fieldOf, fail, isAbsent, optionalText, line, httpUrl }
}
