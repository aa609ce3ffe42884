import type { Sampler } from '@svc/agent-sdk'

/** CPU time since boot, in ticks. */
export interface CpuTime {
  readonly busy: number
  readonly total: number
}

/**
 * Parses the first line of /proc/stat. Guest time is included in user and nice; it is subtracted there and counts as idle,
 * like iowait and steal. Old kernels write fewer columns.
 */
export function parseStat(text: string): CpuTime | null {
  const line = /^cpu +([\d ]+)$/m.exec(text)?.[1]
  if (!line) return null
  const columns = line.trim().split(/ +/).map(Number)
  const [user = 0, nice = 0, system = 0, idle = 0, iowait = 0] = columns
  const [irq = 0, softirq = 0, steal = 0, guest = 0, guestNice = 0] = columns.slice(5)
  if (columns.length < 4) return null
  const busy = user - guest + (nice - guestNice) + system + irq + softirq
  return { busy, total: busy + idle + iowait + steal + guest + guestNice }
}

/** CPU usage between two readings in percent, clamped to 0..100 because idle counters may go backwards slightly. */
export function busyPercent(before: CpuTime, after: CpuTime): number {
  const total = after.total - before.total
  if (total <= 0) return 0
  return Math.min(Math.max(((after.busy - before.busy) / total) * 100, 0), 100)
}

/** CPU usage since the previous sample. */
export function makeCpu(read: () => CpuTime | null): Sampler {
  let before = read()
  let percent = 0
  return {
    name: 'cpu',
    sample() {
      const now = read()
      if (!now) return {}
      // Keep the previous value if no tick has passed.
      if (before && now.total > before.total) percent = busyPercent(before, now)
      before = now
      return { cpu: percent }
    },
    reset() {
      before = read()
      percent = 0
    },
  }
}
