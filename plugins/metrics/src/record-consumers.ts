import type { Core, Registry } from '@svc/plugin-sdk'
import type { RecordConsumer } from './contract.ts'
import type { OnRecords } from './records-store.ts'

interface Dependencies extends Pick<Core, 'db' | 'log'> {
  readonly recordConsumers: Registry<RecordConsumer>
}

/** Passes new records to other plugins. One that fails must not keep records from being written. */
export const passRecords =
  ({ db, log, recordConsumers }: Dependencies): OnRecords =>
  (records) => {
    for (const consumer of recordConsumers.all()) {
      try {
        db.transaction(() => consumer.onRecords(records))
      } catch (error) {
        log.error({ err: error, from: consumer.plugin }, 'a plugin failed to process new records')
      }
    }
  }
