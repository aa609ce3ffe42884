import { invalid } from '@svc/plugin-sdk'

type Given = Readonly<Record<string, unknown>>

const control = /\p{Cc}/u

/** Empty text and null count as left out. */
const isAbsent = (value: unknown) => value === undefined || value === null || value === ''

/** Members of a channel's configuration; 422 names the one that breaks its rule. */
export function readConfig(given: Given) {
  const fieldOf = (name: string) => `config_json.${name}`
  const fail = (name: string, rule: string) => invalid(fieldOf(name), rule)

  function optionalText(name: string, longest: number): string | undefined {
    const value = given[name]
    if (isAbsent(value)) return undefined
    if (typeof value !== 'string') throw fail(name, 'must be text')
    if (value.length > longest) throw fail(name, `must have at most ${longest} characters`)
    return value
  }

  /** One line without spaces around it. */
  function line(name: string, longest: number): string {
    const text = optionalText(name, longest)?.trim()
    if (!text) throw fail(name, 'is required')
    if (control.test(text)) throw fail(name, 'must be a single line without control characters')
    return text
  }

  /** An http or https address without credentials. */
  function httpUrl(name: string, text: string): URL {
    if (!URL.canParse(text)) throw fail(name, 'must be a URL such as https://example.com/path')
    const url = new URL(text)
    if (url.protocol !== 'http:' && url.protocol !== 'https:') throw fail(name, 'must start with http:// or https://')
    if (url.username || url.password) throw fail(name, 'must not contain a username or password; use a header instead')
    return url
  }

  return { given, fieldOf, fail, isAbsent, optionalText, line, httpUrl }
}
