import { type Database, unauthorized } from '@svc/plugin-sdk'
import { hashToken } from '../token.ts'
import type { Trace } from '../trace.ts'
import type { Removal } from './removal.ts'
import type { SessionRow, SessionsStore } from './sessions-store.ts'

/** What proves that somebody may remove a session, and nothing else. */
export interface Proof {
  readonly kind: 'revocation_token' | 'refresh_token'
  readonly token: string
}

interface Deps {
  readonly db: Database
  readonly store: SessionsStore
  readonly remove: Removal
  readonly trace: Trace
}

/** Removes the one session a proof belongs to; one answer for every proof that proves nothing. */
export function makeRevoke({ db, store, remove, trace }: Deps) {
  const proven = ({ kind, token }: Proof): SessionRow | undefined => {
    const hash = hashToken(token)
    if (hash === undefined) return undefined
    if (kind === 'revocation_token') return store.byRevocation(hash)
    return store.byRefresh(hash) ?? store.byConsumed(hash)
  }
  return (installationId: string, proof: Proof, ip: string): void => {
    const removed = db.transaction(() => {
      const row = proven(proof)
      if (!row || row.installation_id !== installationId) return false
      trace('mobile_revoke', row, ip, { proof: proof.kind })
      return remove(row)
    })
    if (!removed) throw unauthorized()
  }
}
export type Revoke = ReturnType<typeof makeRevoke>
