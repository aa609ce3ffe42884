const longest = 300

/** Errors of the library and of the way out: fixed words, which quote nothing that was received. */
const quotable = new Set(['ClientError', 'OperationProcessingError', 'UnsupportedOperationError', 'OutboundError'])

/** OAuth's own error codes, such as `invalid_client`; a provider could answer anything in their place. */
const errorCode = /^[a-z_]{1,64}$/

/**
 * Why a provider could not be asked, for the log. What providers answer may contain codes, tokens and whatever was sent
 * to them, so of all that only the well-known error code is told.
 */
export function failureReason(error: unknown): string {
  const reasons: string[] = []
  for (let at = error; at instanceof Error && reasons.length < 4; at = at.cause) {
    const code: unknown = Reflect.get(at, 'error')
    if (at === error || quotable.has(at.name)) reasons.push(at.message)
    if (typeof code === 'string' && errorCode.test(code)) reasons.push(code)
  }
  return reasons.join(': ').slice(0, longest) || 'unknown'
}
