import { Resolver } from 'node:dns/promises'
import { isIP, isIPv6 } from 'node:net'
import type { LocalizedText } from '@svc/plugin-alerts/contract'
import { ApiError, type Clock, invalid } from '@svc/plugin-sdk'
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

const errorTexts: Readonly<Record<string, LocalizedText>> = {
  ENOTFOUND: { en: 'the name does not exist', zh: '域名不存在' },
  ENODATA: { en: 'the name has no records of this type', zh: '该域名没有此类型的记录' },
  ESERVFAIL: { en: 'the name server failed', zh: 'DNS 服务器出错' },
  EREFUSED: { en: 'the name server refused the query', zh: 'DNS 服务器拒绝查询' },
  EFORMERR: { en: 'the name server reported a malformed query', zh: 'DNS 服务器无法解析查询' },
  ENOTIMP: { en: 'the name server does not support this query', zh: 'DNS 服务器不支持该查询' },
  EBADRESP: { en: 'invalid response from the name server', zh: 'DNS 服务器的响应无效' },
  ECONNREFUSED: { en: 'no response from the name server', zh: 'DNS 服务器无响应' },
}

function describeDnsError(error: unknown, timeoutSeconds: number): LocalizedText {
  if (error instanceof ApiError) throw error
  if (error instanceof OutboundError) return describeError(error, timeoutSeconds)
  const code = String((error as NodeJS.ErrnoException).code ?? '')
  if (code === 'ETIMEOUT' || code === 'ECANCELLED') return timedOut(timeoutSeconds)
  return (
    (Object.hasOwn(errorTexts, code) && errorTexts[code]) || {
      en: `the lookup failed (${code})`,
      zh: `查询失败（${code}）`,
    }
  )
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
  const expected_values = reader.list('expected_values', 50, parseValue, 'must contain texts of 1 to 512 characters')
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
    const list = excerpt(values.join(', '), 200)
    return {
      ...failed({ en: `unexpected values: ${list}`, zh: `记录值与预期不符：${list}` }, latency, detail),
      memory: current,
    }
  }

  return {
    type: 'dns',
    secretFields: [],
    async readTarget(text) {
      const { host } = await readTarget('icmp', text)
      if (isIP(host)) throw invalid('target', 'must be a name, not an address')
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
