import type { Database } from '@svc/plugin-sdk'

export interface NewRecord {
  /** `number` of the monitor */
  readonly monitor: number
  /** 0 or 1 */
  readonly success: number
  /** milliseconds */
  readonly latency: number | null
  readonly detail_json: string
  /** JSON of a `CodedText` */
  readonly error_json: string | null
  /** epoch seconds */
  readonly time: number
  /** 0 or 1: the check before had another result, or there was none */
  readonly changed: number
}

export interface RecordRow extends NewRecord {
  readonly id: number
}

/** Records of a monitor in a time range, epoch seconds, both ends inclusive. */
export interface RecordRange {
  readonly monitor: number
  readonly from: number
  readonly to: number
}

const newestFirst = 'ORDER BY time DESC, id DESC'

/** Check records. */
export function recordsStore(db: Database) {
  const insert = db.prepare<[NewRecord]>(`
    INSERT INTO monitors_records (monitor, success, latency, detail_json, error_json, time, changed)
    VALUES (@monitor, @success, @latency, @detail_json, @error_json, @time, @changed)`)
  const count = db.prepare<[NewRecord]>(`
    INSERT INTO monitors_days (monitor, day_start, checks, failures)
    VALUES (@monitor, CAST(@time AS INTEGER) / 86400 * 86400, 1, 1 - @success)
    ON CONFLICT DO UPDATE SET checks = checks + 1, failures = failures + excluded.failures`)
  const latest = db.prepare<[number], RecordRow>(
    `SELECT * FROM monitors_records WHERE monitor = ? ${newestFirst} LIMIT 1`,
  )
  const page = (condition: string) =>
    db.prepare<[RecordRange & { limit: number }], RecordRow>(`
      SELECT * FROM monitors_records
      WHERE monitor = @monitor AND time BETWEEN @from AND @to ${condition} ${newestFirst} LIMIT @limit`)
  const first = page('')
  const next = page('AND (time, id) < (@time, @id)')
  const firstChange = page('AND changed = 1')
  const nextChange = page('AND changed = 1 AND (time, id) < (@time, @id)')
  return {
    insert(record: NewRecord): RecordRow {
      count.run(record)
      return { ...record, id: Number(insert.run(record).lastInsertRowid) }
    },
    latest: (monitor: number) => latest.get(monitor),
    /** Newest first; only those that changed the result if `changes`. */
    page(range: RecordRange, limit: number, before: readonly number[] | undefined, changes = false) {
      const [time, id] = before ?? []
      const statement = changes ? (before ? nextChange : firstChange) : before ? next : first
      return statement.all({ ...range, limit, ...(before && { time, id }) })
    },
  }
}
export type RecordsStore = ReturnType<typeof recordsStore>

/** Small, so that other writes wait only a few milliseconds. */
const purgeBatchSize = 500

/** Whether records of deleted monitors are left. */
export const hasRecordsToPurge = (db: Database): boolean =>
  db.prepare<[], { number: number }>('SELECT number FROM monitors_purges LIMIT 1').get() !== undefined

/** Deletes one batch of records of deleted monitors; false when none are left. */
export function purgeRecords(db: Database): boolean {
  const next = db.prepare<[], { number: number }>('SELECT number FROM monitors_purges LIMIT 1').get()
  if (!next) return false
  return db.transaction(() => {
    const { changes } = db
      .prepare<[number]>(
        `DELETE FROM monitors_records WHERE id IN (SELECT id FROM monitors_records WHERE monitor = ? LIMIT ${purgeBatchSize})`,
      )
      .run(next.number)
    if (changes === 0) db.prepare<[number]>('DELETE FROM monitors_purges WHERE number = ?').run(next.number)
    return true
  })
}

/** Calls `each` for every record of a range, oldest first. */
export function eachRecord(
  db: Database,
  range: RecordRange,
  each: (record: Pick<RecordRow, 'time' | 'success' | 'latency'>) => void,
): void {
  const rows = db
    .prepare<[RecordRange], Pick<RecordRow, 'time' | 'success' | 'latency'>>(
      `SELECT time, success, latency FROM monitors_records WHERE monitor = @monitor AND time BETWEEN @from AND @to
       ORDER BY time`,
    )
    .iterate(range)
  for (const row of rows) each(row)
}
