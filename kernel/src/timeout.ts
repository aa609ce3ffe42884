/** The result of `work`, or an error when it takes too long. The work itself is not cancelled. */
export async function withTimeout<T>(work: Promise<T>, timeoutMs: number, what: string): Promise<T> {
  const { promise: expired, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`${what} timed out after ${timeoutMs / 1000} s`)), timeoutMs)
  try {
    return await Promise.race([work, expired])
  } finally {
    clearTimeout(timer)
  }
}
