import type { Database, Statement } from '@svc/plugin-sdk'

/** SQL varies with the columns that are asked for, so the cache needs a limit. */
const maxStatements = 64

const caches = new WeakMap<Database, Map<string, Statement<never, unknown>>>()

/** A statement that was prepared before, if there is one: preparing takes longer than a short read. */
export function cachedStatement<P extends unknown[], R = unknown>(db: Database, sql: string): Statement<P, R> {
  const statements = caches.getOrInsertComputed(db, () => new Map())
  const found = statements.get(sql) ?? db.prepare<never, unknown>(sql)
  // A map keeps the order of insertion: the first one is the one that was not used for longest.
  statements.delete(sql)
  statements.set(sql, found)
  if (statements.size > maxStatements) statements.delete(statements.keys().next().value as string)
  return found as unknown as Statement<P, R>
}
