import { CodedError, type FieldError, invalidFields, type Params, type TextCode, text } from '@svc/plugin-sdk'

/** An invalid value. The text continues the field's name, for example `must not be empty`. */
export class InvalidValue extends CodedError {
  constructor(code: TextCode, params?: Params) {
    super(text(code, params))
  }
}

/** Collects the errors of several fields, so that a form can show all of them at once. */
export function makeValidation() {
  const errors: FieldError[] = []
  return {
    /** Runs `check`. Collects an `InvalidValue` it throws and returns `undefined`. */
    check<T>(field: string, check: () => T): T | undefined {
      try {
        return check()
      } catch (error) {
        if (!(error instanceof InvalidValue)) throw error
        errors.push({ field, ...error.text })
        return undefined
      }
    },
    /** Throws 422 with all collected errors, if any. */
    throwIfInvalid() {
      if (errors.length > 0) throw invalidFields(errors)
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
