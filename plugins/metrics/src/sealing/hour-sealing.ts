import type { Database, Logger } from '@svc/plugin-sdk'
import {
  blockOpener,
  blocksStore,
  dayOfHour,
  hoursPerDay,
  minutesPerHour,
  packPeriod,
  rowSealing,
  unsealedRows,
} from '@svc/series'
import { columns } from '../columns.ts'
import {
  allFields,
  type Cell,
  hours,
  isSameBlock,
  mergeBlocks,
  minutes,
  type RecordBlock,
  textLength,
} from '../record-block.ts'
import { recordRows, recordsTable } from '../records-store.ts'
import { openBlock, sealBlock } from './block-code.ts'
import { hourlyRecord } from './hourly-record.ts'

/** Maximum servers per transaction. Rows of adjacent servers share pages, so larger batches write fewer pages. */
export const maxServers = 24

/** Maximum length of the strings per transaction; a host with hundreds of disks fills one by itself. */
export const maxTextLength = 1_000_000

interface Options {
  readonly log: Pick<Logger, 'error'>
  /** Whether an hour is aggregated into hourly records. */
  isSummarized(hour: number): boolean
}

/** Moves complete hours of raw records into sealed blocks. */
export function hourSealing(db: Database, { log, isSummarized }: Options) {
  const rows = recordRows(db, allFields())
  const insertHourly = db.prepare<Cell[]>(
    `INSERT OR REPLACE INTO metrics_hourly_records (id, hour, ${allFields().join(', ')})
     VALUES (?, ?${', ?'.repeat(columns.length)})`,
  )
  const hourlyRow = db.prepare<[number]>('SELECT 1 FROM metrics_hourly_records WHERE id = ?')
  const days = blocksStore(db, hours.blocks)
  const openDay = blockOpener(hours.blocks, log, (block) => openBlock(block, []), true)

  /** Whether there is an hourly record of `hour`, whether sealed or not. */
  function hasHourlyRecord(number: number, hour: number): boolean {
    if (hourlyRow.get(packPeriod(number, hour)) !== undefined) return true
    const day = dayOfHour(hour)
    return (
      openDay(number, { period: day, block: () => days.get(number, day) })?.slots.includes(hour % hoursPerDay) ?? false
    )
  }

  return rowSealing<RecordBlock, RecordBlock>(db, {
    log,
    blocks: minutes.blocks,
    unsealed: unsealedRows(db, recordsTable, minutesPerHour),
    maxServers,
    // comparing the rows of a server takes about as long as writing its block
    maxCompared: 1,
    weight: { most: maxTextLength, of: textLength },
    read: (number, hour) =>
      rows({ number, from: hour * minutesPerHour, to: (hour + 1) * minutesPerHour - 1 }).get(hour),
    count: ({ slots }) => slots.length,
    isSame: isSameBlock,
    content: (records) => records,
    open: (block) => openBlock(block),
    merge: mergeBlocks,
    seal: sealBlock,
    digest(number, hour, records) {
      // an existing hourly record is outdated now
      if (!isSummarized(hour) && !hasHourlyRecord(number, hour)) return undefined
      const record = hourlyRecord(records)
      return () => insertHourly.run(packPeriod(number, hour), hour, ...record)
    },
  })
}
