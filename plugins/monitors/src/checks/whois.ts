import { isIP } from 'node:net'
import { type Clock, invalid, text } from '@svc/plugin-sdk'
import { OutboundError } from '@svc/plugin-system/contract'
import type { RdapClient } from '../registry/rdap-client.ts'
import type { Registration } from '../registry/registration.ts'
import type { WhoisClient } from '../registry/whois-client.ts'
import { type CheckType, failed, type Outcome, succeeded } from './check-type.ts'
import { configError, configReader } from './config-reader.ts'
import { describeError, timedOut } from './error-text.ts'
import { TooManyRedirects } from './follow-redirects.ts'
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

const timeoutSeconds = 10
/** Shorter, to leave time for WHOIS. */
const rdapTimeoutMs = 5000
const dayMs = 86_400_000

function readConfig(config: Readonly<Record<string, unknown>>): WhoisConfig {
  const reader = configReader(config, ['warning_days', 'critical_days'])
  const warning_days = reader.integer('warning_days', 30, 0, 3650)
  const critical_days = reader.integer('critical_days', Math.min(7, warning_days), 0, 3650)
  if (critical_days > warning_days) throw configError('critical_days', 'monitors.CRITICAL_ABOVE_WARNING')
  return { warning_days, critical_days }
}

/** The registrable domains a host may belong to: usually two labels, with some registries three. */
function candidatesOf(host: string): string[] {
  const labels = host.split('.')
  return [3, 2].filter((count) => labels.length >= count).map((count) => labels.slice(-count).join('.'))
}

const unregistered = text('monitors.UNREGISTERED')
const noExpiryDate = text('monitors.NO_EXPIRY_DATE')
const unknownTld = text('monitors.UNKNOWN_REGISTRY')

/** Checks when a domain registration expires, by RDAP if the registry supports it, else by WHOIS. */
export function makeWhoisCheck({ clock, rdap, whois, readTarget }: Parts): CheckType<WhoisConfig> {
  /** The time remaining until a deadline; throws once it has passed. */
  const makeDeadline = (ms: number, signal: AbortSignal) => {
    const deadline = clock.now() + ms
    return () => {
      const timeoutMs = deadline - clock.now()
      if (timeoutMs <= 0 || signal.aborted) throw new OutboundError('timeout', timedOut(timeoutSeconds))
      return { timeoutMs, signal }
    }
  }
  type Remaining = ReturnType<typeof makeDeadline>

  /** Registries reject non-registrable names in many ways, so only a result with an expiry date ends the search. */
  async function firstWithExpiry(
    candidates: readonly string[],
    lookUp: (domain: string) => Promise<Registration | 'unregistered' | undefined>,
  ) {
    let last: Registration | 'unregistered' | undefined
    for (const domain of candidates) {
      last = await lookUp(domain)
      if (typeof last === 'object' && last.expiresAt !== undefined) return last
    }
    return last
  }

  async function byRdap(candidates: readonly string[], tld: string, remaining: Remaining) {
    const base = await rdap.baseOf(tld)
    if (base === undefined) return undefined
    try {
      return await firstWithExpiry(candidates, (domain) => rdap.lookUp(base, domain, remaining()))
    } catch (error) {
      // WHOIS is tried next.
      if (error instanceof OutboundError || error instanceof TooManyRedirects) return undefined
      throw error
    }
  }

  async function byWhois(candidates: readonly string[], tld: string, remaining: Remaining) {
    const server = await whois.serverOf(tld, remaining())
    return server && firstWithExpiry(candidates, (domain) => whois.lookUp(server, domain, remaining()))
  }

  function evaluate(
    { domain, registrar, expiresAt, excerpt }: Registration,
    latency: number,
    config: WhoisConfig,
  ): Outcome {
    if (expiresAt === undefined) return failed(noExpiryDate, latency, { domain, registrar, raw_excerpt: excerpt })
    const days = Math.floor((expiresAt - clock.now()) / dayMs)
    const date = new Date(expiresAt).toISOString().slice(0, 10)
    const detail = {
      domain,
      registrar,
      expiry_date: date,
      days_remaining: days,
      ...(days <= config.warning_days && { warning: `expires in ${days} days` }),
    }
    const outcome =
      days > config.critical_days
        ? succeeded(latency, detail)
        : days < 0
          ? failed(text('monitors.DOMAIN_EXPIRED_ON', { date: { at: date, as: 'date' } }), latency, detail)
          : failed(text('monitors.DOMAIN_EXPIRES', { count: days }), latency, detail)
    return { ...outcome, memory: domain }
  }

  return {
    type: 'whois',
    secretFields: [],
    async readTarget(given) {
      const { host } = await readTarget('http', given)
      const name = host.toLowerCase().replace(/\.$/, '')
      if (isIP(name) || !name.includes('.')) throw invalid('target', 'monitors.DOMAIN_FORM')
      return name
    },
    readConfig,
    async check({ target, config, memory, signal }) {
      const startedAt = clock.now()
      const remaining = makeDeadline(timeoutSeconds * 1000, signal)
      const tld = target.slice(target.lastIndexOf('.') + 1)
      const candidates = memory === null ? candidatesOf(target) : [memory]
      try {
        const rdapResult = await byRdap(candidates, tld, makeDeadline(rdapTimeoutMs, signal))
        const needsWhois =
          rdapResult === undefined || (rdapResult !== 'unregistered' && rdapResult.expiresAt === undefined)
        const found = needsWhois ? ((await byWhois(candidates, tld, remaining)) ?? rdapResult) : rdapResult
        const latency = Math.max(0, clock.now() - startedAt)
        if (found === undefined) return failed(unknownTld)
        return found === 'unregistered' ? failed(unregistered, latency) : evaluate(found, latency, config)
      } catch (error) {
        return failed(describeError(error, timeoutSeconds))
      }
    },
  }
}
