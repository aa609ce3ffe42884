import { readFileSync } from 'node:fs'

/** State and start time of a process; undefined outside Linux and for processes hidden from this user. */
function readStat(pid: number): { readonly state: string; readonly startTime: string | null } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The process name in parentheses may contain spaces; the state and field 22 (starttime) come after it.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return { state: fields[0] ?? '', startTime: fields[19] ?? null }
  } catch {
    return undefined
  }
}

/** Start time of a process in ticks since boot. Together with the pid it identifies a process. Null if unknown. */
export const startTimeOf = (pid: number): string | null => readStat(pid)?.startTime ?? null

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Whether the process with this pid and start time has ended. False if unknown. */
export function hasEnded(pid: number, startTime: string | null): boolean {
  if (!exists(pid)) return true
  const stat = readStat(pid)
  if (!stat) return false
  // A zombie keeps its pid until its parent reaps it.
  return stat.startTime !== startTime || stat.state === 'Z' || stat.state === 'X'
}
