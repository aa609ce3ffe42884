import type { SignIn, Users } from '@svc/plugin-auth/contract'
import { ApiError, type Database, forbidden, unauthorized } from '@svc/plugin-sdk'
import type { PairingCodes } from '../pairing/pairing-codes.js'
import { badCode } from '../pairing/redeem.js'
import type { Removal } from '../sessions/removal.js'
import type { Trace } from '../trace.js'
import { answerOf } from './answer.js'
import { makeApply } from './apply.js'
import type { Grants } from './grants.js'
import type { Mode } from './mode.js'
import type { RecoverAnswer } from './recover-schema.js'
import { makeResume } from './resume.js'
import type { Claim, Search } from './search.js'

interface Deps {
  readonly db: Database
  readonly users: Users
  readonly signIn: SignIn
  readonly codes: PairingCodes
  readonly grants: Grants
  readonly search: Search
  readonly remove: Removal
  readonly trace: Trace
}

/**
 * Refuses somebody who proved who they are. It is thrown before anything is written, and does not count as an attempt:
 * state that cannot be cleaned up must not lock its owner out of signing in.
 */
const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status !== 400 && error.status !== 401

/**
 * Cleans up after a sign-in that the phone lost track of. From the check of a code or grant to the removal nothing
 * waits, so concurrent requests see each other's effects whole or not at all.
 */
export function makeRecovery(deps: Deps) {
  const { db, users, signIn, codes, grants, search, remove, trace } = deps
  const apply = makeApply({ remove, trace })
  const requireAccount = (userId: string, { expectedUserId }: Claim) => {
    if (userId !== expectedUserId) throw forbidden('the expected account is another one')
  }
  const resume = makeResume({ db, users, grants, search, apply, requireAccount })

  const byPassword = async (mode: Extract<Mode, { kind: 'password' }>, claim: Claim, ip: string) => {
    const { username, password, totpCode } = mode
    const attempt = { username, password, ip, ...(totpCode !== undefined && { totpCode }) }
    const { answer, refusal } = await signIn.verify(attempt, ({ id }) => {
      try {
        requireAccount(id, claim)
        const finding = search(id, claim)
        apply(finding, mode.kind, ip)
        return { answer: answerOf(id, claim.installationId, finding), refusal: undefined }
      } catch (error) {
        if (!isRefusal(error)) throw error
        return { answer: undefined, refusal: error }
      }
    })
    if (!answer) throw refusal
    return answer
  }

  /** A code that was good is used up by an answer and by a request for another account; otherwise it may try again. */
  const byCode = (text: string, claim: Claim, ip: string): RecoverAnswer => {
    const code = codes.find(text)
    if (!code) throw badCode()
    const { userId, stamp } = code
    if (users.securityStamp(userId) !== stamp || userId !== claim.expectedUserId) codes.consume(text)
    if (users.securityStamp(userId) !== stamp) throw unauthorized()
    requireAccount(userId, claim)
    const finding = db.transaction(() => {
      const found = search(userId, claim)
      grants.reserve()
      apply(found, 'code', ip)
      return found
    })
    codes.consume(text)
    const answer = answerOf(userId, claim.installationId, finding)
    const { outcome, mobile_session_id: sessionId, candidates } = answer
    const token = grants.create({
      userId,
      stamp,
      installationId: claim.installationId,
      material: claim.material.digest,
      offered: candidates.map((candidate) => candidate.mobile_session_id),
      ...(outcome !== 'selection_required' && { resolution: { outcome, sessionId } }),
    })
    return { ...answer, recovery_token: token }
  }

  return async (mode: Mode, claim: Claim, ip: string): Promise<RecoverAnswer> => {
    if (mode.kind === 'password') return byPassword(mode, claim, ip)
    const giveBack = signIn.count(ip, '')
    try {
      const answer = mode.kind === 'code' ? byCode(mode.code, claim, ip) : resume(mode.token, claim, ip)
      giveBack()
      return answer
    } catch (error) {
      if (isRefusal(error)) giveBack()
      throw error
    }
  }
}
export type Recovery = ReturnType<typeof makeRecovery>
