import { ApiFailure } from '@svc/dashboard-sdk'
import { isComplete } from './codes.ts'
import type { Proof } from './two-factor.ts'

/** What the user proves with who they are. */
export type ProofKind = 'password' | 'code'

export const proofOf = (kind: ProofKind, typed: string): Proof =>
  kind === 'code' ? { code: typed } : { password: typed }

/** Key of what is missing before it may be sent. */
export function missingProof(kind: ProofKind, typed: string): string | undefined {
  if (kind === 'code') return isComplete(typed) ? undefined : 'signIn.codeIncomplete'
  return typed ? undefined : 'password.missing'
}

/** Key of the text beside the field when the server did not believe it; other failures stand elsewhere. */
export function refusedProof(kind: ProofKind, failure: unknown): string | undefined {
  if (!(failure instanceof ApiFailure)) return undefined
  const told = failure.status === 422 || (failure.status === 400 && failure.message.includes(kind))
  if (!told) return undefined
  return kind === 'code' ? 'signIn.codeWrong' : 'password.wrong'
}
