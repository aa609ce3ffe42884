import { ApiError, notFound, type Registry } from '@svc/plugin-sdk'
import type { InstallationState } from '../contract.js'
import type { Liveness } from '../sessions/liveness.js'
import type { SessionRow, SessionsStore } from '../sessions/sessions-store.js'
import type { Material } from './material.js'

const mostCandidates = 64

/** What a request is about. */
export interface Claim {
  readonly expectedUserId: string
  readonly installationId: string
  readonly expectedSessionId: string | undefined
  readonly material: Material
}

export type Finding =
  | { readonly outcome: 'ok'; readonly session: SessionRow }
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
    if (!session) return { outcome: 'already_absent', sessionId: id }
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

  return (userId: string, { installationId, expectedSessionId, material }: Claim): Finding => {
    if (expectedSessionId !== undefined) return byId(userId, installationId, expectedSessionId)
    const sessions = liveness.allAlive(store.ofInstallation(userId, installationId))
    const session = byMaterial(sessions, material)
    if (session) return { outcome: 'ok', session }
    const known = new Set<string | null>(sessions.map(({ id }) => id))
    for (const state of states.all()) {
      if (state.held(userId, installationId).some((id) => !known.has(id))) throw unattributed()
    }
    if (sessions.length > mostCandidates) throw tooMany()
    if (sessions.length > 0) return { outcome: 'selection_required', candidates: sessions }
    return { outcome: 'already_absent', sessionId: null }
  }
}
export type Search = ReturnType<typeof makeSearch>
