import type { Link } from '@svc/agent-sdk'

/** milliseconds without a connection */
const alone = 120_000
/** milliseconds from the start of a connection to what the server wants now */
const silence = 60_000

/**
 * What the server wanted holds for a while without a connection, and on a new one until the server has had the time to
 * say it again: one that does not want anything any more may not know that it has to say so.
 */
export function makeLease(expired: () => void) {
  const closing = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let current: Link | undefined

  function expireIn(ms: number): void {
    clearTimeout(timer)
    timer = setTimeout(expired, ms)
    timer.unref()
  }

  /** Whether this connection is a new one. */
  function meet(link: Link): boolean {
    if (link === current) return false
    current = link
    const lost = () => {
      if (link === current) expireIn(alone)
    }
    link.signal.addEventListener('abort', lost, { signal: closing.signal })
    return true
  }

  return {
    connected(link: Link): void {
      if (meet(link)) expireIn(silence)
    },
    /** The server said on this connection what it wants. */
    renew(link: Link): void {
      meet(link)
      clearTimeout(timer)
    },
    close(): void {
      closing.abort()
      clearTimeout(timer)
    },
  }
}
