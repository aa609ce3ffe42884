import { live } from './live.ts'

/**
 * Hears every message of `type` outside of React, until the returned function is called. `back` is called when the
 * connection is there again after it was lost: what was said meanwhile was not heard.
 */
export function onLiveMessage<P extends object>(
  type: string,
  handler: (payload: P) => void,
  back?: () => void,
): () => void {
  let lost = false
  const stops = [
    live.on(type, (payload) => handler(payload as unknown as P)),
    live.onStatus(() => {
      if (live.status() === 'lost') lost = true
      if (live.status() !== 'open' || !lost) return
      lost = false
      back?.()
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
