import { ApiError, notFound, type Registry } from '@svc/plugin-sdk'
import type { AuditedSession } from '../audit-writer.ts'
import type { InstallationState } from '../contract.ts'
import type { RevocationCheck } from '../sessions/revocation-check.ts'
import type { SessionRow, SessionsStore } from '../sessions/sessions-store.ts'
import type { Material } from './material.ts'

const maxCandidates = 64

/** What the phone claims about the lost session. */
export interface Claim {
  readonly expectedUserId: string
  readonly installationId: string
  readonly expectedSessionId: string | undefined
  readonly material: Material
}

export type Finding =
  | { readonly outcome: 'ok'; readonly session: AuditedSession & Pick<SessionRow, 'id'> }
  | { readonly outcome: 'already_absent'; readonly sessionId: string | null }
  | { readonly outcome: 'selection_required'; readonly candidates: readonly SessionRow[] }

const unattributed = () => new ApiError(409, 'mobile.RECOVERY_STATE_UNATTRIBUTED')
const tooMany = () => new ApiError(409, 'mobile.RECOVERY_TOO_MANY_CANDIDATES', { max: maxCandidates })

interface Deps {
  readonly store: SessionsStore
  readonly revocationCheck: RevocationCheck
  readonly states: Registry<InstallationState>
}

/** Finds the session to delete. Call it in the transaction that deletes it. */
export function makeSessionFinder({ store, revocationCheck, states }: Deps) {
  const byId = (userId: string, installationId: string, id: string): Finding => {
    const session = revocationCheck.unlessRevoked(store.get(id))
    if (!session) {
      // State of this deleted session may remain. Reporting it as absent would confirm a cleanup that did not happen, and
      // an error would be permanent because nothing else deletes it. So treat it as found.
      const hasState = states.all().some((state) => state.sessionIds(userId, installationId).includes(id))
      if (!hasState) return { outcome: 'already_absent', sessionId: id }
      return { outcome: 'ok', session: { id, user_id: userId, installation_id: installationId } }
    }
    if (session.user_id !== userId || session.installation_id !== installationId) {
      throw notFound('mobile.SESSION_NOT_FOUND')
    }
    return { outcome: 'ok', session }
  }

  /** Undefined if the tokens match several sessions. */
  const byMaterial = (sessions: readonly SessionRow[], { access, refresh, revocation }: Material) => {
    const matches = [
      access && store.byAccess(access),
      refresh && (store.byRefresh(refresh) ?? store.byConsumed(refresh)),
      revocation && store.byRevocation(revocation),
    ]
    const ids = new Set(matches.map((row) => (row ? row.id : undefined)))
    const candidates = sessions.filter(({ id }) => ids.has(id))
    return candidates.length === 1 ? candidates[0] : undefined
  }

  const liveSessions = (userId: string, installationId: string) =>
    revocationCheck.withoutRevoked(store.ofInstallation(userId, installationId))

  /** Throws 409 if the installation has state of unknown sessions. */
  const requireAttributed = (userId: string, installationId: string, sessions: readonly SessionRow[]) => {
    const ids = new Set<string | null>(sessions.map(({ id }) => id))
    for (const state of states.all()) {
      if (state.sessionIds(userId, installationId).some((id) => !ids.has(id))) throw unattributed()
    }
  }

  return {
    /** The sessions of an installation; throws 409 if it has state of unknown sessions. */
    attributed(userId: string, installationId: string): readonly SessionRow[] {
      const sessions = liveSessions(userId, installationId)
      requireAttributed(userId, installationId, sessions)
      return sessions
    },
    find(userId: string, { installationId, expectedSessionId, material }: Claim): Finding {
      if (expectedSessionId !== undefined) return byId(userId, installationId, expectedSessionId)
      const sessions = liveSessions(userId, installationId)
      const session = byMaterial(sessions, material)
      if (session) return { outcome: 'ok', session }
      requireAttributed(userId, installationId, sessions)
      if (sessions.length > maxCandidates) throw tooMany()
      if (sessions.length > 0) return { outcome: 'selection_required', candidates: sessions }
      return { outcome: 'already_absent', sessionId: null }
    },
  }
}
export type SessionFinder = ReturnType<typeof makeSessionFinder>
