import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Program } from './process.ts'
import { repository } from './process.ts'

/** A clock that the programs of a test share; it can be set forward where a test would have to wait. */
export interface Clock {
  /** for the programs */
  readonly env: Record<string, string>
  now(): number
  /** Sets the clock forward, by default slowly enough for agents to keep reporting. */
  forward(ms: number, programs: readonly Program[], step?: number): Promise<void>
  /** Sets the clock forward again and again until the action is done. */
  forwardUntil<T>(programs: readonly Program[], action: () => Promise<T>, step?: number): Promise<T>
}

const preload = join(repository, 'e2e/fixtures/clock/forward.cjs')
/** Agents report every second, and are offline after 30 s without a report. */
const reportingStep = 10_000
const stepPauseMs = 1000

export function makeClock(directory: string): Clock {
  const file = join(directory, 'clock-ahead')
  let ahead = 0
  writeFileSync(file, '0')

  async function setForward(ms: number, programs: readonly Program[]) {
    ahead += ms
    writeFileSync(file, String(ahead))
    const running = programs.filter((program) => !program.hasExited())
    for (const program of running) program.kill('SIGUSR2')
    await Promise.all(running.map((program) => program.line(new RegExp(`^clock ahead by ${ahead} ms$`))))
  }

  return {
    env: { NODE_OPTIONS: `--require=${preload}`, CLOCK_FILE: file },
    now: () => Date.now() + ahead,
    async forward(ms, programs, step = reportingStep) {
      for (let left = ms; left > 0; left -= step) {
        await setForward(Math.min(left, step), programs)
        await pause(stepPauseMs)
      }
    },
    async forwardUntil(programs, action, step = reportingStep) {
      let isDone = false
      const done = action().finally(() => {
        isDone = true
      })
      const steps = async () => {
        await pause(stepPauseMs)
        while (!isDone) {
          await setForward(step, programs)
          await pause(stepPauseMs)
        }
      }
      const [result] = await Promise.all([done, steps()])
      return result
    },
  }
}
