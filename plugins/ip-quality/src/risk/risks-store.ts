import type { Database } from '@svc/plugin-sdk'
import type { AddressFacts } from './facts.ts'

export interface SnapshotRow {
  readonly server_id: string
  readonly ip: string
  /** JSON */
  readonly facts: string
  /** epoch seconds */
  readonly checked_at: number
}

export function risksStore(db: Database) {
  const cached = db.prepare<[ip: string, providers: string, since: number], { facts: string }>(
    'SELECT facts FROM ip_quality_risks WHERE ip = ? AND providers = ? AND checked_at > ?',
  )
  const remember = db.prepare<[ip: string, providers: string, facts: string, checkedAt: number]>(
    `INSERT INTO ip_quality_risks (ip, providers, facts, checked_at) VALUES (?, ?, ?, ?)
     ON CONFLICT (ip, providers) DO UPDATE SET facts = excluded.facts, checked_at = excluded.checked_at`,
  )
  const snapshots = db.prepare<[], SnapshotRow>('SELECT * FROM ip_quality_snapshots')
  const snapshot = db.prepare<[serverId: string], SnapshotRow>('SELECT * FROM ip_quality_snapshots WHERE server_id = ?')
  const putSnapshot = db.prepare<[SnapshotRow]>(
    `INSERT INTO ip_quality_snapshots (server_id, ip, facts, checked_at) VALUES (@server_id, @ip, @facts, @checked_at)
     ON CONFLICT (server_id) DO UPDATE SET ip = @ip, facts = @facts, checked_at = @checked_at`,
  )
  const key = db.prepare<[provider: string], { sealed: string }>(
    'SELECT sealed FROM ip_quality_keys WHERE provider = ?',
  )
  const putKey = db.prepare<[provider: string, sealed: string]>(
    'INSERT INTO ip_quality_keys (provider, sealed) VALUES (?, ?) ON CONFLICT (provider) DO UPDATE SET sealed = excluded.sealed',
  )
  const removeKey = db.prepare<[provider: string]>('DELETE FROM ip_quality_keys WHERE provider = ?')
  return {
    /** What was found out of an address after a time. */
    cached(ip: string, providers: string, since: number): AddressFacts | undefined {
      const row = cached.get(ip, providers, since)
      return row && JSON.parse(row.facts)
    },
    remember: (ip: string, providers: string, facts: AddressFacts, now: number) =>
      void remember.run(ip, providers, JSON.stringify(facts), now),
    snapshots: () => snapshots.all(),
    snapshot: (serverId: string) => snapshot.get(serverId),
    putSnapshot: (row: SnapshotRow) => void putSnapshot.run(row),
    key: (provider: string) => key.get(provider)?.sealed,
    putKey: (provider: string, sealed: string) => void putKey.run(provider, sealed),
    removeKey: (provider: string) => void removeKey.run(provider),
  }
}
export type RisksStore = ReturnType<typeof risksStore>
