import type { Database } from '@svc/plugin-sdk'
import type { ReportPayload } from '@svc/protocol'
import { columns } from './columns.ts'
import { columnsOf } from './fields.ts'
import { minuteOfKey, numberBits, packKey } from './record-key.ts'
import { blocksOf, type ReadBlocks, type Row } from './rows.ts'
import { prepared } from './statement-cache.ts'
import { minutes } from './tier.ts'

/** A record on its way to the disk. */
export interface NewRecord {
  readonly serverId: string
  readonly minute: number
  readonly number: number
  readonly report: ReportPayload
  /** of a minute that is over and has no record, and maybe from before others that are written already */
  readonly late?: true
}

/**
 * Told of records in the transaction that writes them, so that what it keeps of them commits with them or not at all. A
 * record of a minute that is on disk already comes again when the program was started again in that minute.
 */
export type RecordConsumer = (records: readonly NewRecord[]) => void

/** The records of one server from minute `from` to minute `to`, both inclusive. */
export interface RecordRange {
  readonly serverId: string
  readonly number: number
  readonly from: number
  readonly to: number
  /** names of columns; records then have these and their time only */
  readonly fields?: readonly string[] | undefined
}

const step = 2 ** numberBits

/** Keys `k` of one server, a minute apart: the table is ordered by time, so its rows are looked up one by one. */
const minuteKeys = 'WITH RECURSIVE k (id) AS (SELECT @first UNION ALL SELECT id + @step FROM k WHERE id < @last)'
type MinuteKeys = { first: number; last: number; step: number }
/** What `minuteKeys` is to be run with, for the minutes `from` to `to` of server `number`. */
const keysOf = (number: number, from: number, to: number): MinuteKeys => ({
  first: packKey(from, number),
  last: packKey(to, number),
  step,
})

/** The raw records. One row per server and minute, keyed by both. */
export function recordsStore(db: Database, consumers: readonly RecordConsumer[] = []) {
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
  const tell = (records: readonly NewRecord[]) => {
    for (const consume of consumers) consume(records)
  }
  return {
    /** Writes in one transaction; a record that exists is replaced. */
    write(records: readonly NewRecord[]) {
      db.transaction(() => {
        for (const record of records) replace.run(...valuesOf(record))
        tell(records)
      })
    },
    /** Writes in one transaction, and leaves a record that exists as it is: nobody is told of that minute again. */
    add(records: readonly NewRecord[], isRecorded: (number: number, minute: number) => boolean) {
      db.transaction(() => {
        const missing = records.filter(
          (record) => !isRecorded(record.number, record.minute) && insert.run(...valuesOf(record)).changes > 0,
        )
        tell(missing)
      })
    },
  }
}
export type RecordsStore = ReturnType<typeof recordsStore>

/** First and last minute of the table, of whatever server; undefined while it is empty. */
function ends(db: Database): { first: number; last: number } | undefined {
  const found = prepared<[], { first: number | null; last: number | null }>(
    db,
    'SELECT (SELECT min(id) FROM metrics_records) AS first, (SELECT max(id) FROM metrics_records) AS last',
  ).get()
  if (found?.first == null || found.last == null) return undefined
  return { first: minuteOfKey(found.first), last: minuteOfKey(found.last) }
}

/** Reads the records of a server that are not sealed yet, by hour. */
export function recordRows(db: Database, fields?: readonly string[]): ReadBlocks {
  const wanted = columnsOf(fields)
  const rows = prepared<[MinuteKeys], Row>(
    db,
    `${minuteKeys} SELECT ${['r.id AS id', ...wanted.map(({ name }) => name)].join(', ')}
     FROM k CROSS JOIN metrics_records r ON r.id = k.id ORDER BY r.id`,
  )
  return ({ number, from, to }) => {
    const stored = ends(db)
    if (!stored) return new Map()
    const start = Math.max(from, stored.first)
    const end = Math.min(to, stored.last)
    return start > end ? new Map() : blocksOf(rows.all(keysOf(number, start, end)), wanted, minutes)
  }
}

const forgotten = 200

/**
 * Deletes a few of the records of server `number`, from minute `from` on, and returns where to go on, or undefined at
 * the end. The keys are read before the transaction, so that pages come from the disk while nobody waits. Minutes of
 * which nobody has a record are passed over: there may be years of them when the clock was wrong once.
 */
export function forgetRecords(db: Database, number: number, from: number): number | undefined {
  const stored = ends(db)
  if (!stored || from > stored.last) return undefined
  const end = stored.last
  const next = prepared<[number], { id: number }>(
    db,
    'SELECT id FROM metrics_records WHERE id >= ? ORDER BY id LIMIT 1',
  ).get(packKey(from, 0))
  const start = next ? minuteOfKey(next.id) : end
  const stop = Math.min(end, start + forgotten - 1)
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
