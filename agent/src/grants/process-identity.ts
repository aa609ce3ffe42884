import { readFileSync } from 'node:fs'

/** What Linux tells of a process; undefined elsewhere, and where it is hidden from this user. */
function statOf(pid: number): { readonly state: string; readonly began: string | null } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in parentheses may hold spaces; the state and the 22nd field come after it.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return { state: fields[0] ?? '', began: fields[19] ?? null }
  } catch {
    return undefined
  }
}

/** When a process began, in ticks from the boot: with the pid they name it for good. Null where nothing says it. */
export const beganOf = (pid: number): string | null => statOf(pid)?.began ?? null

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Whether the process with this pid that began then has ended. In doubt it has not. */
export function hasEnded(pid: number, began: string | null): boolean {
  if (!exists(pid)) return true
  const stat = statOf(pid)
  if (!stat) return false
  // Ended ones keep their number until their parent takes notice.
  return stat.began !== began || stat.state === 'Z' || stat.state === 'X'
}
