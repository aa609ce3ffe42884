import { execFile } from 'node:child_process'

const timeoutMs = 60_000

/** Starts the candidate and compares the version inside. Throws the reason why it cannot be installed. */
export function preflight(candidate: string, version: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    // A candidate that hangs may also ignore SIGTERM.
    const options = { timeout: timeoutMs, killSignal: 'SIGKILL', maxBuffer: 64 * 1024, signal } as const
    execFile(candidate, ['--version'], options, (error, stdout) => {
      const printed = stdout.trim().slice(0, 100)
      if (error) reject(new Error(`the candidate does not start: ${reasonOf(error)}`))
      else if (printed !== version)
        reject(new Error(`the candidate is version ${printed || 'unknown'}, not ${version}`))
      else resolve()
    })
  })
}

function reasonOf(error: Error & { code?: string | number | null; signal?: string | null; killed?: boolean }): string {
  if (error.killed) return 'it did not exit'
  if (error.signal) return `it was killed by ${error.signal}`
  return typeof error.code === 'number' ? `it exited with code ${error.code}` : String(error.code ?? error.message)
}
