/** A failed request. `status` is 0 if there was no response. */
export class ApiError extends Error {
  readonly status: number
  /** UPPER_SNAKE; `NETWORK` without a response, `BAD_ANSWER` for a response that is not from our API */
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
