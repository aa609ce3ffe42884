import { invalid } from './http.ts'

const most = 32
const longestValue = 4096
const token = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,128}$/
/** Printable ASCII and tabs: what every server reads alike. */
const plainValue = /^[\t\x20-\x7e]*$/

/** These say how a message is sent, which is not the author's business. */
const reserved = new Set([
  ...['accept-encoding', 'connection', 'content-length', 'expect', 'host', 'keep-alive', 'te', 'trailer'],
  ...['transfer-encoding', 'upgrade'],
])

/**
 * The headers, by name, that somebody wants sent with requests of ours: at most 32, each one line of printable ASCII, and
 * none that says how a message is sent. Left out or null means none. Throws 422 that names `field`, or the header below
 * it: `config_json.headers.Host`.
 */
export function readRequestHeaders(field: string, given: unknown): Record<string, string> {
  if (given === undefined || given === null) return {}
  if (typeof given !== 'object' || Array.isArray(given)) throw invalid(field, 'must map names to texts')
  const entries = Object.entries(given)
  if (entries.length > most) throw invalid(field, `must be at most ${most}`)
  const seen = new Set<string>()
  for (const [name, value] of entries) {
    if (!token.test(name)) throw invalid(field, 'must have names of letters, digits and dashes')
    const member = `${field}.${name}`
    const lower = name.toLowerCase()
    if (reserved.has(lower)) throw invalid(member, 'is set by the server itself')
    if (seen.has(lower)) throw invalid(member, 'is there twice')
    seen.add(lower)
    if (typeof value !== 'string') throw invalid(member, 'must be text')
    if (value.length > longestValue) throw invalid(member, `must have at most ${longestValue} characters`)
    if (!plainValue.test(value)) throw invalid(member, 'must be one line of printable ASCII')
  }
  return Object.fromEntries(entries)
}
