import type { Resolver } from 'node:dns/promises'

export const recordTypes = ['A', 'AAAA', 'CNAME', 'MX', 'TXT'] as const
export type RecordType = (typeof recordTypes)[number]

/** The canonical form of an IPv6 address. */
function canonicalIpv6(text: string): string {
  const url = `http://[${text}]`
  return URL.canParse(url) ? new URL(url).hostname.slice(1, -1) : text
}

const normalizeName = (text: string) => text.toLowerCase().replace(/\.$/, '')

const normalizers: Readonly<Record<RecordType, (text: string) => string>> = {
  A: (text) => text,
  AAAA: canonicalIpv6,
  CNAME: normalizeName,
  MX: (text) => normalizeName(text.replace(/\s+/g, ' ')),
  TXT: (text) => text,
}

/** Normalizes a value for comparison, so that equivalent spellings are equal. */
export const normalizeValue = (type: RecordType, text: string): string => normalizers[type](text.trim())

const resolvers: Readonly<Record<RecordType, (resolver: Resolver, name: string) => Promise<readonly string[]>>> = {
  A: (resolver, name) => resolver.resolve4(name),
  AAAA: (resolver, name) => resolver.resolve6(name),
  CNAME: (resolver, name) => resolver.resolveCname(name),
  MX: async (resolver, name) =>
    (await resolver.resolveMx(name)).map(({ priority, exchange }) => `${priority} ${exchange}`),
  TXT: async (resolver, name) => (await resolver.resolveTxt(name)).map((pieces) => pieces.join('')),
}

const maxValues = 100
const maxValueLength = 512

/** The values of a name, sorted. Limited, because a malicious name server may send many. */
export async function lookUp(resolver: Resolver, type: RecordType, name: string): Promise<readonly string[]> {
  const values = await resolvers[type](resolver, name)
  const normalized = values.slice(0, maxValues).map((value) => normalizeValue(type, value).slice(0, maxValueLength))
  return [...new Set(normalized)].sort()
}

/** An expected mail server without a priority matches any priority. */
const matches = (type: RecordType, value: string, expected: string) =>
  value === expected || (type === 'MX' && !expected.includes(' ') && value.split(' ')[1] === expected)

interface Expectation {
  readonly record_type: RecordType
  readonly expected_values: readonly string[]
  readonly mode: 'equals' | 'contains' | 'any'
}

/** Without expected values, any value matches. */
export function matchesExpectation(values: readonly string[], expectation: Expectation): boolean {
  const { record_type: type, expected_values: expected, mode } = expectation
  if (expected.length === 0) return values.length > 0
  const isPresent = (wanted: string) => values.some((value) => matches(type, value, wanted))
  if (mode === 'any') return expected.some(isPresent)
  if (!expected.every(isPresent)) return false
  return mode === 'contains' || values.every((value) => expected.some((wanted) => matches(type, value, wanted)))
}
