import { type ChildProcess, spawn } from 'node:child_process'
import { cpuMsOf } from './budget.ts'
import { makeLineSplitter } from './line-splitter.ts'

/** In the messages of sshd and dropbear about a sign-in. */
const pattern = '^Accepted |auth succeeded for '
const checkMs = 100

interface Range {
  /** the entry before the first one */
  readonly after: string
  /** epoch seconds */
  until: number
}

export interface SignInScanOptions {
  /** of `journalctl`: format and which entries */
  readonly argumentsFor: (more: readonly string[]) => readonly string[]
  /** milliseconds until more work may be done */
  readonly wait: () => number
  readonly onLines: (lines: readonly string[]) => void
}

/**
 * Reads the sign-ins in parts of the journal that are skipped otherwise. journalctl looks for them by itself, so its pipe does
 * not slow it down; it is stopped as long as it is ahead of its share of the processor.
 */
export function makeSignInScan({ argumentsFor, wait, onLines }: SignInScanOptions) {
  let child: ChildProcess | undefined
  let next: Range | undefined
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  function start({ after, until }: Range): void {
    const own = ['--no-tail', `--after-cursor=${after}`, `--until=@${until}`, `--grep=${pattern}`]
    const running = spawn('journalctl', argumentsFor(own), {
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { PATH: process.env.PATH, LC_ALL: 'C', LANG: 'C' },
    })
    child = running
    const lines = makeLineSplitter()
    running.stdout.on('data', (chunk: Buffer) => onLines(lines.split(chunk)))
    // Some versions cannot look for patterns; then nothing is found.
    running.on('error', () => {})
    running.on('close', () => {
      clearTimeout(timer)
      child = undefined
      if (isClosed || !next) return
      const range = next
      next = undefined
      start(range)
    })
    const check = () => {
      const waitMs = wait()
      if (waitMs >= 1) running.kill('SIGSTOP')
      timer = setTimeout(
        () => {
          running.kill('SIGCONT')
          timer = setTimeout(check, checkMs)
        },
        Math.max(waitMs, 0),
      )
    }
    timer = setTimeout(check, checkMs)
  }

  return {
    /** Begins now, or after the range that is being read. */
    add(after: string, until: number): void {
      if (child && next) next.until = until
      else if (child) next = { after, until }
      else start({ after, until })
    },
    cpuMs: () => (child?.pid === undefined ? 0 : cpuMsOf(child.pid)),
    close(): void {
      isClosed = true
      clearTimeout(timer)
      // It may be stopped.
      child?.kill('SIGKILL')
    },
  }
}
