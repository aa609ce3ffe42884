import { maxProbeErrorLength, plainText } from '@svc/protocol'

/** What became of one probe. */
export interface Outcome {
  readonly success: boolean
  /** milliseconds; 0 on failure, except for an answer that says no */
  readonly latency: number
  readonly error: string | null
}

/** Microseconds are as fine as anything here is. */
export const rounded = (ms: number): number => Math.round(ms * 1000) / 1000

export const succeeded = (ms: number): Outcome => ({ success: true, latency: rounded(ms), error: null })

export const failed = (words: string, ms = 0): Outcome => ({
  success: false,
  latency: rounded(ms),
  error: plainText(words, maxProbeErrorLength),
})

const wordsByCode: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'the connection was reset',
  EHOSTUNREACH: 'no route to the host',
  ENETUNREACH: 'no route to the network',
  EADDRNOTAVAIL: 'this host has no address to connect from',
  EACCES: 'this host does not allow it',
  EPERM: 'this host does not allow it',
  ETIMEDOUT: 'no answer',
  ENOTFOUND: 'the name has no address',
  ENODATA: 'the name has no address',
  EAI_AGAIN: 'the name servers do not answer',
  EPIPE: 'the connection was closed',
  HPE_HEADER_OVERFLOW: 'the headers of the answer are too long',
}

/** An error of a socket, a resolver or our own in words. */
export function wordsFor(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code } = error as NodeJS.ErrnoException
  if (code === undefined) return error.message
  const known = wordsByCode[code]
  if (known !== undefined) return known
  return code.startsWith('HPE_') ? `the answer is no HTTP (${code})` : `${error.message.split('\n')[0]} (${code})`
}
