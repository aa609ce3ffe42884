import type { Clock, Logger } from '@svc/plugin-sdk'
import { packKey } from '../record-key.ts'
import type { NewRecord } from '../records-store.ts'

/** Records per transaction, and the pause between two: a fleet that returns at once must not hold the event loop. */
const chunkSize = 50
const pauseMs = 20

interface Dependencies {
  readonly clock: Clock
  readonly log: Logger
  /** Writes in one transaction what has no record yet. */
  write(records: readonly NewRecord[]): void
  /** Called after each transaction, for what waits until there is room again. */
  written(records: readonly NewRecord[]): void
}

/** Records of minutes that are over, on their way to the disk: in the order they came, a few at a time. */
export function makeLateRecords({ clock, log, write, written }: Dependencies) {
  const waiting = new Map<number, NewRecord>()
  let cancel: (() => void) | undefined

  /** One record that cannot be written must not take the others with it. */
  const writeEach = (records: readonly NewRecord[]) => {
    try {
      write(records)
    } catch (error) {
      if (records.length > 1) for (const record of records) writeEach([record])
      else log.error({ err: error, server: records[0]?.serverId }, 'the record of a minute that was missed is lost')
    }
  }
  const take = () => {
    const records = [...waiting.values()].slice(0, chunkSize)
    writeEach(records)
    for (const { minute, number } of records) waiting.delete(packKey(minute, number))
    return records
  }
  const pump = () => {
    cancel = undefined
    const records = take()
    plan()
    written(records)
  }
  const plan = () => {
    if (waiting.size > 0) cancel ??= clock.after(pauseMs, pump)
  }

  return {
    put(record: NewRecord) {
      const key = packKey(record.minute, record.number)
      // what came first is what the server saw itself
      if (!waiting.has(key)) waiting.set(key, record)
      plan()
    },
    has: (number: number, minute: number) => waiting.has(packKey(minute, number)),
    count: () => waiting.size,
    /** Writes what waits, now. */
    close() {
      cancel?.()
      while (waiting.size > 0) take()
    },
  }
}
export type LateRecords = ReturnType<typeof makeLateRecords>
