import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** The root of the repository, without a trailing slash. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '')

/**
 * Runs a program and resolves to its exit code, 128 for a signal. With `quiet`, its output is printed only if it fails.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, quiet?: boolean }} [options]
 * @returns {Promise<number>}
 */
export function run(command, args, { cwd = root, env = process.env, quiet = false } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env,
      stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
    })
    /** @type {Buffer[]} */
    const output = []
    child.stdout?.on('data', (chunk) => output.push(chunk))
    child.stderr?.on('data', (chunk) => output.push(chunk))
    child.on('error', (error) => {
      console.error(`cannot run ${command}: ${error.message}`)
      resolve(127)
    })
    child.on('close', (code, signal) => {
      const status = signal ? 128 : (code ?? 1)
      if (status !== 0 && output.length) process.stderr.write(Buffer.concat(output))
      resolve(status)
    })
  })
}

/**
 * Runs a script with this Node, like `run`.
 * @param {string[]} args
 * @param {Parameters<typeof run>[2]} [options]
 */
export const node = (args, options) => run(process.execPath, args, options)
