import { lookup as dnsLookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { isForbiddenAddress } from '@svc/probe-target'
import { makeSemaphore } from './semaphore.ts'
import { abortable } from './timeout.ts'

/** Resolves a host to an address. Rejects if there is none, if it must not be probed, or if `signal` aborts. */
export type Resolve = (host: string, signal: AbortSignal) => Promise<string>

export interface ResolverOptions {
  /** looks up all addresses of a name */
  readonly addressesOf?: (name: string) => Promise<readonly string[]>
  /** monotonic clock, in milliseconds */
  readonly now?: () => number
}

/** names that take longer, in milliseconds, go to the slow queue */
const slowAfterMs = 2000
const maxSlowNames = 1000

const systemAddresses = async (name: string) => (await dnsLookup(name, { all: true })).map(({ address }) => address)

/** Rejects a host if any of its addresses must not be probed: the next lookup might return that one first. */
function checkAddresses(host: string, addresses: readonly string[]): string {
  const [first] = addresses
  if (first === undefined) throw new Error(`${host} has no address`)
  const forbidden = addresses.find(isForbiddenAddress)
  if (forbidden === undefined) return first
  throw new Error(
    forbidden === host ? `${host} must not be probed` : `${host} resolves to ${forbidden}, which must not be probed`,
  )
}

/**
 * Resolves names with the system resolver, including the hosts file. Lookups block one of the four threads of the libuv
 * pool and cannot be canceled, so at most three run at a time. Names that were slow before share one of these.
 */
export function makeResolver({
  addressesOf = systemAddresses,
  now = performance.now.bind(performance),
}: ResolverOptions = {}): Resolve {
  const fastQueue = makeSemaphore(2)
  const slowQueue = makeSemaphore(1)
  const slowNames = new Set<string>()
  const pending = new Map<string, Promise<string>>()
  const always = new AbortController().signal

  async function resolveName(name: string): Promise<string> {
    const release = await (slowNames.has(name) ? slowQueue : fastQueue).acquire(always)
    const startedAt = now()
    try {
      return checkAddresses(name, await addressesOf(name))
    } finally {
      release()
      slowNames.delete(name)
      if (now() - startedAt > slowAfterMs && slowNames.size < maxSlowNames) slowNames.add(name)
    }
  }

  /** Concurrent lookups of a name share one result. */
  function resolveShared(name: string): Promise<string> {
    const existing = pending.get(name)
    if (existing) return existing
    const lookup = resolveName(name).finally(() => pending.delete(name))
    lookup.catch(() => {})
    pending.set(name, lookup)
    return lookup
  }

  return async (host, signal) => (isIP(host) ? checkAddresses(host, [host]) : abortable(resolveShared(host), signal))
}
