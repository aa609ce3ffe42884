import type { Users } from '@svc/plugin-auth/contract'
import type { Clock, Principal, Revocation } from '@svc/plugin-sdk'
import { hashToken, makeToken } from '../token.ts'

export const codeSeconds = 300
const lifetimeMs = codeSeconds * 1000
const prefix = 'svc_pair_'
/** There is one code per user, so this limits the users within five minutes. */
const capacity = 10_000

export interface PairingCode {
  readonly userId: string
  /** id of the credential that created the code; revoking it revokes the code */
  readonly creator: string
  /** security stamp of the account at creation */
  readonly stamp: string
  /** epoch milliseconds */
  readonly expiresAt: number
}

interface Deps {
  readonly clock: Pick<Clock, 'now'>
  readonly users: Users
}

const hashOf = (code: string): string | undefined =>
  code.startsWith(prefix) ? hashToken(code.slice(prefix.length)) : undefined

/** Pairing codes, in memory only. */
export function makePairingCodes({ clock, users }: Deps) {
  /** by hash, oldest first */
  const codes = new Map<string, PairingCode>()
  const byUser = new Map<string, string>()

  const deleteCode = (hash: string | undefined) => {
    const code = hash === undefined ? undefined : codes.get(hash)
    if (hash === undefined || !code) return
    codes.delete(hash)
    byUser.delete(code.userId)
  }
  const makeRoom = () => {
    for (const [hash, { expiresAt }] of codes) {
      if (expiresAt > clock.now() && codes.size < capacity) return
      deleteCode(hash)
    }
  }

  return {
    /** Replaces the user's previous code. Undefined if the user no longer exists. */
    create({ userId, credentialId }: Pick<Principal, 'userId' | 'credentialId'>): string | undefined {
      const stamp = users.securityStamp(userId)
      if (stamp === undefined) return undefined
      deleteCode(byUser.get(userId))
      makeRoom()
      const token = makeToken()
      const hash = hashToken(token) as string
      codes.set(hash, { userId, creator: credentialId, stamp, expiresAt: clock.now() + lifetimeMs })
      byUser.set(userId, hash)
      return prefix + token
    },
    /** The valid code, which stays until it is consumed. */
    find(text: string): PairingCode | undefined {
      const hash = hashOf(text)
      const code = hash === undefined ? undefined : codes.get(hash)
      const remainingMs = code === undefined ? 0 : code.expiresAt - clock.now()
      // the upper bound keeps a code from living longer when the clock is set back
      return remainingMs > 0 && remainingMs <= lifetimeMs ? code : undefined
    },
    consume: (text: string): void => deleteCode(hashOf(text)),
    /**
     * Deletes the code when its creating credential is revoked or the account changes, even if the change is undone or the
     * credential is exempt (`except`).
     */
    revoked({ userId, credentialId }: Revocation): void {
      const hash = byUser.get(userId)
      const creator = hash === undefined ? undefined : codes.get(hash)?.creator
      if (credentialId === undefined || creator === credentialId) deleteCode(hash)
    },
  }
}
export type PairingCodes = ReturnType<typeof makePairingCodes>
