import type { Clock } from '@svc/plugin-sdk'

/** The longest delay of a Node timer; longer delays are split. */
const maxTimerMs = 2 ** 31 - 1

function after(ms: number, fn: () => void): () => void {
  const due = Date.now() + ms
  let timer: NodeJS.Timeout
  const wait = () => {
    const remaining = due - Date.now()
    timer = remaining > maxTimerMs ? setTimeout(wait, maxTimerMs) : setTimeout(fn, Math.max(0, remaining))
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
