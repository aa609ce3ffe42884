import { Resolver } from 'node:dns/promises'
import type { Addresses } from '@svc/plugin-geoip/contract'
import type { Clock } from '@svc/plugin-sdk'
import { plainText } from '@svc/protocol'
import type { HopHost } from './wire.ts'

const cacheMs = 3_600_000
const maxCached = 4096
const maxConcurrent = 8
const maxNameLength = 253
const timeoutMs = 2000

export type Hosts = ReturnType<typeof makeHosts>

interface Dependencies {
  readonly clock: Clock
  /** undefined without the plugin `geoip` */
  readonly addresses: Addresses | undefined
  readonly dnsServer: string
}

/**
 * What is known of the addresses of hops. Names come from reverse DNS and are cached, also that there is none; networks and
 * places from local databases.
 */
export function makeHosts({ clock, addresses, dnsServer }: Dependencies) {
  let resolver: Resolver | undefined
  const makeResolver = () => {
    const made = new Resolver({ timeout: timeoutMs, tries: 2 })
    if (dnsServer) made.setServers([dnsServer])
    return made
  }
  const names = new Map<string, { readonly name: string | null; readonly until: number }>()
  const pending = new Map<string, Promise<void>>()
  const queue: (() => void)[] = []
  let running = 0

  const cached = (ip: string) => {
    const entry = names.get(ip)
    return entry && entry.until > clock.now() ? entry : undefined
  }

  async function take(): Promise<void> {
    if (running < maxConcurrent) running += 1
    else await new Promise<void>((resolve) => queue.push(resolve))
  }
  function release(): void {
    const next = queue.shift()
    if (next) next()
    else running -= 1
  }

  async function resolveName(ip: string): Promise<void> {
    await take()
    let name: string | null = null
    try {
      resolver ??= makeResolver()
      const [first] = await resolver.reverse(ip)
      if (first) name = plainText(first, maxNameLength)
    } catch {
      // no name, or no name server
    } finally {
      release()
      pending.delete(ip)
    }
    names.delete(ip)
    names.set(ip, { name, until: clock.now() + cacheMs })
    if (names.size > maxCached) names.delete(names.keys().next().value as string)
  }

  return {
    /** What is known now. */
    of(ip: string): HopHost {
      const { country = null, latitude = null, longitude = null, asn, organization } = addresses?.facts(ip) ?? {}
      return {
        ip,
        hostname: cached(ip)?.name ?? null,
        asn: asn == null ? null : `AS${asn}`,
        as_name: organization ?? null,
        country,
        latitude,
        longitude,
      }
    },

    /** Looks up names. Resolves to whether any lookup was needed. */
    async find(ips: readonly string[]): Promise<boolean> {
      const missing = ips.filter((ip) => !cached(ip))
      await Promise.all(
        missing.map((ip) => {
          const lookup = pending.get(ip) ?? resolveName(ip)
          pending.set(ip, lookup)
          return lookup
        }),
      )
      return missing.length > 0
    },

    close: () => resolver?.cancel(),
  }
}
