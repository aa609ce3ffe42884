import type { Database } from '@svc/plugin-sdk'
import { packKey, timeRows } from '@svc/series'
import { columns } from './columns.ts'
import type { NewRecord, RecordConsumer } from './contract.ts'
import { blocksOf, columnsOf, minutes, type ReadBlocks, type Row } from './record-block.ts'

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

/** Raw records, one row per server and minute. */
export const recordsTable = 'metrics_records'

/** Writes raw records. */
export function recordsStore(db: Database, consumers: readonly OnRecords[] = []) {
  const marks = columns.map(() => '?').join(', ')
  const inserting = (conflict: 'REPLACE' | 'IGNORE') =>
    db.prepare<(number | string | null)[]>(
      `INSERT OR ${conflict} INTO ${recordsTable} (id, ${columns.map((c) => c.name).join(', ')}) VALUES (?, ${marks})`,
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

/** Reads the unsealed records of a server, by hour. */
export function recordRows(db: Database, fields?: readonly string[]): ReadBlocks {
  const wanted = columnsOf(fields)
  const read = timeRows(db, recordsTable).reader<Row>(wanted.map(({ name }) => name))
  return (range) => blocksOf(read(range), wanted, minutes)
}
