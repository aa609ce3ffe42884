import { type Database, unauthorized } from '@svc/plugin-sdk'
import type { AuditWriter } from '../audit-writer.ts'
import { hashToken } from '../token.ts'
import type { Removal } from './removal.ts'
import type { SessionRow, SessionsStore } from './sessions-store.ts'

/** A token that allows deleting its session and nothing else. */
export interface Proof {
  readonly kind: 'revocation_token' | 'refresh_token'
  readonly token: string
}

interface Deps {
  readonly db: Database
  readonly store: SessionsStore
  readonly remove: Removal
  readonly writeAudit: AuditWriter
}

/** Deletes the session of a token. Throws the same 401 for every invalid token. */
export function makeRevoke({ db, store, remove, writeAudit }: Deps) {
  const findByProof = ({ kind, token }: Proof): SessionRow | undefined => {
    const hash = hashToken(token)
    if (hash === undefined) return undefined
    const byRefresh = () => store.byRefresh(hash) ?? store.byConsumed(hash)
    // The specification lets a client send the captured refresh token in either field.
    return kind === 'revocation_token' ? (store.byRevocation(hash) ?? byRefresh()) : byRefresh()
  }
  return (installationId: string, proof: Proof, ip: string): void => {
    const removed = db.transaction(() => {
      const row = findByProof(proof)
      if (!row || row.installation_id !== installationId) return false
      writeAudit('mobile_revoke', row, ip, { proof: proof.kind })
      return remove(row)
    })
    if (!removed) throw unauthorized()
  }
}
export type Revoke = ReturnType<typeof makeRevoke>
