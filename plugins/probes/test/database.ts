import type { TestKernel } from '@svc/kernel/testing'
import type { Database } from '@svc/plugin-sdk'

/** A plugin database handle for testing stores without a kernel. */
export const databaseOf = ({ database }: Pick<TestKernel, 'database'>): Database => ({
  prepare: (sql: string) => database.prepare(sql) as never,
  transaction: <T>(fn: () => T): T => database.transaction(fn).immediate() as T,
  afterCommit: (fn) => fn(),
  exec: (sql) => void database.exec(sql),
})
