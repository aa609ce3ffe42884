import type { Users } from '@svc/plugin-auth/contract'
import { conflict, type Database, unauthorized } from '@svc/plugin-sdk'
import { answerOf } from './answer.js'
import type { Apply } from './apply.js'
import type { Grant, Grants, Resolution } from './grants.js'
import type { RecoverAnswer } from './recover-schema.js'
import type { Claim, Finding, Search } from './search.js'

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
  const within = ({ offered }: Grant, finding: Finding): Finding => {
    if (finding.outcome === 'already_absent') return finding
    if (finding.outcome === 'ok') {
      if (!offered.includes(finding.session.id)) throw newState()
      return finding
    }
    const candidates = finding.candidates.filter(({ id }) => offered.includes(id))
    if (candidates.length === 0) throw newState()
    return { outcome: 'selection_required', candidates }
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
    if (chosen !== undefined) {
      if (!grant.offered.includes(chosen)) throw notOffered()
      // pinned first: should the removal fail, no retry can choose another one
      grants.update(token, { offered: [chosen] })
    }
    const finding = db.transaction(() => {
      const found = within(grant, search(userId, claim))
      apply(found, 'grant', ip)
      return found
    })
    const ended = resolutionOf(finding)
    if (ended) grants.update(token, { resolution: ended })
    return answered(finding)
  }
}
