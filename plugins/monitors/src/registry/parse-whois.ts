import { type Registration, toPlainText } from './registration.ts'

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const monthOf = (text: string) =>
  /^\d+$/.test(text) ? Number(text) : months.indexOf(text.slice(0, 3).toLowerCase()) + 1

/** The date formats of registries. */
const formats: readonly { readonly pattern: RegExp; readonly order: readonly ('y' | 'm' | 'd')[] }[] = [
  { pattern: /\b(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/, order: ['y', 'm', 'd'] },
  { pattern: /\b(\d{1,2})[-\s.]([a-z]{3,9})[-\s.,]+(\d{4})\b/i, order: ['d', 'm', 'y'] },
  { pattern: /\b(\d{1,2})[./-](\d{1,2})[./-](\d{4})\b/, order: ['d', 'm', 'y'] },
  { pattern: /\b([a-z]{3,9})\s+(\d{1,2}),?\s+(?:[\d:]{5,8}\s+)?(?:[a-z]{3,4}\s+)?(\d{4})\b/i, order: ['m', 'd', 'y'] },
  { pattern: /\b(\d{4})(\d{2})(\d{2})\b/, order: ['y', 'm', 'd'] },
]

const maxTextLength = 100

/** Midnight UTC of the date in a text, epoch milliseconds; undefined without one. */
export function parseWhoisDate(text: string): number | undefined {
  const short = text.slice(0, maxTextLength)
  for (const { pattern, order } of formats) {
    const [, ...parts] = pattern.exec(short) ?? []
    const part = (which: 'y' | 'm' | 'd') => parts[order.indexOf(which)] ?? ''
    const [year, month, day] = [Number(part('y')), monthOf(part('m')), Number(part('d'))]
    const ms = Date.UTC(year, month - 1, day)
    const date = new Date(ms)
    const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day
    if (parts.length === 3 && year >= 1985 && year <= 2200 && isReal) return ms
  }
  return undefined
}

/** What registries call the expiry date; the most specific first. */
const expiryKeys = [
  'registry expiry date',
  'registrar registration expiration date',
  'expiration date',
  'expiration time',
  'expiry date',
  'expire date',
  'expires on',
  'expires at',
  'domain expires',
  'expires',
  'expire',
  'expiry',
  'paid-till',
  'valid until',
  'valid-date',
  'validity',
  'renewal date',
  'exp date',
  '有効期限',
]
const registrarKeys = ['registrar', 'registrar name', 'sponsoring registrar', 'registrar organization']
const referralKeys = ['refer', 'whois']

const maxLines = 2000
const maxLineLength = 500

/** Parses `key: value`, `[key] value` and keys with the value on the next line. */
function parsePairs(text: string): Map<string, string[]> {
  const pairs = new Map<string, string[]>()
  let pendingKey: string | undefined
  for (const line of text.split(/\r?\n/, maxLines)) {
    const short = line.slice(0, maxLineLength).trim()
    const [, bracketed, named, value = ''] = /^(?:\[([^\]]{1,60})\]|([^:]{1,60}?)[\s.]*:)\s*(.*)$/.exec(short) ?? []
    const key = (bracketed ?? named)?.trim().toLowerCase()
    if (key === undefined) {
      if (pendingKey !== undefined && short !== '') pairs.get(pendingKey)?.push(short)
      pendingKey = undefined
      continue
    }
    const values = pairs.getOrInsertComputed(key, () => [])
    if (value !== '') values.push(value)
    pendingKey = value === '' ? key : undefined
  }
  return pairs
}

const firstValue = (pairs: Map<string, string[]>, keys: readonly string[]): string | undefined =>
  keys.flatMap((key) => pairs.get(key) ?? [])[0]

/** The server that a response refers to: `host` or `host:port`. */
export function parseReferral(text: string): { readonly host: string; readonly port: number } | undefined {
  const value = firstValue(parsePairs(text), referralKeys)?.replace(/^r?whois:\/\//i, '')
  const [, host, port = '43'] = /^([a-z0-9.-]{1,253}?)(?::(\d{1,5}))?\/?$/i.exec(value ?? '') ?? []
  return host === undefined ? undefined : { host, port: Number(port) }
}

const unregisteredPattern =
  /no match|not found|no data found|no entries found|nothing found|no object found|status:\s*(?:free|available)|is free\b|not registered|no such domain/i

/** Looks only at the beginning of the text: the rest is terms of use. */
export const isUnregistered = (text: string): boolean => unregisteredPattern.test(text.slice(0, 1000))

/** Parses a WHOIS response. Every registry has its own format. */
export function parseWhois(domain: string, text: string): Registration {
  const pairs = parsePairs(text)
  const dates = expiryKeys.flatMap((key) => pairs.get(key) ?? []).map(parseWhoisDate)
  const registrar = firstValue(pairs, registrarKeys)
  return {
    domain,
    registrar: registrar ? toPlainText(registrar, 200) : null,
    expiresAt: dates.find((date) => date !== undefined),
    excerpt: toPlainText(text, 500),
  }
}
