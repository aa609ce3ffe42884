import type { Database } from '@svc/plugin-sdk'
import type { Span } from './contract.ts'

/** A run that is shorter says nothing to the minute; a program that crashes at every start must not fill the table. */
const shortest = 60

export function runsStore(db: Database) {
  const insert = db.prepare<[number, number]>('INSERT INTO system_runs (started_at, seen_at) VALUES (?, ?)')
  const see = db.prepare<[number, number]>('UPDATE system_runs SET seen_at = ? WHERE id = ?')
  const tidy = db.prepare(`DELETE FROM system_runs WHERE seen_at - started_at < ${shortest}`)
  const touching = db.prepare<[number, number], Span>(
    `SELECT started_at AS "from", seen_at AS "to" FROM system_runs
     WHERE seen_at > ? AND started_at < ? ORDER BY started_at, seen_at`,
  )
  return {
    /** Begins a run and returns its id. */
    begin: (at: number): number =>
      db.transaction(() => {
        tidy.run()
        return Number(insert.run(at, at).lastInsertRowid)
      }),
    see: (id: number, at: number) => void see.run(at, id),
    /** Runs that touch a span, by their start, as they are stored. */
    touching: ({ from, to }: Span): Span[] => touching.all(from, to),
  }
}
