import type { Database } from '@svc/plugin-sdk'

/** Since when servers are offline; times are epoch seconds. */
export function offlineStore(db: Database) {
  const all = db.prepare<[], { server_id: string; since: number }>('SELECT * FROM alerts_absences')
  const insert = db.prepare<[string, number]>(
    'INSERT INTO alerts_absences (server_id, since) VALUES (?, ?) ON CONFLICT (server_id) DO NOTHING',
  )
  const remove = db.prepare<[string]>('DELETE FROM alerts_absences WHERE server_id = ?')
  const shift = db.prepare<[number]>('UPDATE alerts_absences SET since = since + ?')
  const clamp = db.prepare<[number]>('UPDATE alerts_absences SET since = min(since, ?)')
  return {
    all: () => new Map(all.all().map(({ server_id, since }) => [server_id, since])),
    insert: (serverId: string, since: number) => void insert.run(serverId, since),
    remove: (serverId: string) => void remove.run(serverId),
    /** Moves all times by some seconds. */
    shift: (seconds: number) => void shift.run(seconds),
    /** Limits all times to `max`. */
    clamp: (max: number) => void clamp.run(max),
  }
}
export type OfflineStore = ReturnType<typeof offlineStore>
