import { connect } from 'node:net'

/** Milliseconds until a connection was open; it is closed at once. Rejects when it cannot be made or `signal` aborts. */
export function connectTcp(address: string, port: number, signal: AbortSignal): Promise<number> {
  return new Promise((resolve, reject) => {
    const began = performance.now()
    const socket = connect({ host: address, port })
    const giveUp = () => socket.destroy(signal.reason)
    if (signal.aborted) giveUp()
    signal.addEventListener('abort', giveUp)
    socket.on('connect', () => {
      resolve(performance.now() - began)
      socket.destroy()
    })
    socket.on('error', reject)
    socket.on('close', () => signal.removeEventListener('abort', giveUp))
  })
}
