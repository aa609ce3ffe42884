import type { Sampler } from '@svc/agent-sdk'
import { busyPercent, type CpuTime, makeCpu, parseStat } from './cpu.ts'
import type { KernelFile } from './kernel-file.ts'

/** CPU time since boot by state, in ticks. */
interface CpuShares {
  readonly user: number
  readonly system: number
  readonly iowait: number
  readonly steal: number
  readonly total: number
}

/** Parses the first line of /proc/stat by state. Guest time counts as user time, because a host program runs the guest. */
function parseShares(text: string): CpuShares | null {
  const line = /^cpu +([\d ]+)$/m.exec(text)?.[1]
  if (!line) return null
  const columns = line.trim().split(/ +/).map(Number)
  const [user = 0, nice = 0, system = 0, idle = 0, iowait = 0, irq = 0, softirq = 0, steal = 0] = columns
  // Older kernels report neither I/O wait nor steal; their lines say nothing about the details.
  if (columns.length < 8) return null
  const shares = { user: user + nice, system: system + irq + softirq, iowait, steal }
  return { ...shares, total: shares.user + shares.system + iowait + steal + idle }
}

/** The `cpuN` lines of /proc/stat. Offline cores have none. */
const parseCores = (text: string): CpuTime[] =>
  [...text.matchAll(/^cpu\d+ +[\d ]+$/gm)].flatMap(([line]) => parseStat(line.replace(/^cpu\d+/, 'cpu')) ?? [])

const roundTenth = (value: number) => Math.round(value * 10) / 10

/** Percent of each core between two readings; undefined if cores were switched on or off. */
export const coresBetween = (before: readonly CpuTime[], after: readonly CpuTime[]): number[] | undefined =>
  before.length === after.length
    ? after.map((core, i) => roundTenth(busyPercent(before[i] as CpuTime, core)))
    : undefined

/** Percent of each state between two readings; undefined if no tick has passed. */
function sharesBetween(before: CpuShares, after: CpuShares) {
  const total = after.total - before.total
  if (total <= 0) return undefined
  // Counters of I/O wait may go backwards.
  const percent = (state: keyof CpuShares) =>
    roundTenth(Math.min(Math.max(((after[state] - before[state]) / total) * 100, 0), 100))
  return {
    cpu_user: percent('user'),
    cpu_system: percent('system'),
    cpu_iowait: percent('iowait'),
    cpu_steal: percent('steal'),
  }
}

/** Usage of the host, its states and its cores since the previous sample, from one reading of /proc/stat. */
export function linuxCpu(stat: KernelFile): Sampler {
  let text = stat.read() ?? ''
  const cpu = makeCpu(() => parseStat(text))
  let shares = parseShares(text)
  let cores = parseCores(text)
  return {
    name: 'cpu',
    sample() {
      const before = { shares, cores }
      text = stat.read() ?? ''
      shares = parseShares(text)
      cores = parseCores(text)
      const states = before.shares && shares ? sharesBetween(before.shares, shares) : undefined
      const percents = cores.length > 0 ? coresBetween(before.cores, cores) : undefined
      return { ...cpu.sample(), ...states, ...(percents ? { cores: percents } : {}) }
    },
    reset() {
      text = stat.read() ?? ''
      shares = parseShares(text)
      cores = parseCores(text)
      cpu.reset?.()
    },
  }
}
