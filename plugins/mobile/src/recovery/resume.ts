import type { Users } from '@svc/plugin-auth/contract'
import { conflict, type Database, unauthorized } from '@svc/plugin-sdk'
import type { Apply } from './apply.ts'
import type { Claim, Finding, SessionFinder } from './find-session.ts'
import type { Grant, Grants, Resolution } from './grants.ts'
import type { RecoverResponse } from './recover-schema.ts'
import { toResponse } from './response.ts'

const notOffered = () => conflict('mobile.NOT_A_CANDIDATE')
const newerSessions = () => conflict('mobile.NEWER_SESSIONS')

interface Deps {
  readonly db: Database
  readonly users: Users
  readonly grants: Grants
  readonly search: SessionFinder
  readonly apply: Apply
  requireAccount(userId: string, claim: Claim): void
}

/** Continues a recovery with its grant, limited to the offered sessions. */
export function makeResume({ db, users, grants, search, apply, requireAccount }: Deps) {
  /** Without a chosen id nothing is deleted, even if the material matches exactly one session by now. */
  const stillOffered = ({ userId, offered }: Grant, { installationId }: Claim): Finding => {
    const sessions = search.attributed(userId, installationId)
    const candidates = sessions.filter(({ id }) => offered.includes(id))
    if (candidates.length > 0) return { outcome: 'selection_required', candidates }
    if (sessions.length > 0) throw newerSessions()
    return { outcome: 'already_absent', sessionId: null }
  }

  const choose = (token: string, { userId, offered }: Grant, chosen: string, claim: Claim): Finding => {
    if (!offered.includes(chosen)) throw notOffered()
    // pin the choice first, so that a retry after an error cannot choose another session
    grants.update(token, { offered: [chosen] })
    return search.find(userId, claim)
  }

  /** Undefined while a choice is pending. */
  const resolutionOf = (finding: Finding): Resolution | undefined => {
    if (finding.outcome === 'selection_required') return undefined
    const sessionId = finding.outcome === 'ok' ? finding.session.id : finding.sessionId
    return { outcome: finding.outcome, sessionId }
  }

  return (token: string, claim: Claim, ip: string): RecoverResponse => {
    const grant = grants.find(token)
    if (!grant || users.securityStamp(grant.userId) !== grant.stamp) throw unauthorized()
    const { userId, installationId, resolution } = grant
    requireAccount(userId, claim)
    if (installationId !== claim.installationId || grant.material !== claim.material.digest) throw unauthorized()

    const { expectedSessionId: chosen } = claim
    const answered = (found: Finding | Resolution) => ({
      ...toResponse(userId, installationId, found),
      recovery_token: token,
    })
    if (resolution) {
      if (chosen !== undefined && chosen !== resolution.sessionId) throw notOffered()
      return answered(resolution)
    }
    const finding = db.transaction(() => {
      const found = chosen === undefined ? stillOffered(grant, claim) : choose(token, grant, chosen, claim)
      apply(found, 'grant', userId, claim, ip)
      return found
    })
    const ended = resolutionOf(finding)
    if (ended) grants.update(token, { resolution: ended })
    return answered(finding)
  }
}
