import type { Clock, Job, Logger } from '@svc/plugin-sdk'
import type { MonitorRow, MonitorsStore } from '../monitors/monitors-store.ts'
import type { Checker } from './checker.ts'

interface Parts {
  readonly clock: Pick<Clock, 'now'>
  readonly log: Pick<Logger, 'error'>
  readonly monitors: Pick<MonitorsStore, 'due' | 'get'>
  readonly checker: Pick<Checker, 'check' | 'isRunning'>
}

const tickMs = 10_000
const delayMs = 5000
const atOnce = 20

/**
 * Checks what is due. A tick only fills the free places: a slow check holds its own place and no tick, and what waits for
 * a place takes it as soon as it is free.
 */
export function makeSchedule({ clock, log, monitors, checker }: Parts) {
  const waiting: string[] = []
  let busy = 0
  let isClosed = false

  async function checkNow(row: MonitorRow) {
    busy += 1
    try {
      await checker.check(row)
    } catch (error) {
      log.error({ err: error, monitor: row.id }, 'a check was not written')
    } finally {
      busy -= 1
      fill()
    }
  }

  function fill() {
    while (!isClosed && busy < atOnce) {
      const id = waiting.shift()
      if (id === undefined) return
      const row = monitors.get(id)
      if (row?.enabled && !checker.isRunning(id)) void checkNow(row)
    }
  }

  const job: Job = {
    name: 'ServiceMonitors',
    every: tickMs,
    offset: delayMs,
    run() {
      // Ticks are not exact: without slack an interval of ten seconds would now and then become one of twenty.
      const due = monitors.due(clock.now(), tickMs / 2)
      waiting.splice(0, waiting.length, ...due.map(({ id }) => id).filter((id) => !checker.isRunning(id)))
      fill()
    },
  }
  return {
    job,
    close() {
      isClosed = true
      waiting.length = 0
    },
  }
}
