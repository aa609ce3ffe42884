import { cutPage, type Database, formatCursor } from '@svc/plugin-sdk'
import type { JobStatus, UpgradeStage } from '../wire.ts'

/** A row of `upgrade_jobs`; times are epoch seconds. */
export interface JobRow {
  readonly number: number
  readonly id: string
  readonly server_id: string
  readonly from_version: string | null
  readonly target_version: string
  readonly stage: UpgradeStage
  readonly status: JobStatus
  /** `CodedText` */
  readonly error_json: string | null
  readonly backup_path: string | null
  readonly started_by: string
  readonly started_at: number
  readonly progressed_ms: number
  readonly finished_at: number | null
}

export type NewJob = Pick<
  JobRow,
  'id' | 'server_id' | 'from_version' | 'target_version' | 'started_by' | 'started_at' | 'progressed_ms'
>

/** How a job ended. */
export interface JobEnd extends Pick<JobRow, 'id' | 'stage' | 'status' | 'error_json' | 'backup_path'> {
  readonly finished_at: number
}

export type JobsStore = ReturnType<typeof jobsStore>

export function jobsStore(db: Database) {
  const insert = db.prepare<[NewJob]>(`
    INSERT INTO upgrade_jobs (id, server_id, from_version, target_version, stage, status, started_by, started_at, progressed_ms)
    VALUES (@id, @server_id, @from_version, @target_version, 'downloading', 'running', @started_by, @started_at, @progressed_ms)`)
  const get = db.prepare<[string], JobRow>('SELECT * FROM upgrade_jobs WHERE id = ?')
  const running = db.prepare<[], JobRow>("SELECT * FROM upgrade_jobs WHERE status = 'running'")
  const lastOf = db.prepare<[string], JobRow>(
    'SELECT * FROM upgrade_jobs WHERE server_id = ? ORDER BY number DESC LIMIT 1',
  )
  const last = db.prepare<[], JobRow>(
    'SELECT * FROM upgrade_jobs WHERE number IN (SELECT max(number) FROM upgrade_jobs GROUP BY server_id)',
  )
  const history = db.prepare<[string, number, number], JobRow>(
    'SELECT * FROM upgrade_jobs WHERE server_id = ? AND number < ? ORDER BY number DESC LIMIT ?',
  )
  const progress = db.prepare<[UpgradeStage, number, string]>(
    "UPDATE upgrade_jobs SET stage = ?, progressed_ms = ? WHERE id = ? AND status = 'running'",
  )
  const end = db.prepare<[JobEnd]>(`
    UPDATE upgrade_jobs SET stage = @stage, status = @status, error_json = @error_json, backup_path = @backup_path,
      finished_at = @finished_at WHERE id = @id`)
  const resume = db.prepare<[number]>("UPDATE upgrade_jobs SET progressed_ms = ? WHERE status = 'running'")
  return {
    insert: (job: NewJob) => void insert.run(job),
    get: (id: string) => get.get(id),
    running: () => running.all(),
    lastOf: (serverId: string) => lastOf.get(serverId),
    /** The last job of each server. */
    last: () => last.all(),
    /** Newest first, with the cursor of the next page. */
    history: (serverId: string, limit: number, before = Number.MAX_SAFE_INTEGER) =>
      cutPage(history.all(serverId, before, limit + 1), limit, (last) => formatCursor(last.number)),
    progress: (id: string, stage: UpgradeStage, now: number) => void progress.run(stage, now, id),
    end: (job: JobEnd) => void end.run(job),
    /** The time in which this program did not run does not count. */
    resume: (now: number) => void resume.run(now),
  }
}
