import type { Clock } from '@svc/plugin-sdk'

export interface FakeClock extends Clock {
  /** Moves the clock without running timers. */
  set(ms: number): void
  /** The time of day jumps, as when it is corrected; timers keep what they have left, as those of Node do. */
  step(ms: number): void
  /** Moves the clock, runs every timer that comes due on the way, and waits for jobs. */
  advance(ms: number): Promise<void>
}

interface Timer {
  due: number
  readonly every?: number
  readonly fn: () => void
}

/** Lets pending promises and immediates of a timer callback run. */
const flushEventLoop = () => new Promise<void>((resolve) => setImmediate(resolve))

export function makeFakeClock(start: number, whenJobsIdle: () => Promise<void>): FakeClock {
  let now = start
  const timers = new Set<Timer>()
  const add = (timer: Timer) => {
    timers.add(timer)
    return () => void timers.delete(timer)
  }
  const nextBefore = (end: number): Timer | undefined => {
    let next: Timer | undefined
    for (const timer of timers) if (timer.due <= end && (!next || timer.due < next.due)) next = timer
    return next
  }
  return {
    now: () => now,
    after: (ms, fn) => add({ due: now + ms, fn }),
    every: (ms, fn) => add({ due: now + ms, every: ms, fn }),
    set: (ms) => {
      now = ms
    },
    step: (ms) => {
      now += ms
      for (const timer of timers) timer.due += ms
    },
    async advance(ms) {
      const end = now + ms
      for (let timer = nextBefore(end); timer; timer = nextBefore(end)) {
        now = Math.max(now, timer.due)
        if (timer.every === undefined) timers.delete(timer)
        else timer.due += timer.every
        timer.fn()
        await flushEventLoop()
        await whenJobsIdle()
      }
      now = end
      await flushEventLoop()
      await whenJobsIdle()
    },
  }
}
