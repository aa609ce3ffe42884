import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'

interface Limits {
  /** for the whole body; for one that a route streams, the longest pause */
  readonly timeoutMs: number
  readonly isStreamed: boolean
}

/** Calls back when the body takes too long. The limit of Node would also end uploads that are slow but go on. */
export function limitBodyTime(
  request: IncomingMessage,
  { timeoutMs, isStreamed }: Limits,
  onTimeout: () => void,
): void {
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
}
