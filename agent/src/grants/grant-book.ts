import { type Capability, capabilities } from '@svc/protocol'
import type { GrantRecord, Grants, RunOut } from './grant-record.ts'

/** The two clocks of a host, both in seconds. */
export interface Clocks {
  /** since the epoch; people and time servers set it */
  wall(): number
  /** never steps, from any start */
  steady(): number
}

export const clocks: Clocks = {
  wall: () => Date.now() / 1000,
  steady: () => performance.now() / 1000,
}

export interface GrantBookOptions {
  /** off in the permanent set and not denied: nothing else can be granted */
  readonly grantable: (cap: Capability) => boolean
  /** `capabilities.temporary_max_duration` */
  readonly maxSeconds: number
  readonly clocks: Clocks
}

export interface GrantBook {
  /**
   * The grants that are in force, in ascending bit order, with the expiry that counts here. Of a file that could not be
   * read (`isKnown` is false) nothing is in force, but what was in it may come back.
   */
  inForce(grants: Grants, isKnown?: boolean): GrantRecord[]
  /** Whether this grant has run out, as opposed to having been taken back. */
  hasRunOut(record: GrantRecord): boolean
  /** Whether it was made at a time that the clock of this host has yet to reach: one of the two is wrong. */
  isAhead(record: GrantRecord): boolean
  /** What has run out, to be remembered over restarts. */
  runOut(): RunOut[]
  /** Takes over what an earlier process remembered. */
  recall(runOut: readonly RunOut[]): void
}

/** Clocks are corrected by seconds all the time; that much between making a grant and seeing it means nothing. */
const slackSeconds = 60

/** More than there are capabilities, so none that is still in the file is forgotten. */
const mostRunOut = 64

const keyOf = ({ cap, granted_at, expires_at }: GrantRecord) => `${cap} ${granted_at} ${expires_at}`
/** Without the expiry: lowering the limit must not make another grant of one that has run out. */
const originOf = ({ cap, granted_at }: RunOut) => `${cap} ${granted_at}`

/**
 * Decides which grants count. The expiry is an instant of the wall clock, so it survives restarts; but a clock that is
 * set back must not prolong what was granted. Hence each grant also has a budget of steady time, from when it was
 * first seen, and one that has run out stays so. A clock that has not reached the making of a grant cannot tell whether
 * it has run out: such a grant does not count until the clock is right.
 */
export function makeGrantBook({ grantable, maxSeconds, clocks }: GrantBookOptions): GrantBook {
  /** by grant that counts: the steady time at which its budget is used up */
  const deadlines = new Map<string, number>()
  /** by origin, the longest of each */
  const over = new Map<string, RunOut>()

  function remember({ cap, granted_at, expires_at }: RunOut): void {
    const origin = originOf({ cap, granted_at, expires_at })
    const known = over.get(origin)?.expires_at ?? 0
    // The latest seen last: the others are forgotten first.
    over.delete(origin)
    over.set(origin, { cap, granted_at, expires_at: Math.max(known, expires_at) })
    for (const oldest of over.keys()) if (over.size > mostRunOut) over.delete(oldest)
  }

  function hasRunOut(record: GrantRecord): boolean {
    const known = over.get(originOf(record))
    const isKnown = known !== undefined && known.expires_at >= record.expires_at
    const deadline = deadlines.get(keyOf(record)) ?? Number.POSITIVE_INFINITY
    if (!isKnown && record.expires_at > clocks.wall() && clocks.steady() < deadline) return false
    remember(record)
    return true
  }

  const isAhead = (record: GrantRecord): boolean =>
    !deadlines.has(keyOf(record)) && record.granted_at > clocks.wall() + slackSeconds

  function counts(record: GrantRecord): boolean {
    if (hasRunOut(record) || isAhead(record)) return false
    const key = keyOf(record)
    const left = Math.min(record.expires_at - clocks.wall(), record.expires_at - record.granted_at)
    if (!deadlines.has(key)) deadlines.set(key, clocks.steady() + left)
    // One that lasts no time at all has just got a deadline that is over.
    return !hasRunOut(record)
  }

  /** A longer one was edited by hand, or made before the limit was lowered. */
  const capped = (record: GrantRecord): GrantRecord => ({
    ...record,
    expires_at: Math.min(record.expires_at, record.granted_at + maxSeconds),
  })

  return {
    hasRunOut,
    isAhead: (record) => isAhead(capped(record)),
    runOut: () => [...over].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, runOut]) => runOut),
    recall: (runOut) => runOut.forEach(remember),
    inForce(grants, isKnown = true) {
      const counting = capabilities.flatMap((cap) => {
        const record = grants.get(cap)
        return record && grantable(cap) ? capped(record) : []
      })
      const found = counting.filter(counts)
      // What was taken back needs no budget any more; what has run out stays so even when it is put back.
      const keys = new Set(counting.map(keyOf))
      if (isKnown) for (const key of deadlines.keys()) if (!keys.has(key)) deadlines.delete(key)
      return found
    },
  }
}
