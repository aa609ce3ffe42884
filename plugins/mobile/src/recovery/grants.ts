import { ApiError, type Clock, type Revocation } from '@svc/plugin-sdk'
import { hashToken, makeToken } from '../token.ts'

const lifetimeMs = 5 * 60_000
const capacity = 128
/** So that one account cannot keep all others from cleaning up. */
const mostPerUser = 8

/** How a recovery ended. */
export interface Resolution {
  readonly outcome: 'ok' | 'already_absent'
  readonly sessionId: string | null
}

/** Authority to finish one recovery, or to hear again how it ended. */
export interface Grant {
  readonly userId: string
  /** the credential that vouched for the code that the grant comes from; when it is revoked, so is the grant */
  readonly creator: string
  /** of the account when that code was made */
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
  /** by hash of the token */
  const grants = new Map<string, Held>()

  /** Negative once a grant is over. */
  const rest = ({ expiresAt }: Held) => expiresAt - clock.now()
  /** A clock that is set back lengthens no grant. */
  const lives = (held: Held) => rest(held) > 0 && rest(held) <= lifetimeMs
  const dropEnded = () => {
    for (const [hash, held] of grants) if (!lives(held)) grants.delete(hash)
  }
  const held = (token: string): Held | undefined => {
    const hash = hashToken(token)
    const found = hash === undefined ? undefined : grants.get(hash)
    return found && lives(found) ? found : undefined
  }

  return {
    /** 429 when there is no room for one more. */
    reserve(userId: string): void {
      dropEnded()
      const all = [...grants.values()]
      const own = all.filter(({ grant }) => grant.userId === userId)
      if (all.length < capacity && own.length < mostPerUser) return
      const next = Math.min(...(own.length < mostPerUser ? all : own).map(rest))
      const seconds = Math.ceil(next / 1000)
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
    /** As with codes: ends with the credential that vouched for it, and with any change of the account. */
    revoked({ userId, credentialId }: Revocation): void {
      for (const [hash, { grant }] of grants) {
        const meant = credentialId === undefined || grant.creator === credentialId
        if (grant.userId === userId && meant) grants.delete(hash)
      }
    },
  }
}
export type Grants = ReturnType<typeof makeGrants>
