import { Resolver } from 'node:dns/promises'
import { isIP, isIPv6 } from 'node:net'
import type { LocalizedText } from '@svc/plugin-alerts/contract'
import { ApiError, type Clock, invalid } from '@svc/plugin-sdk'
import { type Outbound, OutboundError } from '@svc/plugin-system/contract'
import { type DnsConfig, readDnsConfig, withPort } from './dns-config.ts'
import { asExpected, lookUp } from './dns-values.ts'
import { explain, tooSlow } from './explain.ts'
import type { Kind } from './kind.ts'
import { excerpt, failed, type Outcome, succeeded } from './outcome.ts'
import type { ReadTarget } from './read-target.ts'

interface Parts {
  readonly clock: Pick<Clock, 'now' | 'after'>
  readonly outbound: Pick<Outbound, 'resolve'>
  readonly readTarget: ReadTarget
}

/** Of a name server that has several. */
const mostAddresses = 3

const words: Readonly<Record<string, LocalizedText>> = {
  ENOTFOUND: { en: 'the name does not exist', zh: '域名不存在' },
  ENODATA: { en: 'the name has no records of this type', zh: '该域名没有此类型的记录' },
  ESERVFAIL: { en: 'the name server failed', zh: '域名服务器出错' },
  EREFUSED: { en: 'the name server refused to answer', zh: '域名服务器拒绝应答' },
  EFORMERR: { en: 'the name server did not understand the question', zh: '域名服务器无法理解查询' },
  ENOTIMP: { en: 'the name server cannot answer that', zh: '域名服务器不支持该查询' },
  EBADRESP: { en: 'the name server answered nonsense', zh: '域名服务器的应答无效' },
  ECONNREFUSED: { en: 'no name server answered', zh: '没有域名服务器应答' },
}

function explainFault(error: unknown, seconds: number): LocalizedText {
  if (error instanceof ApiError) throw error
  if (error instanceof OutboundError) return explain(error, seconds)
  const code = String((error as NodeJS.ErrnoException).code ?? '')
  if (code === 'ETIMEOUT' || code === 'ECANCELLED') return tooSlow(seconds)
  return (Object.hasOwn(words, code) && words[code]) || { en: `the lookup failed (${code})`, zh: `查询失败（${code}）` }
}

/** Whether a name leads where it should. */
export function dnsKind({ clock, outbound, readTarget }: Parts): Kind<DnsConfig> {
  /** Addresses of the name server with the port; undefined for those of the system. */
  async function serversOf({ nameserver, timeout }: DnsConfig, signal: AbortSignal) {
    if (nameserver === undefined) return undefined
    const { host, port } = await readTarget('tcp', withPort(nameserver), 'config_json.nameserver')
    const found = await outbound.resolve(host, { reach: 'network', timeoutMs: timeout * 1000, signal })
    return found.slice(0, mostAddresses).map((address) => `${isIPv6(address) ? `[${address}]` : address}:${port}`)
  }

  async function ask(name: string, config: DnsConfig, signal: AbortSignal): Promise<readonly string[]> {
    const deadline = clock.now() + config.timeout * 1000
    const servers = await serversOf(config, signal)
    signal.throwIfAborted()
    // a second try for what got lost, which takes twice as long
    const resolver = new Resolver({ timeout: Math.ceil((config.timeout * 1000) / 3), tries: 2 })
    if (servers) resolver.setServers(servers)
    const cancel = clock.after(Math.max(0, deadline - clock.now()), () => resolver.cancel())
    const stop = () => resolver.cancel()
    signal.addEventListener('abort', stop)
    try {
      return await lookUp(resolver, config.record_type, name)
    } finally {
      cancel()
      signal.removeEventListener('abort', stop)
    }
  }

  function judge(values: readonly string[], latency: number, config: DnsConfig, memory: string | null): Outcome {
    const now = JSON.stringify(values)
    const detail = {
      record_type: config.record_type,
      values,
      nameserver: config.nameserver ?? null,
      changed: memory !== null && memory !== now,
    }
    if (asExpected(values, config)) return { ...succeeded(latency, detail), memory: now }
    const found = excerpt(values.join(', '), 200)
    return {
      ...failed({ en: `unexpected values: ${found}`, zh: `记录值与预期不符：${found}` }, latency, detail),
      memory: now,
    }
  }

  return {
    type: 'dns',
    sealed: [],
    async readTarget(text) {
      const { host } = await readTarget('icmp', text)
      if (isIP(host)) throw invalid('target', 'must be a name, not an address')
      return host
    },
    readConfig: (given) => readDnsConfig(given, readTarget),
    async check({ target, config, memory, signal }) {
      const started = clock.now()
      const { record_type, nameserver = null } = config
      try {
        const values = await ask(target, config, signal)
        return judge(values, Math.max(0, clock.now() - started), config, memory)
      } catch (error) {
        const latency = null
        return failed(explainFault(error, config.timeout), latency, { record_type, values: [], nameserver })
      }
    },
  }
}
