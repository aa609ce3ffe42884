import type { Database } from '@svc/plugin-sdk'

/** What an administrator has set. */
export interface PlanSettings {
  readonly name: string
  /** 0 or 1 */
  readonly enabled: number
  readonly destination_json: string
  readonly sealed: string
  readonly schedule_json: string
  readonly keep_last: number | null
  readonly keep_days: number | null
  readonly notification_group_id: string | null
  /** epoch seconds; null while it is disabled */
  readonly next_run_at: number | null
}

export interface PlanRow extends PlanSettings {
  readonly id: string
  readonly created_at: number
  readonly running_since: number | null
  readonly failures: number
  readonly last_success_at: number | null
  readonly pending: string | null
}

export interface NewRun {
  readonly plan_id: string
  readonly trigger: 'schedule' | 'manual'
  readonly started_at: number
  readonly finished_at: number
  readonly state: 'succeeded' | 'failed'
  readonly name: string | null
  readonly size: number | null
  readonly removed: number
  readonly error_json: string | null
}
export interface RunRow extends NewRun {
  readonly id: number
}

const settings = [
  'name',
  'enabled',
  'destination_json',
  'sealed',
  'schedule_json',
  'keep_last',
  'keep_days',
  'notification_group_id',
  'next_run_at',
]
const runColumns = ['plan_id', 'trigger', 'started_at', 'finished_at', 'state', 'name', 'size', 'removed', 'error_json']
const named = (columns: readonly string[]) => columns.map((column) => `@${column}`).join(', ')

/** Scheduled backups and the history of their runs. */
export function plansStore(db: Database) {
  const all = db.prepare<[], PlanRow>('SELECT * FROM backup_plans ORDER BY created_at, id')
  const one = db.prepare<[string], PlanRow>('SELECT * FROM backup_plans WHERE id = ?')
  const byDestination = db.prepare<[string], PlanRow>('SELECT * FROM backup_plans WHERE destination_json = ?')
  const due = db.prepare<[number], PlanRow>(
    'SELECT * FROM backup_plans WHERE enabled = 1 AND next_run_at <= ? ORDER BY next_run_at LIMIT 1',
  )
  const count = db.prepare<[], { total: number }>('SELECT count(*) AS total FROM backup_plans')
  const insert = db.prepare<[PlanSettings & Pick<PlanRow, 'id' | 'created_at'>]>(
    `INSERT INTO backup_plans (id, created_at, ${settings.join(', ')}) VALUES (@id, @created_at, ${named(settings)})`,
  )
  const update = db.prepare<[PlanSettings & Pick<PlanRow, 'id'>]>(
    `UPDATE backup_plans SET ${settings.map((column) => `${column} = @${column}`).join(', ')} WHERE id = @id`,
  )
  const remove = db.prepare<[string]>('DELETE FROM backup_plans WHERE id = ?')
  const removeRuns = db.prepare<[string]>('DELETE FROM backup_runs WHERE plan_id = ?')
  const begin = db.prepare<[number, string]>('UPDATE backup_plans SET running_since = ? WHERE id = ?')
  const setPending = db.prepare<[string | null, string]>('UPDATE backup_plans SET pending = ? WHERE id = ?')
  const setNextRun = db.prepare<[number | null, string]>('UPDATE backup_plans SET next_run_at = ? WHERE id = ?')
  const succeed = db.prepare<[{ at: number; id: string }]>(
    'UPDATE backup_plans SET running_since = NULL, failures = 0, last_success_at = @at WHERE id = @id',
  )
  const fail = db.prepare<[string]>(
    'UPDATE backup_plans SET running_since = NULL, failures = failures + 1 WHERE id = ?',
  )
  const reset = db.prepare<[number | null, string]>(
    'UPDATE backup_plans SET running_since = NULL, pending = NULL, next_run_at = ? WHERE id = ?',
  )
  const addRun = db.prepare<[NewRun]>(
    `INSERT INTO backup_runs (${runColumns.join(', ')}) VALUES (${named(runColumns)})`,
  )
  const lastRun = db.prepare<[string], RunRow>('SELECT * FROM backup_runs WHERE plan_id = ? ORDER BY id DESC LIMIT 1')
  const runs = db.prepare<[string, number, number], RunRow>(
    'SELECT * FROM backup_runs WHERE plan_id = ? AND id < ? ORDER BY id DESC LIMIT ?',
  )
  const removeGroup = db.prepare<[string]>(
    'UPDATE backup_plans SET notification_group_id = NULL WHERE notification_group_id = ?',
  )

  return {
    /** Oldest first. */
    list: () => all.all(),
    get: (id: string) => one.get(id),
    byDestination: (destinationJson: string) => byDestination.get(destinationJson),
    /** The one that is due for longest. */
    due: (now: number) => due.get(now),
    count: () => count.get()?.total ?? 0,
    insert: (row: Parameters<typeof insert.run>[0]) => void insert.run(row),
    update: (row: Parameters<typeof update.run>[0]) => void update.run(row),
    /** With its history. */
    remove(id: string) {
      removeRuns.run(id)
      remove.run(id)
    },
    begin: (id: string, at: number) => void begin.run(at, id),
    setPending: (id: string, pending: string | null) => void setPending.run(pending, id),
    setNextRun: (id: string, at: number | null) => void setNextRun.run(at, id),
    succeed: (id: string, at: number) => void succeed.run({ at, id }),
    fail: (id: string) => void fail.run(id),
    /** It does not run, and is next due at this time. */
    reset: (id: string, nextRunAt: number | null) => void reset.run(nextRunAt, id),
    addRun: (run: NewRun) => void addRun.run(run),
    lastRun: (planId: string) => lastRun.get(planId),
    /** Newest first, older than the run with the id `before`. */
    runs: (planId: string, before: number, limit: number) => runs.all(planId, before, limit),
    removeGroup: (groupId: string) => void removeGroup.run(groupId),
  }
}
export type PlansStore = ReturnType<typeof plansStore>
