import type { Database, Statement } from '@svc/plugin-sdk'

/** What readers ask for differs by the columns that are asked for, and nobody may fill the memory with that. */
const most = 64

const known = new WeakMap<Database, Map<string, Statement<never, unknown>>>()

/** A statement that many short reads need: preparing it anew takes longer than they do. */
export function prepared<P extends unknown[], R>(db: Database, sql: string): Statement<P, R> {
  const statements = known.get(db) ?? new Map<string, Statement<never, unknown>>()
  known.set(db, statements)
  const found = statements.get(sql) ?? db.prepare<never, unknown>(sql)
  statements.delete(sql)
  statements.set(sql, found)
  const [oldest = ''] = statements.keys()
  if (statements.size > most) statements.delete(oldest)
  return found as unknown as Statement<P, R>
}
