import type { SignIn, Users } from '@svc/plugin-auth/contract'
import { ApiError, type Database, forbidden, type Revocation, unauthorized } from '@svc/plugin-sdk'
import type { AuditWriter } from '../audit-writer.ts'
import type { PairingCodes } from '../pairing/pairing-codes.ts'
import { invalidCode } from '../pairing/redeem.ts'
import type { Removal } from '../sessions/removal.ts'
import { makeApply } from './apply.ts'
import type { Claim, Finding, SessionFinder } from './find-session.ts'
import type { Grants } from './grants.ts'
import type { Mode } from './mode.ts'
import type { RecoverResponse } from './recover-schema.ts'
import { toResponse } from './response.ts'
import { makeResume } from './resume.ts'

interface Deps {
  readonly db: Database
  readonly users: Users
  readonly signIn: SignIn
  readonly codes: PairingCodes
  readonly grants: Grants
  readonly search: SessionFinder
  readonly remove: Removal
  readonly writeAudit: AuditWriter
}

/** The code or token is invalid. */
const isFailedProof = (error: unknown) => error instanceof ApiError && (error.status === 400 || error.status === 401)

/**
 * An error after successful authentication. It does not count as a failed attempt, so that state that cannot be cleaned up
 * does not lock the owner out.
 */
const isAuthenticatedError = (error: unknown): error is ApiError => error instanceof ApiError && !isFailedProof(error)

const isValidationError = (error: unknown) => error instanceof ApiError && error.code === 'VALIDATION_ERROR'

/**
 * Deletes a session that the phone has lost track of. Runs synchronously from the check of a code or grant to the deletion,
 * so that concurrent requests cannot interleave.
 */
export function makeRecovery(deps: Deps) {
  const { db, users, signIn, codes, grants, search, remove, writeAudit } = deps
  const apply = makeApply({ remove, writeAudit })
  const requireAccount = (userId: string, { expectedUserId }: Claim) => {
    if (userId !== expectedUserId) throw forbidden('mobile.OTHER_ACCOUNT')
  }
  const resume = makeResume({ db, users, grants, search, apply, requireAccount })

  const findOrError = (userId: string, claim: Claim): Finding | ApiError => {
    try {
      requireAccount(userId, claim)
      return search.find(userId, claim)
    } catch (error) {
      if (!isAuthenticatedError(error)) throw error
      return error
    }
  }

  const byPassword = async (mode: Extract<Mode, { kind: 'password' }>, claim: Claim, ip: string) => {
    const { username, password, totpCode } = mode
    const attempt = { username, password, ip, ...(totpCode !== undefined && { totpCode }) }
    const found = await signIn.verify(attempt, ({ id }) => {
      const finding = findOrError(id, claim)
      // an error here rolls everything back, including the use of the second factor
      if (!(finding instanceof ApiError)) apply(finding, mode.kind, id, claim, ip)
      return finding
    })
    if (found instanceof ApiError) throw found
    return toResponse(claim.expectedUserId, claim.installationId, found)
  }

  /** A valid code is consumed by a response and by a request for another account; after other errors it can be retried. */
  const byCode = (text: string, claim: Claim, ip: string): RecoverResponse => {
    const code = codes.find(text)
    if (!code) throw invalidCode()
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
    const response = toResponse(userId, claim.installationId, finding)
    const { outcome, mobile_session_id: sessionId, candidates } = response
    const token = grants.create({
      userId,
      creator,
      stamp,
      installationId: claim.installationId,
      material: claim.material.digest,
      offered: candidates.map((candidate) => candidate.mobile_session_id),
      ...(outcome !== 'selection_required' && { resolution: { outcome, sessionId } }),
    })
    return { ...response, recovery_token: token }
  }

  const byText = (mode: Exclude<Mode, { kind: 'password' }>, claim: Claim, ip: string): RecoverResponse => {
    try {
      return mode.kind === 'code' ? byCode(mode.code, claim, ip) : resume(mode.token, claim, ip)
    } catch (error) {
      if (isFailedProof(error))
        signIn.auditFailure({ method: mode.kind === 'code' ? 'pairing_code' : 'recovery_token' }, ip)
      throw error
    }
  }

  return {
    /** The attempt is already counted; `refund` undoes that. */
    async recover(mode: Mode, claim: Claim, ip: string, refund: () => void): Promise<RecoverResponse> {
      if (mode.kind === 'password') {
        // signIn.verify counts by itself, but only valid text
        refund()
        return byPassword(mode, claim, ip).catch((error: unknown) => {
          if (isValidationError(error)) signIn.countAttempt(ip, '')
          throw error
        })
      }
      try {
        const response = byText(mode, claim, ip)
        refund()
        return response
      } catch (error) {
        if (isAuthenticatedError(error)) refund()
        throw error
      }
    },
    /** Revokes pairing codes and grants. */
    revoked(fact: Revocation): void {
      codes.revoked(fact)
      grants.revoked(fact)
    },
  }
}
export type Recovery = ReturnType<typeof makeRecovery>
