import type { Users } from '@svc/plugin-auth/contract'
import { conflict, type Database, unauthorized } from '@svc/plugin-sdk'
import { answerOf } from './answer.ts'
import type { Apply } from './apply.ts'
import type { Grant, Grants, Resolution } from './grants.ts'
import type { RecoverAnswer } from './recover-schema.ts'
import type { Claim, Finding, Search } from './search.ts'

const notOffered = () => conflict('the recovery token was not issued for this session; authenticate again')
const newState = () => conflict('there are later sessions that the recovery token does not cover; authenticate again')

interface Deps {
  readonly db: Database
  readonly users: Users
  readonly grants: Grants
  readonly search: Search
  readonly apply: Apply
  requireAccount(userId: string, claim: Claim): void
}

/** Goes on with a recovery by its grant, within what the grant was offered. */
export function makeResume({ db, users, grants, search, apply, requireAccount }: Deps) {
  /** Without an id nothing is removed any more, even if the material names one session meanwhile: the choice is open. */
  const stillOffered = ({ userId, offered }: Grant, { installationId }: Claim): Finding => {
    const sessions = search.attributed(userId, installationId)
    const candidates = sessions.filter(({ id }) => offered.includes(id))
    if (candidates.length > 0) return { outcome: 'selection_required', candidates }
    if (sessions.length > 0) throw newState()
    return { outcome: 'already_absent', sessionId: null }
  }

  const choose = (token: string, { userId, offered }: Grant, chosen: string, claim: Claim): Finding => {
    if (!offered.includes(chosen)) throw notOffered()
    // pinned first: should the removal fail, no retry can choose another one
    grants.update(token, { offered: [chosen] })
    return search.find(userId, claim)
  }

  /** Undefined while a choice is open. */
  const resolutionOf = (finding: Finding): Resolution | undefined => {
    if (finding.outcome === 'selection_required') return undefined
    const sessionId = finding.outcome === 'ok' ? finding.session.id : finding.sessionId
    return { outcome: finding.outcome, sessionId }
  }

  return (token: string, claim: Claim, ip: string): RecoverAnswer => {
    const grant = grants.find(token)
    if (!grant || users.securityStamp(grant.userId) !== grant.stamp) throw unauthorized()
    const { userId, installationId, resolution } = grant
    requireAccount(userId, claim)
    if (installationId !== claim.installationId || grant.material !== claim.material.digest) throw unauthorized()

    const { expectedSessionId: chosen } = claim
    const answered = (found: Finding | Resolution) => ({
      ...answerOf(userId, installationId, found),
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
