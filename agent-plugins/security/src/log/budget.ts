import { readFileSync } from 'node:fs'

/** Work may be this much ahead of its share, in milliseconds. */
const burstMs = 30
/** Whatever else the agent does, reading goes on, and what it did long ago does not count. */
const maxWaitMs = 2000

/** Milliseconds of processor time of this process, with all of its threads. */
export function ownCpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** of the clock in which the kernel counts the time of processes */
const msPerTick = 10

/** Milliseconds of processor time of another process; 0 if it has ended. */
export function cpuMsOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name is in parentheses and may contain anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * msPerTick
  } catch {
    return 0
  }
}

interface Clocks {
  /** milliseconds */
  readonly now?: () => number
  /** milliseconds of processor time */
  readonly cpu?: () => number
}

/**
 * Limits the share of a processor that reading takes: when the agent has worked more than that, the reader waits. The time of a
 * piece of work is only known some time after it, so all that was used is compared with all that may be.
 */
export function makeBudget(share: number, { now = performance.now.bind(performance), cpu = ownCpuMs }: Clocks = {}) {
  let tokens = burstMs
  let last = { now: now(), cpu: cpu() }
  return {
    /** milliseconds until more work may be done */
    wait(): number {
      const next = { now: now(), cpu: cpu() }
      // A process that ended takes its time with it.
      const used = Math.max(0, next.cpu - last.cpu)
      const balance = tokens + share * (next.now - last.now) - used
      tokens = Math.max(-maxWaitMs * share, Math.min(burstMs, balance))
      last = next
      return tokens >= 0 ? 0 : -tokens / share
    },
  }
}
export type Budget = ReturnType<typeof makeBudget>
