import type { Capability } from '@svc/protocol'
import { capabilityTable } from '../capabilities.ts'
import type { ExpiredGrant, GrantRecord, Grants } from './grant-record.ts'

/** The clocks of a host, in seconds. */
export interface Clocks {
  /** since the epoch; people and time servers set it */
  wall(): number
  /** never steps; arbitrary start */
  monotonic(): number
}

export const clocks: Clocks = {
  wall: () => Date.now() / 1000,
  monotonic: () => performance.now() / 1000,
}

export interface GrantEvaluatorOptions {
  /** neither permanently on nor denied */
  readonly isGrantable: (cap: Capability) => boolean
  /** `capabilities.temporary_max_duration` */
  readonly maxSeconds: number
  readonly clocks: Clocks
}

export interface GrantEvaluator {
  /**
   * The grants in force, in ascending bit order, with their effective expiry. `isFileValid` is false when the grant file
   * could not be read: then `grants` is empty, but the grants may come back.
   */
  activeGrants(grants: Grants, isFileValid?: boolean): GrantRecord[]
  /** Whether a grant expired, as opposed to being revoked. */
  hasExpired(record: GrantRecord): boolean
  /** Whether the grant was made later than this host's clock shows, so one of the two times is wrong. */
  isInFuture(record: GrantRecord): boolean
  /** The expired grants, to be saved across restarts. */
  expired(): ExpiredGrant[]
  restoreExpired(expired: readonly ExpiredGrant[]): void
}

/** Clock corrections smaller than this are normal and ignored. */
const clockSkewSeconds = 60

/** More than there are capabilities, so no grant that is still in the file is dropped. */
const maxExpired = 64

const keyOf = ({ cap, granted_at, expires_at }: GrantRecord) => `${cap} ${granted_at} ${expires_at}`
/** Without the expiry: a lower `maxSeconds` must not turn an expired grant into a different one. */
const identityOf = ({ cap, granted_at }: ExpiredGrant) => `${cap} ${granted_at}`

/**
 * Decides which grants are in force. The expiry is wall-clock time, so it survives restarts. Setting the clock back must
 * not extend a grant, so each one also gets a monotonic deadline when it is first seen, and an expired grant stays
 * expired. A grant made in the future is ignored until the clock reaches it, because its expiry cannot be checked.
 */
export function makeGrantEvaluator({ isGrantable, maxSeconds, clocks }: GrantEvaluatorOptions): GrantEvaluator {
  /** monotonic deadlines by grant */
  const deadlines = new Map<string, number>()
  /** expired grants by identity, with the latest expiry of each */
  const expired = new Map<string, ExpiredGrant>()

  function rememberExpired({ cap, granted_at, expires_at }: ExpiredGrant): void {
    const identity = identityOf({ cap, granted_at, expires_at })
    const previousExpiry = expired.get(identity)?.expires_at ?? 0
    // Delete first, to move the entry to the end: the oldest entries are dropped.
    expired.delete(identity)
    expired.set(identity, { cap, granted_at, expires_at: Math.max(previousExpiry, expires_at) })
    for (const oldest of expired.keys()) if (expired.size > maxExpired) expired.delete(oldest)
  }

  function hasExpired(record: GrantRecord): boolean {
    const remembered = expired.get(identityOf(record))
    const wasExpired = remembered !== undefined && remembered.expires_at >= record.expires_at
    const deadline = deadlines.get(keyOf(record)) ?? Number.POSITIVE_INFINITY
    if (!wasExpired && record.expires_at > clocks.wall() && clocks.monotonic() < deadline) return false
    rememberExpired(record)
    return true
  }

  const isInFuture = (record: GrantRecord): boolean =>
    !deadlines.has(keyOf(record)) && record.granted_at > clocks.wall() + clockSkewSeconds

  function isActive(record: GrantRecord): boolean {
    if (hasExpired(record) || isInFuture(record)) return false
    const key = keyOf(record)
    const secondsLeft = Math.min(record.expires_at - clocks.wall(), record.expires_at - record.granted_at)
    if (!deadlines.has(key)) deadlines.set(key, clocks.monotonic() + secondsLeft)
    // The new deadline may have passed already if the grant has no duration.
    return !hasExpired(record)
  }

  /** Limits grants that were edited by hand or made before the limit was lowered. */
  const withMaxDuration = (record: GrantRecord): GrantRecord => ({
    ...record,
    expires_at: Math.min(record.expires_at, record.granted_at + maxSeconds),
  })

  return {
    hasExpired,
    isInFuture: (record) => isInFuture(withMaxDuration(record)),
    expired: () => [...expired].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, grant]) => grant),
    restoreExpired: (grants) => grants.forEach(rememberExpired),
    activeGrants(grants, isFileValid = true) {
      const candidates = capabilityTable.names.flatMap((cap) => {
        const record = grants.get(cap)
        return record && isGrantable(cap) ? withMaxDuration(record) : []
      })
      const active = candidates.filter(isActive)
      // A revoked grant needs no deadline any more. An expired one stays in `expired`, even if it is put back.
      const keys = new Set(candidates.map(keyOf))
      if (isFileValid) for (const key of deadlines.keys()) if (!keys.has(key)) deadlines.delete(key)
      return active
    },
  }
}
