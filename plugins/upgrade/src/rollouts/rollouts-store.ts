import { cutPage, type Database, formatCursor } from '@svc/plugin-sdk'
import type { RolloutState } from '../upgrade-schema.ts'
import type { JobStatus, UpgradeStage } from '../wire.ts'

/** A row of `upgrade_rollouts`; times are epoch seconds. */
export interface RolloutRow {
  readonly number: number
  readonly id: string
  readonly version: string
  readonly state: RolloutState
  readonly started_by: string
  readonly started_at: number
  readonly finished_at: number | null
}

/** A server of a roll-out with its job. */
export interface TargetRow {
  readonly number: number
  readonly rollout_id: string
  readonly server_id: string
  readonly wave: number
  readonly job_id: string | null
  /** `CodedText` */
  readonly skipped_json: string | null
  readonly status: JobStatus | null
  readonly stage: UpgradeStage | null
  readonly error_json: string | null
  readonly finished_at: number | null
}

export type RolloutsStore = ReturnType<typeof rolloutsStore>

export function rolloutsStore(db: Database) {
  const insert = db.prepare<[Omit<RolloutRow, 'number' | 'state' | 'finished_at'>]>(`
    INSERT INTO upgrade_rollouts (id, version, state, started_by, started_at)
    VALUES (@id, @version, 'running', @started_by, @started_at)`)
  const insertTarget = db.prepare<[string, string, number, number]>(
    'INSERT INTO upgrade_targets (rollout_id, server_id, wave, started_at) VALUES (?, ?, ?, ?)',
  )
  const get = db.prepare<[string], RolloutRow>('SELECT * FROM upgrade_rollouts WHERE id = ?')
  const newest = db.prepare<[number, number], RolloutRow>(
    'SELECT * FROM upgrade_rollouts WHERE number < ? ORDER BY number DESC LIMIT ?',
  )
  const running = db.prepare<[], RolloutRow>("SELECT * FROM upgrade_rollouts WHERE state = 'running'")
  const targets = db.prepare<[string], TargetRow>(`
    SELECT target.number, target.rollout_id, target.server_id, target.wave, target.job_id, target.skipped_json,
      job.status, job.stage, job.error_json, job.finished_at
    FROM upgrade_targets AS target LEFT JOIN upgrade_jobs AS job ON job.id = target.job_id
    WHERE target.rollout_id = ? ORDER BY target.wave, target.number`)
  const hasJob = db.prepare<[string], { number: number }>('SELECT number FROM upgrade_targets WHERE job_id = ?')
  const setJob = db.prepare<[string, number]>('UPDATE upgrade_targets SET job_id = ? WHERE number = ?')
  const skip = db.prepare<[string, number]>('UPDATE upgrade_targets SET skipped_json = ? WHERE number = ?')
  const move = db.prepare<[number, number]>('UPDATE upgrade_targets SET wave = ? WHERE number = ?')
  const finish = db.prepare<[RolloutState, number, string]>(
    "UPDATE upgrade_rollouts SET state = ?, finished_at = ? WHERE id = ? AND state = 'running'",
  )
  return {
    /** Whether a job belongs to a roll-out. */
    hasJob: (jobId: string): boolean => hasJob.get(jobId) !== undefined,
    insert(
      rollout: Omit<RolloutRow, 'number' | 'state' | 'finished_at'>,
      servers: readonly { id: string; wave: number }[],
    ) {
      insert.run(rollout)
      for (const { id, wave } of servers) insertTarget.run(rollout.id, id, wave, rollout.started_at)
    },
    get: (id: string) => get.get(id),
    /** Newest first, with the cursor of the next page. */
    page: (limit: number, before = Number.MAX_SAFE_INTEGER) =>
      cutPage(newest.all(before, limit + 1), limit, (last) => formatCursor(last.number)),
    running: () => running.get(),
    /** By wave. */
    targets: (id: string) => targets.all(id),
    setJob: (target: number, jobId: string) => void setJob.run(jobId, target),
    skip: (target: number, reason: object) => void skip.run(JSON.stringify(reason), target),
    move: (target: number, wave: number) => void move.run(wave, target),
    /** Returns whether it ran. */
    finish: (id: string, state: RolloutState, at: number) => finish.run(state, at, id).changes > 0,
  }
}
