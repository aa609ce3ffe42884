import type { Clock } from '@svc/plugin-sdk'

/** The longest delay a Node timer takes; longer ones are waited for in pieces. */
const longest = 2 ** 31 - 1

function after(ms: number, fn: () => void): () => void {
  const due = Date.now() + ms
  let timer: NodeJS.Timeout
  const wait = () => {
    const left = due - Date.now()
    timer = left > longest ? setTimeout(wait, longest) : setTimeout(fn, Math.max(0, left))
    timer.unref()
  }
  wait()
  return () => clearTimeout(timer)
}

/** Real time. Its timers never keep the process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after,
  every(ms, fn) {
    const timer = setInterval(fn, ms)
    timer.unref()
    return () => clearInterval(timer)
  },
}
