import type { Users } from '@svc/plugin-auth/contract'
import type { Clock, Principal, Revocation } from '@svc/plugin-sdk'
import { hashToken, makeToken } from '../token.ts'

export const codeSeconds = 300
const lifetimeMs = codeSeconds * 1000
const prefix = 'svc_pair_'
/** One live code per user, so this is a number of users within five minutes. */
const capacity = 10_000

export interface PairingCode {
  readonly userId: string
  /** the credential that asked for the code; when it is revoked, so is the code */
  readonly creator: string
  /** of the account when the code was made */
  readonly stamp: string
  /** milliseconds */
  readonly expiresAt: number
}

interface Deps {
  readonly clock: Pick<Clock, 'now'>
  readonly users: Users
}

const hashOf = (code: string): string | undefined =>
  code.startsWith(prefix) ? hashToken(code.slice(prefix.length)) : undefined

/** Codes that a signed-in user shows to their phone. In memory: a restart ends them. */
export function makePairingCodes({ clock, users }: Deps) {
  /** by hash, oldest first */
  const codes = new Map<string, PairingCode>()
  const byUser = new Map<string, string>()

  const drop = (hash: string | undefined) => {
    const code = hash === undefined ? undefined : codes.get(hash)
    if (hash === undefined || !code) return
    codes.delete(hash)
    byUser.delete(code.userId)
  }
  const makeRoom = () => {
    for (const [hash, { expiresAt }] of codes) {
      if (expiresAt > clock.now() && codes.size < capacity) return
      drop(hash)
    }
  }

  return {
    /** Undefined for users that are gone. Ends the user's previous code. */
    create({ userId, credentialId }: Pick<Principal, 'userId' | 'credentialId'>): string | undefined {
      const stamp = users.securityStamp(userId)
      if (stamp === undefined) return undefined
      drop(byUser.get(userId))
      makeRoom()
      const token = makeToken()
      const hash = hashToken(token) as string
      codes.set(hash, { userId, creator: credentialId, stamp, expiresAt: clock.now() + lifetimeMs })
      byUser.set(userId, hash)
      return prefix + token
    },
    /** The live code behind a text. It stays until it is consumed. */
    find(text: string): PairingCode | undefined {
      const hash = hashOf(text)
      const code = hash === undefined ? undefined : codes.get(hash)
      const rest = code === undefined ? 0 : code.expiresAt - clock.now()
      // a clock that is set back lengthens no code
      return rest > 0 && rest <= lifetimeMs ? code : undefined
    },
    consume: (text: string): void => drop(hashOf(text)),
    /**
     * A code outlives neither the credential that vouched for it nor a change of the account, not even one that is
     * undone in time: that a credential stays (`except`) keeps no code alive.
     */
    revoked({ userId, credentialId }: Revocation): void {
      const hash = byUser.get(userId)
      const creator = hash === undefined ? undefined : codes.get(hash)?.creator
      if (credentialId === undefined || creator === credentialId) drop(hash)
    },
  }
}
export type PairingCodes = ReturnType<typeof makePairingCodes>
