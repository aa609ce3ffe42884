import type { Database, Statement } from '@svc/plugin-sdk'

/** SQL varies with the requested columns, so the cache needs a limit. */
const maxStatements = 64

const caches = new WeakMap<Database, Map<string, Statement<never, unknown>>>()

/** Returns a prepared statement from an LRU cache: preparing takes longer than a short read. */
export function cachedStatement<P extends unknown[], R>(db: Database, sql: string): Statement<P, R> {
  const statements = caches.getOrInsertComputed(db, () => new Map())
  const found = statements.get(sql) ?? db.prepare<never, unknown>(sql)
  statements.delete(sql)
  statements.set(sql, found)
  const [oldest = ''] = statements.keys()
  if (statements.size > maxStatements) statements.delete(oldest)
  return found as unknown as Statement<P, R>
}
