import type { Resolver } from 'node:dns/promises'

export const recordTypes = ['A', 'AAAA', 'CNAME', 'MX', 'TXT'] as const
export type RecordType = (typeof recordTypes)[number]

/** An IPv6 address in its one short form. */
function shortAddress(text: string): string {
  const url = `http://[${text}]`
  return URL.canParse(url) ? new URL(url).hostname.slice(1, -1) : text
}

const nameOf = (text: string) => text.toLowerCase().replace(/\.$/, '')

const normal: Readonly<Record<RecordType, (text: string) => string>> = {
  A: (text) => text,
  AAAA: shortAddress,
  CNAME: nameOf,
  MX: (text) => nameOf(text.replace(/\s+/g, ' ')),
  TXT: (text) => text,
}

/** A value as it is compared: spellings that mean the same are the same. */
export const normalValue = (type: RecordType, text: string): string => normal[type](text.trim())

const ask: Readonly<Record<RecordType, (resolver: Resolver, name: string) => Promise<readonly string[]>>> = {
  A: (resolver, name) => resolver.resolve4(name),
  AAAA: (resolver, name) => resolver.resolve6(name),
  CNAME: (resolver, name) => resolver.resolveCname(name),
  MX: async (resolver, name) =>
    (await resolver.resolveMx(name)).map(({ priority, exchange }) => `${priority} ${exchange}`),
  TXT: async (resolver, name) => (await resolver.resolveTxt(name)).map((pieces) => pieces.join('')),
}

const mostValues = 100
const longestValue = 512

/** The values of a name, sorted, of which there may be many from a name server that means harm. */
export async function lookUp(resolver: Resolver, type: RecordType, name: string): Promise<readonly string[]> {
  const values = await ask[type](resolver, name)
  const normalised = values.slice(0, mostValues).map((value) => normalValue(type, value).slice(0, longestValue))
  return [...new Set(normalised)].sort()
}

/** An expected mail server without a priority may have any. */
const matches = (type: RecordType, value: string, expected: string) =>
  value === expected || (type === 'MX' && !expected.includes(' ') && value.split(' ')[1] === expected)

interface Expectation {
  readonly record_type: RecordType
  readonly expected_values: readonly string[]
  readonly mode: 'equals' | 'contains' | 'any'
}

/** Whether the values are as expected; without expectations any value will do. */
export function asExpected(values: readonly string[], expectation: Expectation): boolean {
  const { record_type: type, expected_values: expected, mode } = expectation
  if (expected.length === 0) return values.length > 0
  const isThere = (wanted: string) => values.some((value) => matches(type, value, wanted))
  if (mode === 'any') return expected.some(isThere)
  if (!expected.every(isThere)) return false
  return mode === 'contains' || values.every((value) => expected.some((wanted) => matches(type, value, wanted)))
}
