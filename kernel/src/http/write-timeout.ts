import type { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'

/** Closes the connection of a client that reads nothing of the response for `timeoutMs`. */
export function limitWriteTime({ socket }: IncomingMessage, response: ServerResponse, timeoutMs: number): void {
  // Injected requests have no connection that could be slow.
  if (!(socket instanceof Socket)) return
  response.setTimeout(timeoutMs, () => {
    // A handler may take longer; only a client with something to read is too slow.
    if (socket.writableLength > 0) socket.destroy()
    else socket.setTimeout(timeoutMs)
  })
}
