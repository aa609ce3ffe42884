import type { LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { OutboundError } from '../contract.js'
import type { MayConnect } from './address-rules.js'

/** All addresses of a name. */
export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>

/**
 * The lookup of one connection. It connects to exactly the addresses that were checked: resolving again in between
 * would let a name answer with a public address first and with an internal one second.
 */
export const pinnedLookup =
  (resolve: Resolve, mayConnect: MayConnect, trusted: boolean): LookupFunction =>
  (hostname, options, callback) => {
    const checked = async () => {
      const found = await resolve(hostname)
      if (found.length === 0) throw Object.assign(new Error(), { code: 'ENOTFOUND' })
      if (found.every(({ address }) => mayConnect(address, trusted))) return found
      throw new OutboundError('refused', `${hostname} does not lead to public addresses only`)
    }
    checked().then(
      (found) => {
        const [first] = found as [LookupAddress]
        if (options.all) callback(null, [...found])
        else callback(null, first.address, first.family)
      },
      (error: Error) => callback(error, []),
    )
  }
