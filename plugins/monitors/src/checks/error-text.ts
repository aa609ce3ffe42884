import { type CodedText, text } from '@svc/plugin-sdk'
import { OutboundError } from '@svc/plugin-system/contract'

const untrustedIssuer = text('monitors.ISSUER_UNTRUSTED')

const reasons: Readonly<Record<string, CodedText>> = {
  ECONNREFUSED: text('monitors.CONNECTION_REFUSED'),
  ECONNRESET: text('monitors.CONNECTION_RESET'),
  ENOTFOUND: text('monitors.HOST_NOT_FOUND'),
  EAI_AGAIN: text('monitors.LOOKUP_FAILED'),
  EHOSTUNREACH: text('monitors.HOST_UNREACHABLE'),
  ENETUNREACH: text('monitors.NETWORK_UNREACHABLE'),
  ETIMEDOUT: text('monitors.CONNECTION_TIMED_OUT'),
  UND_ERR_SOCKET: text('monitors.CONNECTION_CLOSED'),
  PROTOCOL_CONNECTION_LOST: text('monitors.CONNECTION_CLOSED'),
  CERT_HAS_EXPIRED: text('monitors.CERTIFICATE_EXPIRED'),
  CERT_NOT_YET_VALID: text('monitors.CERTIFICATE_NOT_YET_VALID'),
  DEPTH_ZERO_SELF_SIGNED_CERT: text('monitors.SELF_SIGNED'),
  SELF_SIGNED_CERT_IN_CHAIN: untrustedIssuer,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrustedIssuer,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrustedIssuer,
  ERR_TLS_CERT_ALTNAME_INVALID: text('monitors.CERTIFICATE_NAME_MISMATCH'),
}
const noResponse = text('monitors.NO_RESPONSE')

/** Describes an error code of the system or of the TLS library. */
export function describeErrorCode(code: string | undefined): CodedText {
  if (code === undefined) return noResponse
  const reason = (Object.hasOwn(reasons, code) && reasons[code]) || noResponse
  return text('monitors.WITH_ERROR_CODE', { reason, code })
}

export const timedOut = (seconds: number): CodedText => text('monitors.TIMED_OUT', { seconds })

/** Describes a failed connection for people. Rethrows everything else. */
export function describeError(error: unknown, timeoutSeconds: number): CodedText {
  if (!(error instanceof OutboundError)) throw error
  if (error.kind === 'timeout') return timedOut(timeoutSeconds)
  if (error.kind === 'refused') return error.text
  return error.kind === 'too_large' ? text('monitors.RESPONSE_TOO_LARGE') : describeErrorCode(error.code)
}
