import type { readConfig } from '../config-fields.js'

const most = 32
const longestValue = 4096
const token = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,128}$/
/** Printable ASCII and tabs: what every server reads alike. */
const plainValue = /^[\t\x20-\x7e]*$/

/** These say how a message is sent, which is not the author's business. */
const reserved = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** The headers of a webhook by name. */
export function readHeaders(config: ReturnType<typeof readConfig>): Readonly<Record<string, string>> {
  const { headers } = config.given
  if (config.isAbsent(headers)) return {}
  if (typeof headers !== 'object' || Array.isArray(headers)) throw config.fail('headers', 'must map names to texts')
  const entries = Object.entries(headers as object)
  if (entries.length > most) throw config.fail('headers', `must be at most ${most}`)
  const seen = new Set<string>()
  return Object.fromEntries(
    entries.map(([name, value]: [string, unknown]) => {
      if (!token.test(name)) throw config.fail('headers', 'must have names of letters, digits and dashes')
      const member = `headers.${name}`
      const lower = name.toLowerCase()
      if (reserved.has(lower)) throw config.fail(member, 'is set by the server itself')
      if (seen.has(lower)) throw config.fail(member, 'is there twice')
      seen.add(lower)
      if (typeof value !== 'string') throw config.fail(member, 'must be text')
      if (value.length > longestValue) throw config.fail(member, `must have at most ${longestValue} characters`)
      if (!plainValue.test(value)) throw config.fail(member, 'must be one line of printable ASCII')
      return [name, value]
    }),
  )
}

/** By names in lower case, in which they are equal. */
export const lowerCased = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

/** JSON unless the headers say something else. */
export const contentTypeOf = (headers: Readonly<Record<string, string>>): string =>
  lowerCased(headers)['content-type'] || 'application/json'
