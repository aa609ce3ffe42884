import type { Clock } from '@svc/plugin-sdk'
import type { Outbound } from '@svc/plugin-system/contract'
import { follow } from '../checks/follow.ts'
import { readBootstrap, readRdap } from './parse-rdap.ts'
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
/** Lists change about weekly; one that could not be read is tried again sooner. */
const goodFor = 24 * hour
const triedAgainAfter = hour / 6
const mostBytes = 512 * 1024

/** Asks registries by RDAP. Which one knows a top-level domain stands in a list that is read once a day. */
export function makeRdapClient({ clock, outbound, bootstrapUrl }: Parts) {
  let bases: ReadonlyMap<string, string> = new Map()
  let freshUntil = 0
  let loading: Promise<void> | undefined

  async function load(): Promise<void> {
    const { host } = new URL(bootstrapUrl)
    // shared by all who wait, so that none of them may stop it
    const answer = await outbound
      .request(bootstrapUrl, { timeoutMs: bootstrapTimeoutMs, trustedHost: host })
      .catch(() => undefined)
    const found = answer?.status === 200 ? readBootstrap(answer.body.toString('utf8')) : undefined
    bases = found ?? bases
    freshUntil = clock.now() + (found ? goodFor : triedAgainAfter)
  }

  return {
    /** Where a top-level domain is known; undefined when RDAP does not know it. */
    async baseOf(tld: string): Promise<string | undefined> {
      if (clock.now() >= freshUntil || freshUntil - clock.now() > goodFor) {
        loading ??= load().finally(() => {
          loading = undefined
        })
        await loading
      }
      return bases.get(tld)
    },

    /** What a registry says: `unregistered` for a name that it does not know, undefined when it says nothing useful. */
    async ask(
      base: string,
      domain: string,
      { timeoutMs, signal }: Limits,
    ): Promise<Registration | 'unregistered' | undefined> {
      const { status, body } = await follow(
        { clock, outbound },
        {
          url: `${base}domain/${domain}`,
          everywhere: { accept: 'application/rdap+json, application/json' },
          timeoutMs,
          mostRedirects: 3,
          maxBytes: mostBytes,
          signal,
        },
      )
      if (status === 404) return 'unregistered'
      return status === 200 ? readRdap(domain, body.toString('utf8')) : undefined
    },
  }
}
export type RdapClient = ReturnType<typeof makeRdapClient>
