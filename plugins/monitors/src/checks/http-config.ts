import { readMembers, readTimeout, wrong } from './config-reader.js'

export interface HttpConfig {
  readonly method: 'GET' | 'POST'
  readonly keyword?: string
  readonly keyword_exists: boolean
  readonly expected_status: readonly number[]
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  readonly timeout: number
}

const members = ['method', 'keyword', 'keyword_exists', 'expected_status', 'headers', 'body', 'timeout']
const mostHeaders = 32
const token = /^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,128}$/
/** Printable ASCII and tabs: what every server reads alike. */
const plainValue = /^[\t\x20-\x7e]{0,4096}$/

/** These say how a message is sent, which is not the author's business. */
const reserved = new Set([
  ...['accept-encoding', 'connection', 'content-length', 'expect', 'host', 'keep-alive', 'te', 'trailer'],
  ...['transfer-encoding', 'upgrade'],
])

function readHeaders(given: unknown): Record<string, string> {
  if (given === undefined) return {}
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw wrong('headers', 'must map names to texts')
  }
  const entries = Object.entries(given)
  if (entries.length > mostHeaders) throw wrong('headers', `must be at most ${mostHeaders}`)
  const seen = new Set<string>()
  for (const [name, value] of entries) {
    if (!token.test(name)) throw wrong('headers', 'must have names of letters, digits and dashes')
    const lower = name.toLowerCase()
    if (reserved.has(lower)) throw wrong(`headers.${name}`, 'is set by the server itself')
    if (seen.has(lower)) throw wrong(`headers.${name}`, 'is there twice')
    seen.add(lower)
    if (typeof value !== 'string' || !plainValue.test(value)) {
      throw wrong(`headers.${name}`, 'must be one line of at most 4096 printable ASCII characters')
    }
  }
  return Object.fromEntries(entries)
}

const statusOf = (item: unknown) =>
  Number.isInteger(item) && Number(item) >= 100 && Number(item) <= 599 ? Number(item) : undefined

/** What an HTTP check sends and expects. */
export function readHttpConfig(given: Readonly<Record<string, unknown>>): HttpConfig {
  const read = readMembers(given, members)
  const method = read.choice('method', ['GET', 'POST'])
  const keyword = read.text('keyword', 1000)
  const body = read.text('body', 64 * 1024)
  if (body !== undefined && method === 'GET') throw wrong('body', 'can be sent with POST only')
  const expected = read.list('expected_status', 50, statusOf, 'must hold numbers from 100 to 599')
  return {
    method,
    ...(keyword !== undefined && { keyword }),
    keyword_exists: read.flag('keyword_exists', true),
    expected_status: expected.length > 0 ? expected : [200],
    headers: readHeaders(read.optional('headers')),
    ...(body !== undefined && { body }),
    timeout: readTimeout(read),
  }
}
