import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { isForbiddenAddress } from '@svc/probe-target'
import { makeGate } from './gate.ts'
import { unlessAborted } from './time-limit.ts'

/** The address of a host that may be probed. Rejects with a sentence when there is none, or when `signal` aborts. */
export type Resolve = (host: string, signal: AbortSignal) => Promise<string>

export interface ResolverOptions {
  /** all addresses of a name, by the rules of this host */
  readonly addressesOf?: (name: string) => Promise<readonly string[]>
  /** milliseconds of a clock that never jumps */
  readonly now?: () => number
}

/** milliseconds after which a name is one of those that hold up the others */
const slowness = 2000
const mostSlowNames = 1000

const systemAddresses = async (name: string) => (await lookup(name, { all: true })).map(({ address }) => address)

/** One that has any address which may not be probed may not be probed at all: the next answer might begin with it. */
function judged(host: string, addresses: readonly string[]): string {
  const [first] = addresses
  if (first === undefined) throw new Error(`${host} has no address`)
  const forbidden = addresses.find(isForbiddenAddress)
  if (forbidden === undefined) return first
  throw new Error(
    forbidden === host ? `${host} must not be probed` : `${host} leads to ${forbidden}, which must not be probed`,
  )
}

/**
 * Resolves names as this host does, its hosts file included. The system does that on one of the four threads that also
 * read files, cannot be stopped, and takes long when a name server is silent: at most three are taken, and names that
 * were slow share one of them.
 */
export function makeResolver({
  addressesOf = systemAddresses,
  now = performance.now.bind(performance),
}: ResolverOptions = {}): Resolve {
  const quick = makeGate(2)
  const slow = makeGate(1)
  const slowNames = new Set<string>()
  const asked = new Map<string, Promise<string>>()
  const always = new AbortController().signal

  async function ask(name: string): Promise<string> {
    const leave = await (slowNames.has(name) ? slow : quick).enter(always)
    const began = now()
    try {
      return judged(name, await addressesOf(name))
    } finally {
      leave()
      slowNames.delete(name)
      if (now() - began > slowness && slowNames.size < mostSlowNames) slowNames.add(name)
    }
  }

  /** Two who ask at the same time are told the same. */
  function askOnce(name: string): Promise<string> {
    const known = asked.get(name)
    if (known) return known
    const answer = ask(name).finally(() => asked.delete(name))
    answer.catch(() => {})
    asked.set(name, answer)
    return answer
  }

  return async (host, signal) => (isIP(host) ? judged(host, [host]) : unlessAborted(askOnce(host), signal))
}
