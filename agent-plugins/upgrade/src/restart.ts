import { spawn } from 'node:child_process'
import type { Transaction } from './transaction.ts'

export type Supervisor = Transaction['supervisor']

/** Not 0, so that service managers which restart on failure do so; not 78, which keeps them from it. */
const restartExitCode = 75

/** Whether a service manager started this process, not only one of its parents. */
export function findSupervisor(env: NodeJS.ProcessEnv = process.env): Supervisor {
  const isSystemd = env.SYSTEMD_EXEC_PID === String(process.pid)
  const isLaunchd = process.ppid === 1 && (env.XPC_SERVICE_NAME ?? '0') !== '0'
  const isOpenRc = env.RC_SVCNAME !== undefined
  return isSystemd || isLaunchd || isOpenRc ? 'service' : 'manual'
}

/**
 * Starts the program again. A service manager does that when this process exits; without one this process becomes the
 * program, so that its parent, terminal and process id stay.
 */
export function startAgain(program: string, args: readonly string[], supervisor: Supervisor): number {
  if (supervisor === 'service') return restartExitCode
  const env = Object.fromEntries(Object.entries(process.env).filter((entry): entry is [string, string] => !!entry[1]))
  if (process.execve) process.execve(program, [program, ...args], env)
  // Windows.
  spawn(program, args, { stdio: 'inherit', detached: true }).unref()
  return 0
}
