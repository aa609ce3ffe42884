import type { Database } from '@svc/plugin-sdk'

/** A row of `alerts_silences`; times are epoch seconds. */
export interface SilenceRow {
  readonly id: string
  /** null: alerts of all rules */
  readonly rule_id: string | null
  /** null: alerts on all servers */
  readonly server_id: string | null
  readonly until: number
  /** name of the user */
  readonly created_by: string
  readonly created_at: number
}

export function silencesStore(db: Database) {
  const all = db.prepare<[], SilenceRow>('SELECT * FROM alerts_silences ORDER BY until, id')
  const put = db.prepare<[SilenceRow]>(
    'INSERT INTO alerts_silences VALUES (@id, @rule_id, @server_id, @until, @created_by, @created_at)',
  )
  const remove = db.prepare<[string]>('DELETE FROM alerts_silences WHERE id = ?')
  return {
    /** By end. */
    list: () => all.all(),
    insert: (row: SilenceRow) => void put.run(row),
    remove: (id: string) => void remove.run(id),
  }
}
export type SilencesStore = ReturnType<typeof silencesStore>
