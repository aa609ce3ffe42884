import { isIP } from 'node:net'
import type { LocalizedText } from '@svc/plugin-alerts/contract'
import { type Clock, invalid } from '@svc/plugin-sdk'
import { OutboundError } from '@svc/plugin-system/contract'
import type { RdapClient } from '../registry/rdap-client.ts'
import type { Registration } from '../registry/registration.ts'
import type { WhoisClient } from '../registry/whois-client.ts'
import { readMembers, wrong } from './config-reader.ts'
import { explain } from './explain.ts'
import { TooManyRedirects } from './follow.ts'
import type { Kind } from './kind.ts'
import { failed, type Outcome, succeeded } from './outcome.ts'
import type { ReadTarget } from './read-target.ts'

interface Parts {
  readonly clock: Pick<Clock, 'now'>
  readonly rdap: RdapClient
  readonly whois: WhoisClient
  readonly readTarget: ReadTarget
}

export interface WhoisConfig {
  readonly warning_days: number
  readonly critical_days: number
}

const deadlineSeconds = 10
/** What RDAP may take of it, so that there is time for the other way. */
const mostRdapMs = 5000
const dayMs = 86_400_000

function readConfig(given: Readonly<Record<string, unknown>>): WhoisConfig {
  const read = readMembers(given, ['warning_days', 'critical_days'])
  const warning_days = read.integer('warning_days', 30, 0, 3650)
  const critical_days = read.integer('critical_days', Math.min(7, warning_days), 0, 3650)
  if (critical_days > warning_days) throw wrong('critical_days', 'must not be greater than warning_days')
  return { warning_days, critical_days }
}

/** What may be registered of a name: registries know domains of two parts, some of three, and nothing below. */
function candidatesOf(host: string): string[] {
  const labels = host.split('.')
  return [3, 2].filter((count) => labels.length >= count).map((count) => labels.slice(-count).join('.'))
}

const unregistered: LocalizedText = { en: 'the domain is not registered', zh: '该域名未注册' }
const untold: LocalizedText = {
  en: 'the registry does not tell when the domain expires',
  zh: '注册局未提供域名到期时间',
}
const unknownTld: LocalizedText = { en: 'no registry of this top-level domain is known', zh: '未知该顶级域的注册局' }

/** How long a domain is registered: by RDAP where the registry answers it, else by WHOIS. */
export function whoisKind({ clock, rdap, whois, readTarget }: Parts): Kind<WhoisConfig> {
  /** Milliseconds that are left of a check; throws when there are none. */
  const timer = (ms: number, signal: AbortSignal) => {
    const deadline = clock.now() + ms
    return () => {
      const timeoutMs = deadline - clock.now()
      if (timeoutMs <= 0 || signal.aborted) throw new OutboundError('timeout', 'no registry answered in time')
      return { timeoutMs, signal }
    }
  }
  type Left = ReturnType<typeof timer>

  /** Names that cannot be registered are refused in many ways: only an end that is told is worth to stop at. */
  async function firstOf(
    candidates: readonly string[],
    ask: (domain: string) => Promise<Registration | 'unregistered' | undefined>,
  ) {
    let last: Registration | 'unregistered' | undefined
    for (const domain of candidates) {
      last = await ask(domain)
      if (typeof last === 'object' && last.expiresAt !== undefined) return last
    }
    return last
  }

  async function byRdap(candidates: readonly string[], tld: string, left: Left) {
    const base = await rdap.baseOf(tld)
    if (base === undefined) return undefined
    try {
      return await firstOf(candidates, (domain) => rdap.ask(base, domain, left()))
    } catch (error) {
      // there is another way
      if (error instanceof OutboundError || error instanceof TooManyRedirects) return undefined
      throw error
    }
  }

  async function byWhois(candidates: readonly string[], tld: string, left: Left) {
    const server = await whois.serverOf(tld, left())
    return server && firstOf(candidates, (domain) => whois.ask(server, domain, left()))
  }

  function judge(
    { domain, registrar, expiresAt, excerpt }: Registration,
    latency: number,
    config: WhoisConfig,
  ): Outcome {
    if (expiresAt === undefined) return failed(untold, latency, { domain, registrar, raw_excerpt: excerpt })
    const days = Math.floor((expiresAt - clock.now()) / dayMs)
    const day = new Date(expiresAt).toISOString().slice(0, 10)
    const detail = {
      domain,
      registrar,
      expiry_date: day,
      days_remaining: days,
      ...(days <= config.warning_days && { warning: `expires in ${days} days` }),
    }
    const outcome =
      days > config.critical_days
        ? succeeded(latency, detail)
        : days < 0
          ? failed({ en: `the domain expired on ${day}`, zh: `域名已于 ${day} 过期` }, latency, detail)
          : failed({ en: `the domain expires in ${days} days`, zh: `域名将在 ${days} 天后过期` }, latency, detail)
    return { ...outcome, memory: domain }
  }

  return {
    type: 'whois',
    sealed: [],
    async readTarget(text) {
      const { host } = await readTarget('http', text)
      const name = host.toLowerCase().replace(/\.$/, '')
      if (isIP(name) || !name.includes('.')) throw invalid('target', 'must be a domain such as example.com')
      return name
    },
    readConfig,
    async check({ target, config, memory, signal }) {
      const started = clock.now()
      const left = timer(deadlineSeconds * 1000, signal)
      const tld = target.slice(target.lastIndexOf('.') + 1)
      const candidates = memory === null ? candidatesOf(target) : [memory]
      try {
        const told = await byRdap(candidates, tld, timer(mostRdapMs, signal))
        const found =
          told === undefined || (told !== 'unregistered' && told.expiresAt === undefined)
            ? ((await byWhois(candidates, tld, left)) ?? told)
            : told
        const latency = Math.max(0, clock.now() - started)
        if (found === undefined) return failed(unknownTld)
        return found === 'unregistered' ? failed(unregistered, latency) : judge(found, latency, config)
      } catch (error) {
        return failed(explain(error, deadlineSeconds))
      }
    },
  }
}
