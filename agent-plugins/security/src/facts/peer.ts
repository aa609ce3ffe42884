import { canonicalAddress } from '@svc/probe-target'
import type { Peer } from './fact.ts'

/** The address may be a name where `UseDNS` is on; that is nothing to count by. */
export function toPeer(address: string, port?: string): Peer | undefined {
  const ip = canonicalAddress(address)
  if (ip === undefined) return undefined
  const number = Number(port)
  return { ip, port: port !== undefined && number > 0 && number <= 65_535 ? number : null }
}
