import { isIPv6 } from 'node:net'
import { readMembers, readTimeout } from './config-reader.ts'
import { normalValue, type RecordType, recordTypes } from './dns-values.ts'
import type { ReadTarget } from './read-target.ts'

export interface DnsConfig {
  readonly record_type: RecordType
  readonly expected_values: readonly string[]
  readonly mode: 'equals' | 'contains' | 'any'
  /** `host`, `host:port` or `[address]:port` */
  readonly nameserver?: string
  readonly timeout: number
}

const members = ['record_type', 'expected_values', 'mode', 'nameserver', 'timeout']

/** A name server with its port. */
export const withPort = (text: string): string =>
  isIPv6(text) ? `[${text}]:53` : /:\d+$/.test(text) ? text : `${text}:53`

/** What a DNS check asks and expects. */
export async function readDnsConfig(
  given: Readonly<Record<string, unknown>>,
  readTarget: ReadTarget,
): Promise<DnsConfig> {
  const read = readMembers(given, members)
  const record_type = read.choice('record_type', recordTypes)
  const textOf = (item: unknown) =>
    typeof item === 'string' && item.trim() !== '' && item.length <= 512 ? normalValue(record_type, item) : undefined
  const expected_values = read.list('expected_values', 50, textOf, 'must hold texts of 1 to 512 characters')
  const nameserver = read.text('nameserver', 260)?.trim()
  if (nameserver) await readTarget('tcp', withPort(nameserver), 'config_json.nameserver')
  return {
    record_type,
    expected_values,
    mode: read.choice('mode', ['equals', 'contains', 'any']),
    ...(nameserver && { nameserver }),
    timeout: readTimeout(read),
  }
}
