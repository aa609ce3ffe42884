import type { SignIn, Users } from '@svc/plugin-auth/contract'
import { ApiError, type Database, forbidden, type Revocation, unauthorized } from '@svc/plugin-sdk'
import type { PairingCodes } from '../pairing/pairing-codes.ts'
import { badCode } from '../pairing/redeem.ts'
import type { Removal } from '../sessions/removal.ts'
import type { Trace, TraceFailure } from '../trace.ts'
import { answerOf } from './answer.ts'
import { makeApply } from './apply.ts'
import type { Grants } from './grants.ts'
import type { Mode } from './mode.ts'
import type { RecoverAnswer } from './recover-schema.ts'
import { makeResume } from './resume.ts'
import type { Claim, Finding, Search } from './search.ts'

interface Deps {
  readonly db: Database
  readonly users: Users
  readonly signIn: SignIn
  readonly codes: PairingCodes
  readonly grants: Grants
  readonly search: Search
  readonly remove: Removal
  readonly trace: Trace
  readonly traceFailure: TraceFailure
}

/** What was shown proves nothing. */
const isFailedProof = (error: unknown) => error instanceof ApiError && (error.status === 400 || error.status === 401)

/**
 * Refuses somebody who proved who they are. It does not count as an attempt: state that cannot be cleaned up must not
 * lock its owner out of signing in.
 */
const isRefusal = (error: unknown): error is ApiError => error instanceof ApiError && !isFailedProof(error)

const isBadText = (error: unknown) => error instanceof ApiError && error.code === 'VALIDATION_ERROR'

/**
 * Cleans up after a sign-in that the phone lost track of. From the check of a code or grant to the removal nothing
 * waits, so concurrent requests see each other's effects whole or not at all.
 */
export function makeRecovery(deps: Deps) {
  const { db, users, signIn, codes, grants, search, remove, trace, traceFailure } = deps
  const apply = makeApply({ remove, trace })
  const requireAccount = (userId: string, { expectedUserId }: Claim) => {
    if (userId !== expectedUserId) throw forbidden('the expected account is another one')
  }
  const resume = makeResume({ db, users, grants, search, apply, requireAccount })

  const unlessRefused = (userId: string, claim: Claim): Finding | ApiError => {
    try {
      requireAccount(userId, claim)
      return search.find(userId, claim)
    } catch (error) {
      if (!isRefusal(error)) throw error
      return error
    }
  }

  const byPassword = async (mode: Extract<Mode, { kind: 'password' }>, claim: Claim, ip: string) => {
    const { username, password, totpCode } = mode
    const attempt = { username, password, ip, ...(totpCode !== undefined && { totpCode }) }
    const found = await signIn.verify(attempt, ({ id }) => {
      const finding = unlessRefused(id, claim)
      // a failure of the removal undoes everything, the use of the second factor included
      if (!(finding instanceof ApiError)) apply(finding, mode.kind, id, claim, ip)
      return finding
    })
    if (found instanceof ApiError) throw found
    return answerOf(claim.expectedUserId, claim.installationId, found)
  }

  /** A code that was good is used up by an answer and by a request for another account; otherwise it may try again. */
  const byCode = (text: string, claim: Claim, ip: string): RecoverAnswer => {
    const code = codes.find(text)
    if (!code) throw badCode()
    const { userId, creator, stamp } = code
    if (users.securityStamp(userId) !== stamp || userId !== claim.expectedUserId) codes.consume(text)
    if (users.securityStamp(userId) !== stamp) throw unauthorized()
    requireAccount(userId, claim)
    const finding = db.transaction(() => {
      const found = search.find(userId, claim)
      grants.reserve(userId)
      apply(found, 'code', userId, claim, ip)
      return found
    })
    codes.consume(text)
    const answer = answerOf(userId, claim.installationId, finding)
    const { outcome, mobile_session_id: sessionId, candidates } = answer
    const token = grants.create({
      userId,
      creator,
      stamp,
      installationId: claim.installationId,
      material: claim.material.digest,
      offered: candidates.map((candidate) => candidate.mobile_session_id),
      ...(outcome !== 'selection_required' && { resolution: { outcome, sessionId } }),
    })
    return { ...answer, recovery_token: token }
  }

  const byText = (mode: Exclude<Mode, { kind: 'password' }>, claim: Claim, ip: string): RecoverAnswer => {
    try {
      return mode.kind === 'code' ? byCode(mode.code, claim, ip) : resume(mode.token, claim, ip)
    } catch (error) {
      if (isFailedProof(error)) traceFailure(mode.kind === 'code' ? 'pairing_code' : 'recovery_token', ip)
      throw error
    }
  }

  return {
    /** The attempt is counted already; `giveBack` undoes that. */
    async recover(mode: Mode, claim: Claim, ip: string, giveBack: () => void): Promise<RecoverAnswer> {
      if (mode.kind === 'password') {
        // the sign-in counts by itself, but only what can be a name and a password
        giveBack()
        return byPassword(mode, claim, ip).catch((error: unknown) => {
          if (isBadText(error)) signIn.countAttempt(ip, '')
          throw error
        })
      }
      try {
        const answer = byText(mode, claim, ip)
        giveBack()
        return answer
      } catch (error) {
        if (isRefusal(error)) giveBack()
        throw error
      }
    },
    /** What codes and grants allow ends here. */
    revoked(fact: Revocation): void {
      codes.revoked(fact)
      grants.revoked(fact)
    },
  }
}
export type Recovery = ReturnType<typeof makeRecovery>
