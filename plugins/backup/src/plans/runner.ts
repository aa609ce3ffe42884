import { stat } from 'node:fs/promises'
import type { Notifications } from '@svc/plugin-alerts/contract'
import { ApiError, CodedError, type CodedText, type Core, text, toSeconds } from '@svc/plugin-sdk'
import { backupName, isMadeBy } from '../backup-name.ts'
import type { Destination } from '../destinations/destination.ts'
import { withDiskFull } from '../errors.ts'
import type { FullBackup } from '../full-backup.ts'
import type { Operations, Steps } from '../operations.ts'
import type { SideFiles } from '../side-files.ts'
import type { Plans } from './plans.ts'
import type { NewRun, PlanRow, PlansStore } from './plans-store.ts'
import { expired } from './retention.ts'

interface Dependencies extends Pick<Core, 'clock' | 'db' | 'log'> {
  readonly store: PlansStore
  readonly plans: Plans
  readonly operations: Operations
  readonly files: Pick<SideFiles, 'remove' | 'withNew'>
  readonly makeFullBackup: FullBackup
  /** undefined while the alerts plugin is disabled */
  readonly notifications: Pick<Notifications, 'notify'> | undefined
}

/** A failed backup is tried again, later each time, unless its schedule comes first. */
const retrySeconds = 600
const maxRetrySeconds = 3600

/** Why something failed, as it is stored and shown. */
function reasonOf(error: unknown): CodedText {
  const explained = withDiskFull(error)
  const known = explained instanceof ApiError || explained instanceof CodedError ? explained.text : undefined
  if (known) return known
  return text('backup.FAILED_FOR', { reason: explained instanceof Error ? explained.message : String(explained) })
}

interface Outcome {
  readonly name: string
  readonly size: number
  readonly removed: number
  /** why old backups could not be deleted */
  readonly error: CodedText | null
}

/** Makes the backups of plans. */
export function makeRunner(deps: Dependencies) {
  const { clock, db, log, store, plans, operations, files, makeFullBackup, notifications } = deps
  const stopping = new AbortController()
  let running: Promise<void> = Promise.resolve()
  const now = () => toSeconds(clock.now())

  const notify = (plan: PlanRow, event: 'triggered' | 'recovered', message: CodedText) =>
    notifications?.notify(plan.notification_group_id, {
      event,
      subjectId: plan.id,
      subjectName: plan.name,
      ruleId: plan.id,
      ruleName: plan.name,
      message,
      at: now(),
      cpu: null,
      memory: null,
    })

  /** Records how a run ended, and schedules the next one. */
  function finish(planId: string, run: Omit<NewRun, 'plan_id' | 'finished_at'>): void {
    const at = now()
    db.transaction(() => {
      const plan = store.get(planId)
      if (!plan) return
      store.addRun({ ...run, plan_id: planId, finished_at: at })
      const scheduled = plan.enabled === 1 ? plans.nextRunAt(plan) : null
      if (run.state === 'succeeded') {
        store.succeed(planId, at)
        store.setNextRun(planId, scheduled)
        if (plan.failures > 0) notify(plan, 'recovered', text('backup.WORKS_AGAIN', { name: plan.name }))
        return
      }
      store.fail(planId)
      const retryAt = at + Math.min(retrySeconds * (plan.failures + 1), maxRetrySeconds)
      store.setNextRun(planId, scheduled && Math.min(scheduled, retryAt))
      const reason = JSON.parse(run.error_json ?? 'null') as CodedText
      if (plan.failures === 0) notify(plan, 'triggered', text('backup.BACKUP_FAILED', { name: plan.name, reason }))
    })
  }

  /** Deletes what the retention no longer keeps. A store may forbid that, which does not fail the backup. */
  async function clean(plan: PlanRow, destination: Destination): Promise<Pick<Outcome, 'removed' | 'error'>> {
    let removed = 0
    try {
      const own = (await destination.list(stopping.signal)).filter(({ name }) => isMadeBy(plan.id, name))
      for (const { name } of expired(own, plan, now())) {
        await destination.remove(name, stopping.signal)
        removed += 1
      }
      return { removed, error: null }
    } catch (error) {
      return { removed, error: text('backup.NOT_DELETED', { reason: reasonOf(error) }) }
    }
  }

  async function make(plan: PlanRow, steps: Steps): Promise<Outcome> {
    const { signal } = stopping
    const { destination, passphrase } = plans.open(plan)
    if (plan.pending !== null) {
      await destination.discard(plan.pending, signal).then(
        () => store.setPending(plan.id, null),
        (err) => log.warn({ err, plan: plan.name }, 'what an interrupted backup left could not be discarded'),
      )
    }
    // Fails early when the destination cannot be reached.
    await destination.list(signal)
    const name = backupName(clock.now(), plan.id)
    return files.withNew(async (paths) => {
      const archive = await makeFullBackup(paths, passphrase, steps, signal)
      const { size } = await stat(archive)
      let done = 0
      steps.begin('storing', () => ({ done, total: size }))
      await destination.store(name, archive, {
        signal,
        onProgress(stored) {
          done = stored
        },
        onPending: (pending) => store.setPending(plan.id, pending),
      })
      await files.remove(archive)
      return { name, size, ...(await clean(plan, destination)) }
    })
  }

  const runner = {
    /** Makes a backup now; resolves when it is recorded how that ended. Throws 409 while another operation runs. */
    run(planId: string, trigger: NewRun['trigger']): Promise<void> {
      const run = operations.run({ kind: 'backup', planId, step: 'copying' }, async (steps) => {
        const plan = plans.get(planId)
        const startedAt = now()
        store.begin(planId, startedAt)
        const common = { trigger, started_at: startedAt }
        try {
          const { name, size, removed, error } = await make(plan, steps)
          const error_json = error && JSON.stringify(error)
          finish(planId, { ...common, state: 'succeeded', name, size, removed, error_json })
          log.info({ plan: plan.name, name, size, removed }, 'backup stored')
        } catch (error) {
          // Stays marked as running, and the next start records that it was interrupted.
          if (stopping.signal.aborted) return
          log.warn({ err: error, plan: plan.name }, 'backup failed')
          const error_json = JSON.stringify(reasonOf(error))
          finish(planId, { ...common, state: 'failed', name: null, size: null, removed: 0, error_json })
        }
      })
      running = run.catch(() => {})
      return run
    },

    /** Makes the backups that are due, one after the other. */
    async runDue(signal: AbortSignal): Promise<void> {
      signal.addEventListener('abort', () => stopping.abort(), { once: true })
      while (!signal.aborted && !operations.isBusy()) {
        const plan = store.due(now())
        if (!plan) return
        await runner.run(plan.id, 'schedule')
      }
    },

    /** Records the runs that the end of the program has interrupted; those of a restored database were not. */
    recover(isRestored: boolean): void {
      for (const plan of store.list()) {
        const { id, running_since } = plan
        // What was due on the other host, or long ago, is not made up for.
        if (isRestored) {
          store.reset(id, plan.enabled === 1 ? plans.nextRunAt(plan) : null)
          continue
        }
        if (running_since === null) continue
        const error_json = JSON.stringify(text('backup.INTERRUPTED'))
        const common = { trigger: 'schedule', started_at: running_since } as const
        finish(id, { ...common, state: 'failed', name: null, size: null, removed: 0, error_json })
      }
    },

    async close() {
      stopping.abort()
      await running
    },
  }
  return runner
}
export type Runner = ReturnType<typeof makeRunner>
