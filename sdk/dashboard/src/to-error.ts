const textOf = (value: unknown): string =>
  (typeof value === 'object' ? JSON.stringify(value) : String(value)) ?? typeof value

/**
 * What was thrown, as an error whose message is a text. Code of strangers throws anything: objects that cannot become a text,
 * and errors whose message is an object, which cannot be shown.
 */
export function toError(thrown: unknown): Error {
  try {
    if (!(thrown instanceof Error)) return new Error(textOf(thrown), { cause: thrown })
    return typeof thrown.message === 'string' ? thrown : new Error(textOf(thrown.message), { cause: thrown })
  } catch {
    return new Error(`a thrown ${typeof thrown}, which has no text`, { cause: thrown })
  }
}
