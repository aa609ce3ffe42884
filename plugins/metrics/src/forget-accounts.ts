import type { OffloadContext } from '@svc/plugin-sdk'
import { forgetUnits } from './units-store.ts'

/** Runs in the maintenance worker: deletes what was accounted for a deleted server. */
export default ({ db }: OffloadContext, { number, tables }: { number: number; tables: readonly string[] }): void => {
  for (const table of tables) forgetUnits(db, table, number)
}
