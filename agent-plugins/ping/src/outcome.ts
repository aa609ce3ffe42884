import { maxProbeErrorLength } from '@svc/plugin-probes/wire'
import { plainText } from '@svc/protocol'

/** The result of one probe. */
export interface Outcome {
  readonly success: boolean
  /** milliseconds; 0 on failure, unless there was an error response */
  readonly latency: number
  readonly error: string | null
}

/** Rounds to microseconds. */
export const roundMs = (ms: number): number => Math.round(ms * 1000) / 1000

export const succeeded = (ms: number): Outcome => ({ success: true, latency: roundMs(ms), error: null })

export const failed = (message: string, ms = 0): Outcome => ({
  success: false,
  latency: roundMs(ms),
  error: plainText(message, maxProbeErrorLength),
})

const messages: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection reset',
  EHOSTUNREACH: 'no route to host',
  ENETUNREACH: 'network unreachable',
  EADDRNOTAVAIL: 'no local address available',
  EACCES: 'not permitted on this host',
  EPERM: 'not permitted on this host',
  ETIMEDOUT: 'timed out',
  ENOTFOUND: 'name not found',
  ENODATA: 'name not found',
  EAI_AGAIN: 'the name servers did not respond',
  EPIPE: 'connection closed',
  HPE_HEADER_OVERFLOW: 'response headers too large',
}

/** Describes a socket, resolver or other error. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code } = error as NodeJS.ErrnoException
  if (code === undefined) return error.message
  const message = messages[code]
  if (message !== undefined) return message
  return code.startsWith('HPE_') ? `invalid HTTP response (${code})` : `${error.message.split('\n')[0]} (${code})`
}
