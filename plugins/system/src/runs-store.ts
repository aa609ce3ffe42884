import type { Database } from '@svc/plugin-sdk'
import type { Span } from './contract.ts'

/** Shorter runs are deleted, so that a crash loop does not fill the table. */
const minSeconds = 60

export function runsStore(db: Database) {
  const insert = db.prepare<[number, number]>('INSERT INTO system_runs (started_at, seen_at) VALUES (?, ?)')
  const see = db.prepare<[number, number]>('UPDATE system_runs SET seen_at = ? WHERE id = ?')
  const deleteShort = db.prepare(`DELETE FROM system_runs WHERE seen_at - started_at < ${minSeconds}`)
  const overlapping = db.prepare<[number, number], Span>(
    `SELECT started_at AS "from", seen_at AS "to" FROM system_runs
     WHERE seen_at > ? AND started_at < ? ORDER BY started_at, seen_at`,
  )
  return {
    /** Starts a run and returns its id. */
    begin: (at: number): number =>
      db.transaction(() => {
        deleteShort.run()
        return Number(insert.run(at, at).lastInsertRowid)
      }),
    see: (id: number, at: number) => void see.run(at, id),
    /** Stored runs that overlap a span, by start. */
    overlapping: ({ from, to }: Span): Span[] => overlapping.all(from, to),
  }
}
