import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

const timeoutMs = 3000
/** A name with many addresses answers with others each time, and the connection may be to one of an earlier answer. */
const keepMs = 3_600_000
const maxKept = 64

export type Resolve = (host: string) => Promise<readonly string[]>

const resolveHost: Resolve = async (host) => (await lookup(host, { all: true })).map(({ address }) => address)

/** Reads the addresses of the server, with those that its name had within the last hour, or while it could be resolved. */
export function makeServerAddresses(
  serverUrl: string,
  resolve: Resolve = resolveHost,
  now: () => number = performance.now.bind(performance),
): () => Promise<readonly string[]> {
  const host = new URL(serverUrl).hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0) return async () => [host]
  /** when each was in an answer last, oldest first */
  const known = new Map<string, number>()
  return async () => {
    const found = await Promise.race([
      resolve(host).catch((): readonly string[] => []),
      pause(timeoutMs, [], { ref: false }),
    ])
    if (found.length === 0) return [...known.keys()]
    for (const address of found.slice(0, maxKept)) {
      known.delete(address)
      known.set(address, now())
    }
    const excess = known.size - maxKept
    for (const [index, [address, at]] of [...known].entries()) {
      if (index < excess || now() - at > keepMs) known.delete(address)
    }
    return [...known.keys()]
  }
}
