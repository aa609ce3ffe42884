import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

const timeoutMs = 3000

/** Reads the addresses of the server; while its name cannot be resolved, those that it had. */
export function makeServerAddresses(serverUrl: string): () => Promise<readonly string[]> {
  const host = new URL(serverUrl).hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0) return async () => [host]
  let known: readonly string[] = []
  return async () => {
    const found = lookup(host, { all: true }).then(
      (all) => all.map(({ address }) => address),
      () => undefined,
    )
    known = (await Promise.race([found, pause(timeoutMs, undefined, { ref: false })])) ?? known
    return known
  }
}
