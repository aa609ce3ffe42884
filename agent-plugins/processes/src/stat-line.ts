/** A parsed `/proc/<pid>/stat`, in the units of the kernel. */
export interface StatLine {
  /** process name as Latin-1, at most 15 bytes */
  readonly comm: string
  readonly isKernelThread: boolean
  /** user and system time, in ticks */
  readonly ticks: number
  readonly threads: number
  /** start time in ticks since boot; together with the pid it identifies a process */
  readonly startedAt: number
  /** resident pages */
  readonly pages: number
}

/** PF_KTHREAD */
const kernelThread = 0x0020_0000

/** Parses a stat line read as Latin-1; null if it is invalid. The name may contain spaces and parentheses. */
export function parseStatLine(line: string): StatLine | null {
  const open = line.indexOf('(')
  const close = line.lastIndexOf(')')
  if (open < 0 || close < open) return null
  // The first of these is field 3 of proc_pid_stat(5).
  const columns = line.slice(close + 2).split(' ', 22)
  const column = (number: number) => Number(columns[number - 3])
  const ticks = column(14) + column(15)
  const [flags, threads, startedAt, pages] = [column(9), column(20), column(22), column(24)]
  if (!Number.isFinite(ticks + flags + threads + startedAt + pages)) return null
  const comm = line.slice(open + 1, close)
  return { comm, isKernelThread: (flags & kernelThread) !== 0, ticks, threads, startedAt, pages: Math.max(pages, 0) }
}
