/** A request that did not succeed. `status` is 0 when no answer arrived. */
export class ApiError extends Error {
  readonly status: number
  /** UPPER_SNAKE; `NETWORK` without an answer, `BAD_ANSWER` when the answer is not ours */
  readonly code: string
  readonly details: unknown
  /** seconds, from `Retry-After` */
  readonly retryAfter: number | undefined

  constructor(status: number, code: string, message: string, extra: { details?: unknown; retryAfter?: number } = {}) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.details = extra.details
    this.retryAfter = extra.retryAfter
  }
}
