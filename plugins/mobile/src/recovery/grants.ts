import { ApiError, type Clock } from '@svc/plugin-sdk'
import { hashToken, makeToken } from '../token.js'

const lifetimeMs = 5 * 60_000
const capacity = 128

/** How a recovery ended. */
export interface Resolution {
  readonly outcome: 'ok' | 'already_absent'
  readonly sessionId: string | null
}

/** Authority to finish one recovery, or to hear again how it ended. */
export interface Grant {
  readonly userId: string
  /** of the account when the code was made that the grant comes from */
  readonly stamp: string
  readonly installationId: string
  /** digest of the captured material */
  readonly material: string
  /** the sessions that were offered; once one is chosen, only that one */
  readonly offered: readonly string[]
  /** set when the recovery ended; it keeps answering this */
  readonly resolution?: Resolution
}

interface Held {
  grant: Grant
  /** milliseconds */
  readonly expiresAt: number
}

/** Grants live in memory only; all that is kept of their tokens are hashes. */
export function makeGrants(clock: Pick<Clock, 'now'>) {
  /** by hash of the token, in the order of their end */
  const grants = new Map<string, Held>()

  const dropExpired = () => {
    for (const [hash, { expiresAt }] of grants) {
      if (expiresAt > clock.now()) return
      grants.delete(hash)
    }
  }
  const held = (token: string): Held | undefined => {
    dropExpired()
    const hash = hashToken(token)
    return hash === undefined ? undefined : grants.get(hash)
  }

  return {
    /** 429 when there is no room for one more. */
    reserve(): void {
      dropExpired()
      const [oldest] = grants.values()
      if (!oldest || grants.size < capacity) return
      const seconds = Math.max(1, Math.ceil((oldest.expiresAt - clock.now()) / 1000))
      throw new ApiError(429, 'RECOVERY_CAPACITY', `too many recoveries at once; try again in ${seconds} seconds`, {
        headers: { 'retry-after': String(seconds) },
      })
    },
    create(grant: Grant): string {
      const token = makeToken()
      grants.set(hashToken(token) as string, { grant, expiresAt: clock.now() + lifetimeMs })
      return token
    },
    find: (token: string): Grant | undefined => held(token)?.grant,
    /** Narrows a grant; its end stays. */
    update(token: string, change: Partial<Pick<Grant, 'offered' | 'resolution'>>): void {
      const found = held(token)
      if (found) found.grant = { ...found.grant, ...change }
    },
  }
}
export type Grants = ReturnType<typeof makeGrants>
