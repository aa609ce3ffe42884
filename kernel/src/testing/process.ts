import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/** Runs a script of a test, from its source, as a process of its own. */
export const startScript = (
  script: URL,
  input: readonly (string | number)[],
): ChildProcessByStdio<null, Readable, null> =>
  spawn(process.execPath, ['--conditions=svc-source', fileURLToPath(script), ...input.map(String)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })

/** A life that is cut off. */
export interface Life {
  /** arguments of the script */
  readonly input: readonly (string | number)[]
  /** Told each line that it prints; true when it has lived enough to be killed. */
  hear(line: string): boolean
  /** milliseconds that it lives on from there */
  readonly ms: number
}

/** Runs a script that would go on for ever, and kills it as a power cut would. */
export async function liveAndDie(script: URL, { input, hear, ms }: Life): Promise<void> {
  const child = startScript(script, input)
  // `close` comes after `exit`, once what was in the pipe has been said
  const exited = once(child, 'close')
  const grown = new Promise<void>((resolve) => {
    createInterface(child.stdout).on('line', (line) => hear(line) && resolve())
  })
  await Promise.race([grown, exited])
  await pause(ms)
  child.kill('SIGKILL')
  const [, signal] = await exited
  if (signal !== 'SIGKILL') throw new Error(`${script.pathname} ended by itself`)
}
