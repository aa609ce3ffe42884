import type { TestKernel } from '@svc/kernel/testing'
import type { Database } from '@svc/plugin-sdk'
import { recordColumns } from '../src/columns.ts'

/** The database handle of a plugin, for testing stores without the plugin. */
export const databaseOf = ({ database }: TestKernel): Database => ({
  prepare: (sql: string) => database.prepare(sql) as never,
  transaction: <T>(fn: () => T): T => database.transaction(fn).immediate() as T,
  afterCommit: (fn) => fn(),
  exec: (sql) => void database.exec(sql),
})

/** The columns that every record has, for INSERTs; the others are NULL. */
export const recordNames = recordColumns.map(({ name }) => name).join(', ')
