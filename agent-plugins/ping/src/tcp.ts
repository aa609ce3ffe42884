import { connect } from 'node:net'

/** Connects and closes. Resolves to the connect time in milliseconds; rejects on failure or if `signal` aborts. */
export function connectTcp(address: string, port: number, signal: AbortSignal): Promise<number> {
  return new Promise((resolve, reject) => {
    const began = performance.now()
    const socket = connect({ host: address, port })
    const onAbort = () => socket.destroy(signal.reason)
    if (signal.aborted) onAbort()
    signal.addEventListener('abort', onAbort)
    socket.on('connect', () => {
      resolve(performance.now() - began)
      socket.destroy()
    })
    socket.on('error', reject)
    socket.on('close', () => signal.removeEventListener('abort', onAbort))
  })
}
