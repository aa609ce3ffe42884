import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'

/** Unfinished bodies of strangers in memory. Usually they are complete at once, so beyond it the oldest is an attack. */
const maxOpen = 256

interface Limits {
  /** for the whole body; for one that a route streams, the longest pause */
  readonly timeoutMs: number
  readonly isStreamed: boolean
  /** anybody may send it */
  readonly isOpen: boolean
}

/** Forgets what was received of a body and reads no more of it, until its time is over. */
function drop(request: IncomingMessage): void {
  for (const event of ['data', 'end', 'error']) request.removeAllListeners(event)
  request.socket.pause()
}

/** Limits the time and number of unfinished bodies. The limit of Node would also end uploads that are slow but go on. */
export function makeBodyTimeouts() {
  const open = new Set<IncomingMessage>()

  const limitOpen = (request: IncomingMessage) => {
    open.add(request)
    request.once('close', () => open.delete(request))
    for (const oldest of open) {
      if (open.size <= maxOpen) return
      open.delete(oldest)
      if (!oldest.complete) drop(oldest)
    }
  }

  /** Calls back when the body takes too long. */
  return (request: IncomingMessage, { timeoutMs, isStreamed, isOpen }: Limits, onTimeout: () => void): void => {
    const { headers, socket } = request
    // Injected requests have no connection that could be slow.
    if (!(socket instanceof Socket)) return
    if (headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0) return
    let { bytesRead } = socket
    const check = () => {
      if (request.complete) return
      const isMoving = isStreamed && socket.bytesRead > bytesRead
      bytesRead = socket.bytesRead
      if (isMoving) timer.refresh()
      else onTimeout()
    }
    const timer = setTimeout(check, timeoutMs).unref()
    request.once('close', () => clearTimeout(timer))
    if (isOpen) limitOpen(request)
  }
}
