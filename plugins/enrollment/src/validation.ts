import { ApiError } from '@svc/plugin-sdk'

/** An invalid field. The message continues the field's name, for example `must not be empty`. */
export class FieldError extends Error {}

/** Collects the errors of several fields, so that a form can show all of them at once. */
export function makeValidation() {
  const errors: { field: string; rule: string }[] = []
  return {
    /** Runs `check`. Collects a `FieldError` it throws and returns `undefined`. */
    check<T>(field: string, check: () => T): T | undefined {
      try {
        return check()
      } catch (error) {
        if (!(error instanceof FieldError)) throw error
        errors.push({ field, rule: error.message })
        return undefined
      }
    },
    /** Throws 422 with all collected errors, if any. */
    throwIfInvalid() {
      if (errors.length === 0) return
      const message = errors.map(({ field, rule }) => `${field} ${rule}`).join('; ')
      throw new ApiError(422, 'VALIDATION_ERROR', message, { details: errors })
    },
  }
}
/** Validates a single field; throws 422. */
export function validateField<T>(field: string, check: () => T): T {
  const validation = makeValidation()
  const value = validation.check(field, check)
  validation.throwIfInvalid()
  return value as T
}

export type Validation = ReturnType<typeof makeValidation>
