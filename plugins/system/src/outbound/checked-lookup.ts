import type { LookupAddress } from 'node:dns'
import type { LookupFunction } from 'node:net'
import type { MayConnect, Permission } from './address-rules.ts'
import { notAllowed } from './destination.ts'

/** All addresses of a name. */
export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>

/** All addresses of a name; rejects unless all of them are allowed. */
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
    throw notAllowed(hostname, permission.reach, 'name')
  }

/**
 * Lookup function for a connection, which then uses exactly the checked addresses. Resolving again would allow DNS rebinding.
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
