const textOf = (value: unknown): string =>
  (typeof value === 'object' ? JSON.stringify(value) : String(value)) ?? typeof value

/**
 * Converts a thrown value to an `Error` with a string message. Third-party code throws anything: objects that cannot be
 * converted to a string, and errors whose message is an object.
 */
export function toError(thrown: unknown): Error {
  try {
    if (!(thrown instanceof Error)) return new Error(textOf(thrown), { cause: thrown })
    return typeof thrown.message === 'string' ? thrown : new Error(textOf(thrown.message), { cause: thrown })
  } catch {
    return new Error(`thrown ${typeof thrown} without a message`, { cause: thrown })
  }
}
