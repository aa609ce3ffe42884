import type { Clock, Logger } from '@svc/plugin-sdk'
import type { MonitorRow, MonitorsStore } from '../monitors/monitors-store.ts'
import type { CheckRunner } from './check-runner.ts'

interface Parts {
  readonly clock: Pick<Clock, 'now'>
  readonly log: Pick<Logger, 'error'>
  readonly monitors: Pick<MonitorsStore, 'due' | 'get'>
  readonly runner: Pick<CheckRunner, 'check' | 'isRunning'>
}

export const tickMs = 10_000
const maxConcurrent = 20

/** Queues due monitors every tick and runs them with limited concurrency, so that a slow check never delays a tick. */
export function makeSchedule({ clock, log, monitors, runner }: Parts) {
  const queue: string[] = []
  let active = 0
  let isClosed = false

  async function checkNow(row: MonitorRow) {
    active += 1
    try {
      await runner.check(row)
    } catch (error) {
      log.error({ err: error, monitor: row.id }, 'could not save the result of a monitor check')
    } finally {
      active -= 1
      startNext()
    }
  }

  function startNext() {
    while (!isClosed && active < maxConcurrent) {
      const id = queue.shift()
      if (id === undefined) return
      const row = monitors.get(id)
      if (row?.enabled && !runner.isRunning(id)) void checkNow(row)
    }
  }

  return {
    /** Runs every tick. */
    run() {
      // Ticks drift: without slack an interval of ten seconds would now and then become one of twenty.
      const due = monitors.due(clock.now(), tickMs / 2)
      queue.splice(0, queue.length, ...due.filter((id) => !runner.isRunning(id)))
      startNext()
    },
    close() {
      isClosed = true
      queue.length = 0
    },
  }
}
