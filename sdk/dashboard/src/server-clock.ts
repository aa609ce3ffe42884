/** Milliseconds that the server's clock is ahead of ours. */
let offsetMs = 0

/**
 * Updates the clock offset from the `Date` header of a response. The server set it between `sentAt` and `receivedAt`,
 * without milliseconds. The offset only changes if it contradicts that.
 */
export function noteServerTime(date: string | null, sentAt: number, receivedAt: number): void {
  const seconds = Date.parse(date ?? '')
  if (!Number.isFinite(seconds)) return
  const min = seconds - receivedAt
  const max = seconds + 1000 - sentAt
  // our clock was set during the request
  if (min > max) return
  if (min <= 0 && max >= 0) offsetMs = 0
  else offsetMs = Math.min(Math.max(offsetMs, min), max)
}

/** The server's time in milliseconds, to compare with times of the API. */
export const serverNow = (): number => Date.now() + offsetMs
