import { ApiError } from '@svc/dashboard-sdk'
import { isComplete } from './codes.ts'
import type { Proof } from './two-factor.ts'

/** How the user confirms their identity. */
export type ProofKind = 'password' | 'code'

export const proofOf = (kind: ProofKind, typed: string): Proof =>
  kind === 'code' ? { code: typed } : { password: typed }

/** Text key of the validation error, if any. */
export function missingProof(kind: ProofKind, typed: string): string | undefined {
  if (kind === 'code') return isComplete(typed) ? undefined : 'signIn.codeIncomplete'
  return typed ? undefined : 'password.missing'
}

const rejections = { password: 'auth.WRONG_PASSWORD', code: 'auth.WRONG_CODE' }

/** Text key beside the field when the server rejected the proof; other errors are shown elsewhere. */
export function proofError(kind: ProofKind, error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  const { code } = (error.details ?? {}) as { code?: unknown }
  if (error.status !== 422 && code !== rejections[kind]) return undefined
  return kind === 'code' ? 'signIn.codeWrong' : 'password.wrong'
}
