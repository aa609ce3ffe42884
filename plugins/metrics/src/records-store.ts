import type { Database } from '@svc/plugin-sdk'
import { minuteOfKey, numberBits, packKey } from '@svc/series'
import { columns } from './columns.ts'
import type { NewRecord, RecordConsumer } from './contract.ts'
import {
  type BucketRange,
  blocksOf,
  cachedStatement,
  columnsOf,
  minutes,
  type ReadBlocks,
  type Row,
} from './record-block.ts'

/** Called in the transaction that writes the records; see `RecordConsumer`. */
export type OnRecords = RecordConsumer['onRecords']

/** The records of one server from minute `from` to minute `to`, both inclusive. */
export interface RecordRange {
  readonly serverId: string
  readonly number: number
  readonly from: number
  readonly to: number
  /** column names; records then contain only these and their time */
  readonly fields?: readonly string[] | undefined
}

const step = 2 ** numberBits

/** CTE of the keys `k` of one server, a minute apart. The table is ordered by time, so rows are looked up one by one. */
const minuteKeys = 'WITH RECURSIVE k (id) AS (SELECT @first UNION ALL SELECT id + @step FROM k WHERE id < @last)'
type MinuteKeys = { first: number; last: number; step: number }
/** Parameters of `minuteKeys` for the minutes `from` to `to` of server `number`. */
const keysOf = (number: number, from: number, to: number): MinuteKeys => ({
  first: packKey(from, number),
  last: packKey(to, number),
  step,
})

/** Raw records: one row per server and minute. */
export function recordsStore(db: Database, consumers: readonly OnRecords[] = []) {
  const marks = columns.map(() => '?').join(', ')
  const inserting = (conflict: 'REPLACE' | 'IGNORE') =>
    db.prepare<(number | string | null)[]>(
      `INSERT OR ${conflict} INTO metrics_records (id, ${columns.map((c) => c.name).join(', ')}) VALUES (?, ${marks})`,
    )
  const replace = inserting('REPLACE')
  const insert = inserting('IGNORE')
  const valuesOf = ({ minute, number, report }: NewRecord) => [
    packKey(minute, number),
    ...columns.map((column) => column.take(report)),
  ]
  const notify = (records: readonly NewRecord[]) => {
    for (const consume of consumers) consume(records)
  }
  return {
    /** Writes in one transaction; replaces existing records. */
    write(records: readonly NewRecord[]) {
      db.transaction(() => {
        for (const record of records) replace.run(...valuesOf(record))
        notify(records)
      })
    },
    /** Writes in one transaction; skips existing records, also for consumers. */
    add(records: readonly NewRecord[], isRecorded: (number: number, minute: number) => boolean) {
      db.transaction(() => {
        const missing = records.filter(
          (record) => !isRecorded(record.number, record.minute) && insert.run(...valuesOf(record)).changes > 0,
        )
        notify(missing)
      })
    },
  }
}
export type RecordsStore = ReturnType<typeof recordsStore>

/** First and last minute of any server; undefined if the table is empty. */
function storedMinutes(db: Database): { first: number; last: number } | undefined {
  const found = cachedStatement<[], { first: number | null; last: number | null }>(
    db,
    'SELECT (SELECT min(id) FROM metrics_records) AS first, (SELECT max(id) FROM metrics_records) AS last',
  ).get()
  if (found?.first == null || found.last == null) return undefined
  return { first: minuteOfKey(found.first), last: minuteOfKey(found.last) }
}

/** A minute of a range before which no unsealed record of any server is stored; undefined if there is none at all. */
export function firstRecordRow(db: Database, { from, to }: BucketRange): number | undefined {
  const stored = storedMinutes(db)
  return stored && from <= stored.last && to >= stored.first ? Math.max(from, stored.first) : undefined
}

/** Reads the unsealed records of a server, by hour. */
export function recordRows(db: Database, fields?: readonly string[]): ReadBlocks {
  const wanted = columnsOf(fields)
  const rows = cachedStatement<[MinuteKeys], Row>(
    db,
    `${minuteKeys} SELECT ${['r.id AS id', ...wanted.map(({ name }) => name)].join(', ')}
     FROM k CROSS JOIN metrics_records r ON r.id = k.id ORDER BY r.id`,
  )
  return ({ number, from, to }) => {
    const stored = storedMinutes(db)
    if (!stored) return new Map()
    const start = Math.max(from, stored.first)
    const end = Math.min(to, stored.last)
    return start > end ? new Map() : blocksOf(rows.all(keysOf(number, start, end)), wanted, minutes)
  }
}

const deleteBatchSize = 200

/**
 * Deletes a batch of a server's records from minute `from` on. Returns the minute to continue from, or undefined at the
 * end. Keys are read before the transaction, so that disk reads do not block other writers. Skips minutes without any
 * records: after a wrong system clock there may be years of them.
 */
export function deleteRecords(db: Database, number: number, from: number): number | undefined {
  const stored = storedMinutes(db)
  if (!stored || from > stored.last) return undefined
  const end = stored.last
  const next = cachedStatement<[number], { id: number }>(
    db,
    'SELECT id FROM metrics_records WHERE id >= ? ORDER BY id LIMIT 1',
  ).get(packKey(from, 0))
  const start = next ? minuteOfKey(next.id) : end
  const stop = Math.min(end, start + deleteBatchSize - 1)
  const found = db
    .prepare<[MinuteKeys], { id: number }>(
      `${minuteKeys} SELECT r.id AS id FROM k CROSS JOIN metrics_records r ON r.id = k.id`,
    )
    .all(keysOf(number, start, stop))
  const remove = db.prepare<[number]>('DELETE FROM metrics_records WHERE id = ?')
  if (found.length > 0) {
    db.transaction(() => {
      for (const { id } of found) remove.run(id)
    })
  }
  return stop < end ? stop + 1 : undefined
}
