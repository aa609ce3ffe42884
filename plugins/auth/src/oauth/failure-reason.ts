const maxLength = 300

/** Errors of the library and of outbound requests. Their messages are fixed texts without received data. */
const safeErrors = new Set(['ClientError', 'OperationProcessingError', 'UnsupportedOperationError', 'OutboundError'])

/** OAuth error codes such as `invalid_client`; a provider could send anything instead. */
const errorCodePattern = /^[a-z_]{1,64}$/

/**
 * Loggable reason why a request to a provider failed. Responses may contain codes, tokens and other secrets, so only
 * well-known error codes of them are logged.
 */
export function failureReason(error: unknown): string {
  const reasons: string[] = []
  for (let current = error; current instanceof Error && reasons.length < 4; current = current.cause) {
    const code: unknown = Reflect.get(current, 'error')
    if (current === error || safeErrors.has(current.name)) reasons.push(current.message)
    if (typeof code === 'string' && errorCodePattern.test(code)) reasons.push(code)
  }
  return reasons.join(': ').slice(0, maxLength) || 'unknown'
}
