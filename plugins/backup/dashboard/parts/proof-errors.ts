import { type ApiError, type FieldErrors, fieldRules, type Translate } from '@svc/dashboard-sdk'

/** The errors of a form with a proof: a wrong one is no 422, but belongs to its field too. */
export function proofErrors(error: Error, t: Translate): FieldErrors {
  const { code } = ((error as Partial<ApiError>).details ?? {}) as { code?: unknown }
  if (code === 'auth.WRONG_PASSWORD') return { password: t('proof.wrongPassword') }
  if (code === 'auth.WRONG_CODE') return { code: t('proof.wrongCode') }
  return fieldRules(error, t)
}
