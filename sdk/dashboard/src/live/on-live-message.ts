import { live } from './live.ts'

/**
 * Listens to messages of `type` outside of React, until the returned function is called. `onReconnect` is called when the
 * connection is back after it was lost; messages sent in between were missed.
 */
export function onLiveMessage<P extends object>(
  type: string,
  handler: (payload: P) => void,
  onReconnect?: () => void,
): () => void {
  let lost = false
  const stops = [
    live.on(type, (payload) => handler(payload as unknown as P)),
    live.onStatus(() => {
      if (live.status() === 'lost') lost = true
      if (live.status() !== 'open' || !lost) return
      lost = false
      onReconnect?.()
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
