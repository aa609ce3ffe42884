import type { Link } from '@svc/agent-sdk'

/** how long assignments stay valid without a connection */
const disconnectedMs = 120_000
/** how long they stay valid after a reconnect until the server renews them */
const reconnectedMs = 60_000

/**
 * Expires assignments that the server does not renew: some time after the connection is lost, or after a reconnect. The
 * latter covers servers that have nothing to assign and therefore send nothing.
 */
export function makeLease(onExpired: () => void) {
  const closing = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let current: Link | undefined

  function expireIn(ms: number): void {
    clearTimeout(timer)
    timer = setTimeout(onExpired, ms)
    timer.unref()
  }

  /** Returns whether this connection is new. */
  function track(link: Link): boolean {
    if (link === current) return false
    current = link
    const lost = () => {
      if (link === current) expireIn(disconnectedMs)
    }
    link.signal.addEventListener('abort', lost, { signal: closing.signal })
    return true
  }

  return {
    connected(link: Link): void {
      if (track(link)) expireIn(reconnectedMs)
    },
    /** The server sent its assignments on this connection. */
    renew(link: Link): void {
      track(link)
      clearTimeout(timer)
    },
    close(): void {
      closing.abort()
      clearTimeout(timer)
    },
  }
}
