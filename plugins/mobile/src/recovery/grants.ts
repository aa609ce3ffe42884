import { ApiError, type Clock, type Revocation } from '@svc/plugin-sdk'
import { hashToken, makeToken } from '../token.ts'

const lifetimeMs = 5 * 60_000
const capacity = 128
/** So that one account cannot use up the capacity. */
const maxPerUser = 8

/** Outcome of a recovery. */
export interface Resolution {
  readonly outcome: 'ok' | 'already_absent'
  readonly sessionId: string | null
}

/** Permission to finish one recovery, or to get its outcome again. */
export interface Grant {
  readonly userId: string
  /** id of the credential that created the pairing code; revoking it revokes the grant */
  readonly creator: string
  /** security stamp of the account when the code was created */
  readonly stamp: string
  readonly installationId: string
  /** digest of the captured material */
  readonly material: string
  /** ids of the offered sessions; only the chosen one after a choice */
  readonly offered: readonly string[]
  /** outcome of a finished recovery, returned on every retry */
  readonly resolution?: Resolution
}

interface Entry {
  grant: Grant
  /** epoch milliseconds */
  readonly expiresAt: number
}

/** Grants of unfinished recoveries, in memory, by the hash of their token. */
export function makeGrants(clock: Pick<Clock, 'now'>) {
  /** by hash of the token */
  const grants = new Map<string, Entry>()

  /** Negative once expired. */
  const remainingMs = ({ expiresAt }: Entry) => expiresAt - clock.now()
  /** The upper bound keeps a grant from living longer when the clock is set back. */
  const isValid = (entry: Entry) => remainingMs(entry) > 0 && remainingMs(entry) <= lifetimeMs
  const deleteExpired = () => {
    for (const [hash, entry] of grants) if (!isValid(entry)) grants.delete(hash)
  }
  const entry = (token: string): Entry | undefined => {
    const hash = hashToken(token)
    const found = hash === undefined ? undefined : grants.get(hash)
    return found && isValid(found) ? found : undefined
  }

  return {
    /** Throws 429 without capacity for another grant. */
    reserve(userId: string): void {
      deleteExpired()
      const all = [...grants.values()]
      const ofUser = all.filter(({ grant }) => grant.userId === userId)
      if (all.length < capacity && ofUser.length < maxPerUser) return
      const next = Math.min(...(ofUser.length < maxPerUser ? all : ofUser).map(remainingMs))
      const seconds = Math.ceil(next / 1000)
      throw new ApiError(
        429,
        'mobile.RECOVERY_CAPACITY',
        { count: seconds },
        { headers: { 'retry-after': String(seconds) } },
      )
    },
    create(grant: Grant): string {
      const token = makeToken()
      grants.set(hashToken(token) as string, { grant, expiresAt: clock.now() + lifetimeMs })
      return token
    },
    find: (token: string): Grant | undefined => entry(token)?.grant,
    /** Updates a grant without extending it. */
    update(token: string, change: Partial<Pick<Grant, 'offered' | 'resolution'>>): void {
      const found = entry(token)
      if (found) found.grant = { ...found.grant, ...change }
    },
    /** Like pairing codes: deletes grants when their credential is revoked or the account changes. */
    revoked({ userId, credentialId }: Revocation): void {
      for (const [hash, { grant }] of grants) {
        const isAffected = credentialId === undefined || grant.creator === credentialId
        if (grant.userId === userId && isAffected) grants.delete(hash)
      }
    },
  }
}
export type Grants = ReturnType<typeof makeGrants>
