import type { LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'
import type { MayConnect, Permission } from './address-rules.ts'
import { refused } from './destination.ts'

/** All addresses of a name. */
export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>

/** All addresses of a name, when every one of them may be reached. */
export type ResolveChecked = (
  hostname: string,
  permission: Permission,
) => Promise<readonly [LookupAddress, ...LookupAddress[]]>

export const checkedResolve =
  (resolve: Resolve, mayConnect: MayConnect): ResolveChecked =>
  async (hostname, permission) => {
    const [first, ...others] = await resolve(hostname)
    if (!first) throw Object.assign(new Error(), { code: 'ENOTFOUND' })
    const found = [first, ...others] as const
    if (found.every(({ address }) => mayConnect(address, permission))) return found
    throw refused(hostname, permission.reach, 'name')
  }

/**
 * The lookup of one connection. It connects to exactly the addresses that were checked: resolving again in between
 * would let a name answer with a public address first and with an internal one second.
 */
export const pinnedLookup =
  (resolve: ResolveChecked, permission: Permission): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, permission).then(
      (found) => {
        if (options.all) callback(null, [...found])
        else callback(null, found[0].address, found[0].family)
      },
      (error: Error) => callback(error, []),
    )
  }
