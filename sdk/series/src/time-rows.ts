import type { Database } from '@svc/plugin-sdk'
import { minuteOfKey, numberBits, packKey } from './keys.ts'
import { cachedStatement } from './statements.ts'

/** What was stored of a server; `from` and `to` count units since the epoch, such as minutes, both inclusive. */
export interface ServerRange {
  readonly number: number
  readonly from: number
  readonly to: number
}

type Span = Pick<ServerRange, 'from' | 'to'>

const step = 2 ** numberBits
const unitOfKey = minuteOfKey

/** The keys `k` of one server. The table is ordered by time, so rows are looked up one by one. */
const serverKeys = 'WITH RECURSIVE k (id) AS (SELECT @first UNION ALL SELECT id + @step FROM k WHERE id < @last)'
type ServerKeys = { first: number; last: number; step: number }

/** The rows of a table that `createRows` made. */
export function timeRows(db: Database, table: string) {
  /** First and last unit that has rows, of any server; undefined without rows. */
  function ends(): Span | undefined {
    const found = cachedStatement<[], { from: number | null; to: number | null }>(
      db,
      `SELECT (SELECT min(id) FROM ${table}) AS "from", (SELECT max(id) FROM ${table}) AS "to"`,
    ).get()
    if (found?.from == null || found.to == null) return undefined
    return { from: unitOfKey(found.from), to: unitOfKey(found.to) }
  }

  /** The part of a range in which there can be rows: it may begin decades before the first one. */
  function within({ from, to }: Span): Span | undefined {
    const stored = ends()
    if (!stored || from > stored.to || to < stored.from) return undefined
    return { from: Math.max(from, stored.from), to: Math.min(to, stored.to) }
  }

  return {
    ends,
    within,
    /** The first unit from `unit` on that has rows, of any server. */
    next(unit: number): number | undefined {
      const found = cachedStatement<[number], { id: number | null }>(
        db,
        `SELECT min(id) AS id FROM ${table} WHERE id >= ?`,
      ).get(packKey(unit, 0))
      return found?.id == null ? undefined : unitOfKey(found.id)
    },
    /** Numbers of the servers that have rows in these units, ascending. Also brings the rows into the cache of pages. */
    servers: ({ from, to }: Span): number[] =>
      cachedStatement<[number, number], { number: number }>(
        db,
        `SELECT DISTINCT id & ${step - 1} AS number FROM ${table} WHERE id >= ? AND id < ? ORDER BY number`,
      )
        .all(packKey(from, 0), packKey(to + 1, 0))
        .map(({ number }) => number),
    /** Reads the rows of a server, ascending, with their key and these columns. */
    reader<R extends object>(columns: readonly string[]): (range: ServerRange) => (R & { readonly id: number })[] {
      const sql = `${serverKeys} SELECT ${['id', ...columns].map((name) => `r.${name} AS ${name}`).join(', ')}
        FROM k CROSS JOIN ${table} r ON r.id = k.id ORDER BY r.id`
      return ({ number, from, to }) => {
        const span = within({ from, to })
        if (!span) return []
        const keys = { first: packKey(span.from, number), last: packKey(span.to, number), step }
        return cachedStatement<[ServerKeys], R & { readonly id: number }>(db, sql).all(keys)
      }
    },
    /**
     * Deletes rows of servers between two numbers and returns how many: in a unit they are adjacent, so whole pages are freed
     * at once.
     */
    remove({ from, to }: Span, first: number, last: number): number {
      const remove = cachedStatement<[number, number]>(db, `DELETE FROM ${table} WHERE id BETWEEN ? AND ?`)
      let removed = 0
      for (let unit = from; unit <= to; unit++) removed += remove.run(packKey(unit, first), packKey(unit, last)).changes
      return removed
    },
  }
}
