import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { createInterface } from 'node:readline'
import { root } from '../setup/child.mjs'

/** @typedef {{ isRunning(): boolean, ended: Promise<number>, stop(graceMs: number): Promise<number> }} Program */

/**
 * Starts a program in its own process group, so that Ctrl-C reaches only this script, which then stops the programs in
 * order. `ended` resolves to the exit code; a signal counts as 128 plus its number.
 * @param {string[]} args
 * @param {{ env: NodeJS.ProcessEnv, onLine: (line: string) => void }} options
 * @returns {Program}
 */
export function launch(args, { env, onLine }) {
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on('line', onLine)
  let isRunning = true
  /** @type {Promise<number>} */
  const ended = new Promise((resolve) => {
    child.on('error', (error) => {
      onLine(`cannot run: ${error.message}`)
      isRunning = false
      resolve(127)
    })
    // `close`, unlike `exit`, fires after the last line of output.
    child.on('close', (code, signal) => {
      isRunning = false
      resolve(signal ? 128 + constants.signals[signal] : (code ?? 1))
    })
  })
  return {
    isRunning: () => isRunning,
    ended,
    async stop(graceMs) {
      if (!isRunning) return ended
      child.kill('SIGTERM')
      const timer = setTimeout(() => child.kill('SIGKILL'), graceMs)
      const code = await ended
      clearTimeout(timer)
      return code
    },
  }
}
