/**
 * Why a request to the outside gave no answer. `refused`: it may not be sent there. `timeout`: not all of the answer
 * came in time. `too_large`: the body is longer than allowed. `failed`: everything else, such as no connection. The
 * message names at most scheme, host and port, so it may be logged and shown.
 */
export class OutboundError extends Error {
  readonly kind: 'refused' | 'timeout' | 'too_large' | 'failed'

  constructor(kind: OutboundError['kind'], message: string) {
    super(message)
    this.name = 'OutboundError'
    this.kind = kind
  }
}
