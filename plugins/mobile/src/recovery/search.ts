import { ApiError, notFound, type Registry } from '@svc/plugin-sdk'
import type { InstallationState } from '../contract.ts'
import type { Liveness } from '../sessions/liveness.ts'
import type { SessionRow, SessionsStore } from '../sessions/sessions-store.ts'
import type { Traced } from '../trace.ts'
import type { Material } from './material.ts'

const mostCandidates = 64

/** What a request is about. */
export interface Claim {
  readonly expectedUserId: string
  readonly installationId: string
  readonly expectedSessionId: string | undefined
  readonly material: Material
}

export type Finding =
  | { readonly outcome: 'ok'; readonly session: Traced & Pick<SessionRow, 'id'> }
  | { readonly outcome: 'already_absent'; readonly sessionId: string | null }
  | { readonly outcome: 'selection_required'; readonly candidates: readonly SessionRow[] }

const unattributed = () =>
  new ApiError(
    409,
    'RECOVERY_STATE_UNATTRIBUTED',
    'the installation holds state of no known session; nothing was removed',
  )
const tooMany = () =>
  new ApiError(
    409,
    'RECOVERY_TOO_MANY_CANDIDATES',
    `the installation has more than ${mostCandidates} sessions; remove some on the page of devices`,
  )

interface Deps {
  readonly store: SessionsStore
  readonly liveness: Liveness
  readonly states: Registry<InstallationState>
}

/** Finds what a recovery would remove, without removing it. Inside the transaction that then does so. */
export function makeSearch({ store, liveness, states }: Deps) {
  const byId = (userId: string, installationId: string, id: string): Finding => {
    const session = liveness.unlessDead(store.get(id))
    if (!session) {
      // State that names this very session is attributed, only its session is gone. To call that absent would confirm a
      // cleanup that did not happen, and a refusal would be final, for nothing else removes it. So it goes now.
      const left = states.all().some((state) => state.held(userId, installationId).includes(id))
      if (!left) return { outcome: 'already_absent', sessionId: id }
      return { outcome: 'ok', session: { id, user_id: userId, installation_id: installationId } }
    }
    if (session.user_id !== userId || session.installation_id !== installationId) {
      throw notFound('this account and installation have no such session')
    }
    return { outcome: 'ok', session }
  }

  /** Material of two sessions names neither. */
  const byMaterial = (sessions: readonly SessionRow[], { access, refresh, revocation }: Material) => {
    const met = [
      access && store.byAccess(access),
      refresh && (store.byRefresh(refresh) ?? store.byConsumed(refresh)),
      revocation && store.byRevocation(revocation),
    ]
    const ids = new Set(met.map((row) => (row ? row.id : undefined)))
    const matched = sessions.filter(({ id }) => ids.has(id))
    return matched.length === 1 ? matched[0] : undefined
  }

  const alive = (userId: string, installationId: string) =>
    liveness.allAlive(store.ofInstallation(userId, installationId))

  /** 409 when the installation holds state of other sessions than its own, or of none. */
  const requireAttributed = (userId: string, installationId: string, sessions: readonly SessionRow[]) => {
    const known = new Set<string | null>(sessions.map(({ id }) => id))
    for (const state of states.all()) {
      if (state.held(userId, installationId).some((id) => !known.has(id))) throw unattributed()
    }
  }

  return {
    /** The sessions of an installation, when they are all that it holds. */
    attributed(userId: string, installationId: string): readonly SessionRow[] {
      const sessions = alive(userId, installationId)
      requireAttributed(userId, installationId, sessions)
      return sessions
    },
    find(userId: string, { installationId, expectedSessionId, material }: Claim): Finding {
      if (expectedSessionId !== undefined) return byId(userId, installationId, expectedSessionId)
      const sessions = alive(userId, installationId)
      const session = byMaterial(sessions, material)
      if (session) return { outcome: 'ok', session }
      requireAttributed(userId, installationId, sessions)
      if (sessions.length > mostCandidates) throw tooMany()
      if (sessions.length > 0) return { outcome: 'selection_required', candidates: sessions }
      return { outcome: 'already_absent', sessionId: null }
    },
  }
}
export type Search = ReturnType<typeof makeSearch>
