/** The live socket that the head of the page (`dashboard/build/head.js`) opened before any code was there. */
interface EarlySocket {
  readonly socket: WebSocket
  readonly received: readonly MessageEvent[]
}

declare global {
  interface Window {
    svcEarlySocket?: EarlySocket | undefined
  }
}

/** That socket, once and if it still lives. It reports what it has received to the handlers that the caller sets now. */
export function takeEarlySocket(): WebSocket | undefined {
  const early = window.svcEarlySocket
  window.svcEarlySocket = undefined
  if (!early || early.socket.readyState > WebSocket.OPEN) return undefined
  const { socket, received } = early
  queueMicrotask(() => {
    if (socket.readyState === WebSocket.OPEN) socket.onopen?.(new Event('open'))
    for (const frame of received) socket.onmessage?.(frame)
  })
  return socket
}
