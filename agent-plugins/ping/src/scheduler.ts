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
  readonly print: string
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

  async function loop(entry: ScheduledTask, before: Promise<void> | undefined, signal: AbortSignal): Promise<void> {
    let next = performance.now() + random() * entry.firstWithinMs
    await before
    while (!signal.aborted) {
      await pause(Math.max(0, next - performance.now()), undefined, { signal })
      await entry.run(signal).catch((error: unknown) => {
        if (!signal.aborted) onError(error)
      })
      next = nextRun(next, entry.everyMs, performance.now())
    }
  }

  function start(entry: ScheduledTask, before?: Promise<void>): RunningTask {
    const over = new AbortController()
    // Only the aborted pause rejects.
    const ended = loop(entry, before, over.signal).catch(() => {})
    return { print: entry.key, controller: over, ended }
  }

  return {
    /** Replaces all tasks. Unchanged tasks keep their schedule. */
    set(entries: ReadonlyMap<string, ScheduledTask>): void {
      for (const [key, { controller: over }] of running) {
        if (entries.has(key)) continue
        over.abort()
        running.delete(key)
      }
      for (const [key, entry] of entries) {
        const known = running.get(key)
        if (known?.print === entry.key) continue
        known?.controller.abort()
        running.set(key, start(entry, known?.ended))
      }
    },

    get size() {
      return running.size
    },

    /** Resolves when all runs have ended. */
    async close(): Promise<void> {
      const open = [...running.values()]
      running.clear()
      for (const { controller: over } of open) over.abort()
      await Promise.all(open.map(({ ended }) => ended))
    },
  }
}
