import type { TestKernel } from '@svc/kernel/testing'
import type { Database } from '@svc/plugin-sdk'

/** The handle a plugin gets, on the database of a test, for stores that are tested without their plugin. */
export const databaseOf = ({ database }: Pick<TestKernel, 'database'>): Database => ({
  prepare: (sql: string) => database.prepare(sql) as never,
  transaction: <T>(fn: () => T): T => database.transaction(fn).immediate() as T,
  afterCommit: (fn) => fn(),
  exec: (sql) => void database.exec(sql),
})
