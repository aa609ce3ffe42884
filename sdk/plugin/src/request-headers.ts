import { invalid } from './api-error.ts'

const maxHeaders = 32
const maxValueLength = 4096
const token = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,128}$/
/** Printable ASCII and tabs: what every server reads alike. */
const plainValue = /^[\t\x20-\x7e]*$/

/** Headers that control the transfer are set by the HTTP client. */
const reserved = new Set([
  ...['accept-encoding', 'connection', 'content-length', 'expect', 'host', 'keep-alive', 'te', 'trailer'],
  ...['transfer-encoding', 'upgrade'],
])

/**
 * Validates user-defined headers of outbound requests, by name: at most 32, each one line of printable ASCII, and none that
 * controls the transfer. Undefined or null means none. Throws 422 naming `field` or the header below it, such as
 * `config_json.headers.Host`.
 */
export function readRequestHeaders(field: string, given: unknown): Record<string, string> {
  if (given === undefined || given === null) return {}
  if (typeof given !== 'object' || Array.isArray(given)) throw invalid(field, 'kernel.HEADERS_NOT_OBJECT')
  const entries = Object.entries(given)
  if (entries.length > maxHeaders) throw invalid(field, 'kernel.HEADERS_TOO_MANY', { limit: maxHeaders })
  const names = new Set<string>()
  for (const [name, value] of entries) {
    if (!token.test(name)) throw invalid(field, 'kernel.HEADER_NAME')
    const member = `${field}.${name}`
    const lower = name.toLowerCase()
    if (reserved.has(lower)) throw invalid(member, 'kernel.HEADER_RESERVED')
    if (names.has(lower)) throw invalid(member, 'kernel.HEADER_DUPLICATE')
    names.add(lower)
    if (typeof value !== 'string') throw invalid(member, 'kernel.HEADER_NOT_TEXT')
    if (value.length > maxValueLength) throw invalid(member, 'kernel.MAX_LENGTH', { count: maxValueLength })
    if (!plainValue.test(value)) throw invalid(member, 'kernel.HEADER_NOT_ASCII')
  }
  return Object.fromEntries(entries)
}
