import type { Clock } from '@svc/plugin-sdk'
import type { Outbound } from '@svc/plugin-system/contract'
import { followRedirects } from '../checks/follow-redirects.ts'
import { parseBootstrap, parseRdap } from './parse-rdap.ts'
import type { Registration } from './registration.ts'

interface Parts {
  readonly clock: Pick<Clock, 'now'>
  readonly outbound: Pick<Outbound, 'request'>
  readonly bootstrapUrl: string
}

export interface Limits {
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

const hour = 3_600_000
const bootstrapTimeoutMs = 4000
/** Bootstrap files change about weekly; a failed download is retried sooner. */
const cacheMs = 24 * hour
const retryAfterMs = hour / 6
const maxBytes = 512 * 1024

/** Queries registries by RDAP. The bootstrap file, read once a day, maps top-level domains to registries. */
export function makeRdapClient({ clock, outbound, bootstrapUrl }: Parts) {
  let bases: ReadonlyMap<string, string> = new Map()
  let freshUntil = 0
  let loading: Promise<void> | undefined

  async function load(): Promise<void> {
    const { host } = new URL(bootstrapUrl)
    // Shared by all callers, so none of their signals may abort it.
    const response = await outbound
      .request(bootstrapUrl, { timeoutMs: bootstrapTimeoutMs, trustedHost: host })
      .catch(() => undefined)
    const loaded = response?.status === 200 ? parseBootstrap(response.body.toString('utf8')) : undefined
    bases = loaded ?? bases
    freshUntil = clock.now() + (loaded ? cacheMs : retryAfterMs)
  }

  return {
    /** Base URL of the registry of a top-level domain; undefined without RDAP. */
    async baseOf(tld: string): Promise<string | undefined> {
      if (clock.now() >= freshUntil || freshUntil - clock.now() > cacheMs) {
        loading ??= load().finally(() => {
          loading = undefined
        })
        await loading
      }
      return bases.get(tld)
    },

    /** Undefined if the response is not usable. */
    async lookUp(
      base: string,
      domain: string,
      { timeoutMs, signal }: Limits,
    ): Promise<Registration | 'unregistered' | undefined> {
      const { status, body } = await followRedirects(
        { clock, outbound },
        {
          url: `${base}domain/${domain}`,
          defaultHeaders: { accept: 'application/rdap+json, application/json' },
          timeoutMs,
          maxRedirects: 3,
          maxBytes,
          signal,
        },
      )
      if (status === 404) return 'unregistered'
      return status === 200 ? parseRdap(domain, body.toString('utf8')) : undefined
    },
  }
}
export type RdapClient = ReturnType<typeof makeRdapClient>
