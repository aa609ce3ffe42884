import { ApiError, type Clock, conflict, type Logger } from '@svc/plugin-sdk'
import { failed, type Outcome } from '../checks/outcome.ts'
import type { MonitorRow } from '../monitors/monitors-store.ts'
import type { RecordRow } from '../records/records-store.ts'
import type { WriteOutcome } from './write-outcome.ts'

interface Parts {
  readonly clock: Pick<Clock, 'now'>
  readonly log: Pick<Logger, 'error'>
  /** Finds something out about a monitor. */
  look(row: MonitorRow, signal: AbortSignal): Promise<Outcome>
  readonly write: WriteOutcome
  /** after a commit */
  changed(id: string): void
}

interface Running {
  readonly stop: AbortController
  readonly done: Promise<RecordRow | undefined>
}

/** Runs checks: one of a monitor at a time, whoever asked for it, and none whose outcome nobody wants any more. */
export function makeChecker({ clock, log, look, write, changed }: Parts) {
  const running = new Map<string, Running>()

  async function outcomeOf(row: MonitorRow, signal: AbortSignal): Promise<Outcome> {
    try {
      return await look(row, signal)
    } catch (error) {
      // what was stored is not valid any more: a rule of targets or settings became stricter
      if (error instanceof ApiError) return failed({ en: error.message, zh: '监控设置已不符合要求，请编辑后重新保存' })
      if (!signal.aborted) log.error({ err: error, monitor: row.id }, 'a check failed for an unknown reason')
      return failed({ en: 'the check itself failed', zh: '检查程序出错' })
    }
  }

  async function run(row: MonitorRow, signal: AbortSignal): Promise<RecordRow | undefined> {
    const startedAt = clock.now()
    const outcome = await outcomeOf(row, signal)
    return signal.aborted ? undefined : write(row.id, outcome, startedAt)
  }

  return {
    isRunning: (id: string) => running.has(id),
    /**
     * Checks a monitor and writes what was found; undefined when the monitor was changed or deleted meanwhile. Throws 409
     * when a check of it is running.
     */
    async check(row: MonitorRow): Promise<RecordRow | undefined> {
      if (running.has(row.id)) throw conflict('a check of this monitor is running')
      const stop = new AbortController()
      const own: Running = { stop, done: run(row, stop.signal) }
      running.set(row.id, own)
      try {
        return await own.done
      } finally {
        if (running.get(row.id) === own) running.delete(row.id)
        if (!stop.signal.aborted) changed(row.id)
      }
    },
    /** Forgets a running check: its monitor is no longer what it was. */
    abandon(id: string) {
      running.get(id)?.stop.abort()
      running.delete(id)
    },
    /** Stops all checks and waits until none is left. */
    async close() {
      const all = [...running.values()]
      for (const { stop } of all) stop.abort()
      await Promise.allSettled(all.map(({ done }) => done))
    },
  }
}
export type Checker = ReturnType<typeof makeChecker>
