import { type Capability, capabilities } from '@svc/protocol'
import type { GrantRecord, Grants } from './grant-record.js'

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
  /** The grants that are in force, in ascending bit order, with the expiry that counts here. */
  inForce(grants: Grants): GrantRecord[]
  /** Whether this grant has run out, as opposed to having been taken back. */
  hasRunOut(record: GrantRecord): boolean
}

const keyOf = ({ cap, granted_at, expires_at }: GrantRecord) => `${cap} ${granted_at} ${expires_at}`

/**
 * Decides which grants count. The expiry is an instant of the wall clock, so it survives restarts; but a clock that is
 * set back must not prolong what was granted. Hence each grant also has a budget of steady time, from when it was
 * first seen, and one that has run out stays so, whatever the clock says later.
 */
export function makeGrantBook({ grantable, maxSeconds, clocks }: GrantBookOptions): GrantBook {
  /** by grant: the steady time at which its budget is used up */
  const deadlines = new Map<string, number>()

  function hasRunOut(record: GrantRecord): boolean {
    const key = keyOf(record)
    const left = record.expires_at - clocks.wall()
    let deadline = deadlines.get(key)
    if (deadline === undefined) {
      deadline = clocks.steady() + Math.min(left, record.expires_at - record.granted_at)
      deadlines.set(key, deadline)
    }
    const isOver = left <= 0 || clocks.steady() >= deadline
    if (isOver) deadlines.set(key, Number.NEGATIVE_INFINITY)
    return isOver
  }

  /** A longer one was edited by hand, or made before the limit was lowered. */
  const capped = (record: GrantRecord): GrantRecord => ({
    ...record,
    expires_at: Math.min(record.expires_at, record.granted_at + maxSeconds),
  })

  return {
    hasRunOut,
    inForce(grants) {
      const counting = capabilities.flatMap((cap) => {
        const record = grants.get(cap)
        return record && grantable(cap) ? capped(record) : []
      })
      // What is no longer in the file needs no budget any more.
      const keys = new Set(counting.map(keyOf))
      const found = counting.filter((record) => !hasRunOut(record))
      for (const key of deadlines.keys()) if (!keys.has(key)) deadlines.delete(key)
      return found
    },
  }
}
