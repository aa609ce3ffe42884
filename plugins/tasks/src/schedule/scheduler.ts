import { type Core, toSeconds } from '@svc/plugin-sdk'
import type { Runner } from '../runs/runner.ts'
import type { StoredTask, TasksStore } from '../tasks/tasks-store.ts'
import { nextRun } from './cron.ts'

/** A run that is due for longer was missed: the host slept, or its clock was changed. */
const missedAfterMs = 60_000
/** The clock may be changed, so nothing waits longer. */
const maxWaitMs = 60_000

interface Dependencies extends Pick<Core, 'clock' | 'db' | 'log'> {
  readonly timezone: string
  readonly tasks: Pick<TasksStore, 'due' | 'nextRunAt' | 'scheduled' | 'setNextRun'>
  readonly runner: Pick<Runner, 'isActive' | 'skip' | 'start'>
}

/** Starts scheduled tasks. */
export function makeScheduler({ clock, db, log, timezone, tasks, runner }: Dependencies) {
  let cancelTimer: (() => void) | undefined

  const nextRunAt = (expression: string): number | null => {
    const next = nextRun(expression, timezone, clock.now())
    return next === undefined ? null : toSeconds(next)
  }

  const start = (task: StoredTask, trigger: 'schedule' | 'missed') => {
    if (runner.isActive(task.id)) runner.skip(task.id)
    else runner.start(task, { trigger })
  }

  const runDue = (toleranceMs: number) => {
    const now = clock.now()
    for (const task of tasks.due(toSeconds(now))) {
      try {
        db.transaction(() => {
          tasks.setNextRun(task.id, nextRunAt(task.cron_expression ?? ''))
          const isMissed = now - (task.next_run_at ?? 0) * 1000 > toleranceMs
          if (!isMissed) start(task, 'schedule')
          else if (task.run_missed) start(task, 'missed')
        })
      } catch (err) {
        log.error({ err, task_id: task.id }, 'starting a scheduled task failed')
        tasks.setNextRun(task.id, null)
      }
    }
  }

  const arm = () => {
    cancelTimer?.()
    const at = tasks.nextRunAt()
    if (at === null) return
    const wait = Math.min(Math.max(at * 1000 - clock.now(), 0), maxWaitMs)
    cancelTimer = clock.after(wait, () => {
      runDue(missedAfterMs)
      arm()
    })
  }

  return {
    /** Seconds; null for a schedule that never comes again. */
    nextRunAt,
    /** The tasks have changed. */
    arm,
    begin(): void {
      // Everything that is due was missed, even if only by a second.
      runDue(-1)
      // The time zone may have been changed meanwhile.
      for (const task of tasks.scheduled()) tasks.setNextRun(task.id, nextRunAt(task.cron_expression ?? ''))
      arm()
    },
    close: () => cancelTimer?.(),
  }
}
export type Scheduler = ReturnType<typeof makeScheduler>
