import { setTimeout as pause } from 'node:timers/promises'

/** A recurring task. */
export interface ScheduledTask {
  /** identifies its settings: the task restarts when this changes */
  readonly key: string
  readonly everyMs: number
  /** the first run starts after a random delay up to this */
  readonly firstWithinMs: number
  /** Must end when `signal` aborts. */
  run(signal: AbortSignal): Promise<void>
}

interface RunningTask {
  readonly key: string
  readonly controller: AbortController
  readonly ended: Promise<void>
}

/** The next scheduled time. Times that passed while the task was busy are skipped. */
export const nextRun = (last: number, everyMs: number, now: number): number =>
  last + everyMs * Math.max(1, Math.ceil((now - last) / everyMs))

export interface SchedulerOptions {
  /** from 0 to 1 */
  readonly random?: () => number
  readonly onError: (error: unknown) => void
}

/** Runs recurring tasks; a task never overlaps itself. */
export function makeScheduler({ random = Math.random, onError }: SchedulerOptions) {
  const running = new Map<string, RunningTask>()

  async function loop(task: ScheduledTask, previous: Promise<void> | undefined, signal: AbortSignal): Promise<void> {
    let next = performance.now() + random() * task.firstWithinMs
    await previous
    while (!signal.aborted) {
      await pause(Math.max(0, next - performance.now()), undefined, { signal })
      await task.run(signal).catch((error: unknown) => {
        if (!signal.aborted) onError(error)
      })
      next = nextRun(next, task.everyMs, performance.now())
    }
  }

  function start(task: ScheduledTask, previous?: Promise<void>): RunningTask {
    const controller = new AbortController()
    // Only the aborted pause rejects.
    const ended = loop(task, previous, controller.signal).catch(() => {})
    return { key: task.key, controller, ended }
  }

  return {
    /** Replaces all tasks. Unchanged tasks keep their schedule. */
    set(tasks: ReadonlyMap<string, ScheduledTask>): void {
      for (const [key, { controller }] of running) {
        if (tasks.has(key)) continue
        controller.abort()
        running.delete(key)
      }
      for (const [key, task] of tasks) {
        const current = running.get(key)
        if (current?.key === task.key) continue
        current?.controller.abort()
        running.set(key, start(task, current?.ended))
      }
    },

    get size() {
      return running.size
    },

    /** Resolves when all runs have ended. */
    async close(): Promise<void> {
      const open = [...running.values()]
      running.clear()
      for (const { controller } of open) controller.abort()
      await Promise.all(open.map(({ ended }) => ended))
    },
  }
}
