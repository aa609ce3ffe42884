import type { Database } from '@svc/plugin-sdk'

/** Since when servers are away; times are epoch seconds. */
export function absencesStore(db: Database) {
  const all = db.prepare<[], { server_id: string; since: number }>('SELECT * FROM alerts_absences')
  const begin = db.prepare<[string, number]>(
    'INSERT INTO alerts_absences (server_id, since) VALUES (?, ?) ON CONFLICT (server_id) DO NOTHING',
  )
  const end = db.prepare<[string]>('DELETE FROM alerts_absences WHERE server_id = ?')
  const shift = db.prepare<[number]>('UPDATE alerts_absences SET since = since + ?')
  const notAfter = db.prepare<[number]>('UPDATE alerts_absences SET since = min(since, ?)')
  return {
    /** Moves all of them by some seconds. */
    shift: (seconds: number) => void shift.run(seconds),
    /** Lets none begin after an instant. */
    notAfter: (at: number) => void notAfter.run(at),
    all: () => new Map(all.all().map(({ server_id, since }) => [server_id, since])),
    begin: (serverId: string, since: number) => void begin.run(serverId, since),
    end: (serverId: string) => void end.run(serverId),
  }
}
export type AbsencesStore = ReturnType<typeof absencesStore>
