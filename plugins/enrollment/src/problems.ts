import { ApiError } from '@svc/plugin-sdk'

/** What is wrong with one input: a sentence that follows the field's name, for example `must not be empty`. */
export class Rule extends Error {}

/** Collects the problems of several fields, so that a form learns of all of them at once. */
export function makeProblems() {
  const found: { field: string; rule: string }[] = []
  return {
    /** Runs `check`; a `Rule` it throws is kept and the result is `undefined`. */
    check<T>(field: string, check: () => T): T | undefined {
      try {
        return check()
      } catch (error) {
        if (!(error instanceof Rule)) throw error
        found.push({ field, rule: error.message })
        return undefined
      }
    },
    /** Throws 422 when there were any. */
    settle() {
      if (found.length === 0) return
      const sentence = found.map(({ field, rule }) => `${field} ${rule}`).join('; ')
      throw new ApiError(422, 'VALIDATION_ERROR', sentence, { details: found })
    },
  }
}
export type Problems = ReturnType<typeof makeProblems>
