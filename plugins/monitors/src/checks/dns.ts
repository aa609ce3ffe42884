import { Resolver } from 'node:dns/promises'
import { isIP, isIPv6 } from 'node:net'
import { ApiError, type Clock, type CodedText, invalid, text } from '@svc/plugin-sdk'
import { type Outbound, OutboundError } from '@svc/plugin-system/contract'
import { type CheckType, excerpt, failed, type Outcome, succeeded } from './check-type.ts'
import { configReader, readTimeout } from './config-reader.ts'
import { lookUp, matchesExpectation, normalizeValue, type RecordType, recordTypes } from './dns-values.ts'
import { describeError, timedOut } from './error-text.ts'
import type { ReadTarget } from './read-target.ts'

interface Parts {
  readonly clock: Pick<Clock, 'now' | 'after'>
  readonly outbound: Pick<Outbound, 'resolve'>
  readonly readTarget: ReadTarget
}

export interface DnsConfig {
  readonly record_type: RecordType
  readonly expected_values: readonly string[]
  readonly mode: 'equals' | 'contains' | 'any'
  /** `host`, `host:port` or `[address]:port` */
  readonly nameserver?: string
  readonly timeout: number
}

const fields = ['record_type', 'expected_values', 'mode', 'nameserver', 'timeout']

/** Addresses tried of a name server that has several. */
const maxAddresses = 3

const errorTexts: Readonly<Record<string, CodedText>> = {
  ENOTFOUND: text('monitors.DNS_NOT_FOUND'),
  ENODATA: text('monitors.DNS_NO_DATA'),
  ESERVFAIL: text('monitors.DNS_SERVER_FAILED'),
  EREFUSED: text('monitors.DNS_REFUSED'),
  EFORMERR: text('monitors.DNS_MALFORMED_QUERY'),
  ENOTIMP: text('monitors.DNS_UNSUPPORTED'),
  EBADRESP: text('monitors.DNS_INVALID_RESPONSE'),
  ECONNREFUSED: text('monitors.DNS_NO_RESPONSE'),
}

function describeDnsError(error: unknown, timeoutSeconds: number): CodedText {
  if (error instanceof ApiError) throw error
  if (error instanceof OutboundError) return describeError(error, timeoutSeconds)
  const code = String((error as NodeJS.ErrnoException).code ?? '')
  if (code === 'ETIMEOUT' || code === 'ECANCELLED') return timedOut(timeoutSeconds)
  return (Object.hasOwn(errorTexts, code) && errorTexts[code]) || text('monitors.DNS_LOOKUP_FAILED', { code })
}

/** Adds the default port to a name server without one. */
function withPort(nameserver: string): string {
  if (isIPv6(nameserver)) return `[${nameserver}]:53`
  return /:\d+$/.test(nameserver) ? nameserver : `${nameserver}:53`
}

async function readDnsConfig(config: Readonly<Record<string, unknown>>, readTarget: ReadTarget): Promise<DnsConfig> {
  const reader = configReader(config, fields)
  const record_type = reader.choice('record_type', recordTypes)
  const parseValue = (item: unknown) =>
    typeof item === 'string' && item.trim() !== '' && item.length <= 512 ? normalizeValue(record_type, item) : undefined
  const expected_values = reader.list('expected_values', 50, parseValue, 'monitors.VALUE_LENGTH')
  const nameserver = reader.text('nameserver', 260)?.trim()
  if (nameserver) await readTarget('tcp', withPort(nameserver), 'config_json.nameserver')
  return {
    record_type,
    expected_values,
    mode: reader.choice('mode', ['equals', 'contains', 'any']),
    ...(nameserver && { nameserver }),
    timeout: readTimeout(reader),
  }
}

/** Looks up a name and compares the values with the expected ones. */
export function makeDnsCheck({ clock, outbound, readTarget }: Parts): CheckType<DnsConfig> {
  /** Addresses of the name server with its port; undefined for the system resolver. */
  async function resolveNameserver({ nameserver, timeout }: DnsConfig, signal: AbortSignal) {
    if (nameserver === undefined) return undefined
    const { host, port } = await readTarget('tcp', withPort(nameserver), 'config_json.nameserver')
    const addresses = await outbound.resolve(host, { reach: 'network', timeoutMs: timeout * 1000, signal })
    return addresses.slice(0, maxAddresses).map((address) => `${isIPv6(address) ? `[${address}]` : address}:${port}`)
  }

  async function query(name: string, config: DnsConfig, signal: AbortSignal): Promise<readonly string[]> {
    const deadline = clock.now() + config.timeout * 1000
    const servers = await resolveNameserver(config, signal)
    signal.throwIfAborted()
    // The second try, for lost packets, takes twice as long as the first.
    const resolver = new Resolver({ timeout: Math.ceil((config.timeout * 1000) / 3), tries: 2 })
    if (servers) resolver.setServers(servers)
    const cancelTimeout = clock.after(Math.max(0, deadline - clock.now()), () => resolver.cancel())
    const onAbort = () => resolver.cancel()
    signal.addEventListener('abort', onAbort)
    try {
      return await lookUp(resolver, config.record_type, name)
    } finally {
      cancelTimeout()
      signal.removeEventListener('abort', onAbort)
    }
  }

  function evaluate(values: readonly string[], latency: number, config: DnsConfig, memory: string | null): Outcome {
    const current = JSON.stringify(values)
    const detail = {
      record_type: config.record_type,
      values,
      nameserver: config.nameserver ?? null,
      changed: memory !== null && memory !== current,
    }
    if (matchesExpectation(values, config)) return { ...succeeded(latency, detail), memory: current }
    const error = text('monitors.DNS_UNEXPECTED_VALUES', { values: excerpt(values.join(', '), 200) })
    return { ...failed(error, latency, detail), memory: current }
  }

  return {
    type: 'dns',
    secretFields: [],
    async readTarget(given) {
      const { host } = await readTarget('icmp', given)
      if (isIP(host)) throw invalid('target', 'monitors.NAME_NOT_ADDRESS')
      return host
    },
    readConfig: (config) => readDnsConfig(config, readTarget),
    async check({ target, config, memory, signal }) {
      const startedAt = clock.now()
      const { record_type, nameserver = null } = config
      try {
        const values = await query(target, config, signal)
        return evaluate(values, Math.max(0, clock.now() - startedAt), config, memory)
      } catch (error) {
        const latency = null
        return failed(describeDnsError(error, config.timeout), latency, { record_type, values: [], nameserver })
      }
    },
  }
}
