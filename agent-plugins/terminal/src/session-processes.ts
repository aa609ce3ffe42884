import { readdirSync, readFileSync } from 'node:fs'

/** Time for programs to react to the hangup before they are killed. */
const hangupMs = 500
const lookMs = 50

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** The session of a process, the sixth field of proc_pid_stat(5). A zombie has ended and counts no longer. */
function sessionOf(pid: string): number | undefined {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name in parentheses may contain anything.
    const [state, , , session] = line.slice(line.lastIndexOf(')') + 2).split(' ', 4)
    return state === 'Z' ? undefined : Number(session)
  } catch {
    return undefined
  }
}

/**
 * The processes of the session that a shell leads. Each job of a shell has a process group of its own, so its group alone
 * would miss those in the background.
 */
export function sessionProcesses(leader: number): number[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && sessionOf(name) === leader)
    .map(Number)
}

/** Signals all processes of the session; returns whether there were any. */
function signalSession(leader: number, signal: NodeJS.Signals): boolean {
  const targets = process.platform === 'linux' ? sessionProcesses(leader) : [-leader]
  let found = false
  for (const pid of targets) {
    try {
      process.kill(pid, signal)
      found = true
    } catch (error) {
      // It belongs to another user. Otherwise it has ended.
      if ((error as NodeJS.ErrnoException).code === 'EPERM') found = true
    }
  }
  return found
}

/**
 * Ends everything that runs in the session that a shell leads: hangs up, and kills what does not react. `hasEnded` tells whether
 * the shell has.
 */
export async function endSession(leader: number, hasEnded: () => boolean): Promise<void> {
  // A shell that was forked a moment ago does not lead its session yet, and would miss all signals.
  while (!signalSession(leader, 'SIGHUP') && !hasEnded()) await sleep(lookMs)
  const deadline = Date.now() + hangupMs
  while (Date.now() < deadline && signalSession(leader, 'SIGCONT')) await sleep(lookMs)
  signalSession(leader, 'SIGKILL')
}
