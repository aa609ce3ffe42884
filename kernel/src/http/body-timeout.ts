import type { IncomingMessage } from 'node:http'

/** The body of a request must arrive within this time; one that a route streams must not pause for so long. */
const timeoutMs = 300_000

/** Calls back when the body takes too long. The limit of Node would also end uploads that are slow but go on. */
export function limitBody(request: IncomingMessage, isStreamed: boolean, onTimeout: () => void): void {
  const { headers, socket } = request
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
