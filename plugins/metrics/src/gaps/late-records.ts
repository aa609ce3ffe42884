import type { Clock, Logger } from '@svc/plugin-sdk'
import { packKey } from '@svc/series'
import type { NewRecord } from '../contract.ts'

/** Records per transaction and the pause in between, so that a reconnecting fleet does not block the event loop. */
const batchSize = 50
const pauseMs = 20

interface Dependencies {
  readonly clock: Clock
  readonly log: Logger
  /** Writes the records that do not exist yet, in one transaction. */
  write(records: readonly NewRecord[]): void
  /** Called after each transaction. */
  onWritten(records: readonly NewRecord[]): void
}

/** Queue of records of past minutes, written in batches in order of arrival. */
export function makeLateRecords({ clock, log, write, onWritten }: Dependencies) {
  const queue = new Map<number, NewRecord>()
  let cancel: (() => void) | undefined

  /** Retries one by one so that a single bad record does not lose the whole batch. */
  const writeEach = (records: readonly NewRecord[]) => {
    try {
      write(records)
    } catch (error) {
      if (records.length > 1) for (const record of records) writeEach([record])
      else log.error({ err: error, server: records[0]?.serverId }, 'failed to write a late record')
    }
  }
  const writeBatch = () => {
    const records = [...queue.values()].slice(0, batchSize)
    writeEach(records)
    for (const { minute, number } of records) queue.delete(packKey(minute, number))
    return records
  }
  const flush = () => {
    cancel = undefined
    const records = writeBatch()
    schedule()
    onWritten(records)
  }
  const schedule = () => {
    if (queue.size > 0) cancel ??= clock.after(pauseMs, flush)
  }

  return {
    put(record: NewRecord) {
      const key = packKey(record.minute, record.number)
      // the first one is what the server received live
      if (!queue.has(key)) queue.set(key, record)
      schedule()
    },
    has: (number: number, minute: number) => queue.has(packKey(minute, number)),
    count: () => queue.size,
    /** Writes the whole queue. */
    close() {
      cancel?.()
      while (queue.size > 0) writeBatch()
    },
  }
}
export type LateRecords = ReturnType<typeof makeLateRecords>
