import type { Database } from '@svc/plugin-sdk'

export interface EventRow {
  readonly event_id: string
  readonly event_sealed: string
  readonly created_at: number
}

/** Events that are not yet encrypted for all who get them. */
export function eventsStore(db: Database) {
  const insert = db.prepare<[EventRow]>(
    `INSERT INTO relay_events (event_id, event_sealed, created_at) VALUES (@event_id, @event_sealed, @created_at)
     ON CONFLICT DO NOTHING`,
  )
  const oldest = db.prepare<[], EventRow>('SELECT * FROM relay_events ORDER BY number LIMIT 1')
  const remove = db.prepare<[string]>('DELETE FROM relay_events WHERE event_id = ?')
  return {
    insert: (row: EventRow) => void insert.run(row),
    oldest: () => oldest.get(),
    remove: (eventId: string) => void remove.run(eventId),
  }
}
