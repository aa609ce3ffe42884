import { plain, type Registration } from './registration.ts'
import { dayIn } from './whois-date.ts'

/** What registries call the end of a registration; the clearest first. */
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

const mostLines = 2000
const longestLine = 500

/** The pairs of an answer, as `key: value`, `[key] value` or a key whose value is on the next line. */
function pairsOf(text: string): Map<string, string[]> {
  const pairs = new Map<string, string[]>()
  let open: string | undefined
  for (const line of text.split(/\r?\n/, mostLines)) {
    const short = line.slice(0, longestLine).trim()
    const [, bracketed, named, value = ''] = /^(?:\[([^\]]{1,60})\]|([^:]{1,60}?)[\s.]*:)\s*(.*)$/.exec(short) ?? []
    const key = (bracketed ?? named)?.trim().toLowerCase()
    if (key === undefined) {
      if (open !== undefined && short !== '') pairs.get(open)?.push(short)
      open = undefined
      continue
    }
    const found = pairs.get(key) ?? []
    if (value !== '') found.push(value)
    pairs.set(key, found)
    open = value === '' ? key : undefined
  }
  return pairs
}

const first = (pairs: Map<string, string[]>, keys: readonly string[]): string | undefined =>
  keys.flatMap((key) => pairs.get(key) ?? [])[0]

/** Where a server says to ask instead: `host` or `host:port`. */
export function referralIn(text: string): { readonly host: string; readonly port: number } | undefined {
  const value = first(pairsOf(text), referralKeys)?.replace(/^r?whois:\/\//i, '')
  const [, host, port = '43'] = /^([a-z0-9.-]{1,253}?)(?::(\d{1,5}))?\/?$/i.exec(value ?? '') ?? []
  return host === undefined ? undefined : { host, port: Number(port) }
}

const nobody =
  /no match|not found|no data found|no entries found|nothing found|no object found|status:\s*(?:free|available)|is free\b|not registered|no such domain/i

/** Whether a server says that there is no such domain; only the beginning counts, the rest is terms of use. */
export const isUnregistered = (text: string): boolean => nobody.test(text.slice(0, 1000))

/** What an answer of a WHOIS server tells; every registry writes it in its own way. */
export function readWhois(domain: string, text: string): Registration {
  const pairs = pairsOf(text)
  const days = expiryKeys.flatMap((key) => pairs.get(key) ?? []).map(dayIn)
  const registrar = first(pairs, registrarKeys)
  return {
    domain,
    registrar: registrar ? plain(registrar, 200) : null,
    expiresAt: days.find((day) => day !== undefined),
    excerpt: plain(text, 500),
  }
}
