import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/** Runs a TypeScript file of a test in a separate process. */
export const startScript = (
  script: URL,
  input: readonly (string | number)[],
): ChildProcessByStdio<null, Readable, null> =>
  spawn(process.execPath, ['--conditions=svc-source', fileURLToPath(script), ...input.map(String)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })

/** When to kill a script, and with what arguments to start it. */
export interface KilledRun {
  /** arguments of the script */
  readonly input: readonly (string | number)[]
  /** Called with each line the script prints; return true once it may be killed. */
  onLine(line: string): boolean
  /** milliseconds to wait after that before the kill, so that it hits at an arbitrary moment */
  readonly ms: number
}

/** Runs a script that never ends by itself and kills it with SIGKILL, like a crash. */
export async function runAndKill(script: URL, { input, onLine, ms }: KilledRun): Promise<void> {
  const child = startScript(script, input)
  // `close`, unlike `exit`, fires after the remaining output has been read.
  const exited = once(child, 'close')
  const { promise: canKill, resolve } = Promise.withResolvers<void>()
  createInterface(child.stdout).on('line', (line) => onLine(line) && resolve())
  await Promise.race([canKill, exited])
  await pause(ms)
  child.kill('SIGKILL')
  const [, signal] = await exited
  if (signal !== 'SIGKILL') throw new Error(`${script.pathname} ended before it was killed`)
}
