import type { Database } from '@svc/plugin-sdk'
import type { FailedUnit } from './wire.ts'

/** What a host reported last. */
export interface Host {
  readonly units: readonly FailedUnit[]
  /** epoch seconds */
  readonly reportedAt: number
}

interface Row {
  readonly server_id: string
  readonly units: string
  readonly reported_at: number
}

/** The last report of each host, also in memory: the health of servers is asked for often. */
export function hostsStore(db: Database) {
  const put = db.prepare<[serverId: string, units: string, reportedAt: number]>(
    'INSERT OR REPLACE INTO systemd_hosts (server_id, units, reported_at) VALUES (?, ?, ?)',
  )
  const rows = db.prepare<[], Row>('SELECT server_id, units, reported_at FROM systemd_hosts').all()
  const hosts = new Map<string, Host>(
    rows.map(({ server_id, units, reported_at }) => [server_id, { units: JSON.parse(units), reportedAt: reported_at }]),
  )
  return {
    get: (serverId: string): Host | undefined => hosts.get(serverId),
    put(serverId: string, host: Host): void {
      put.run(serverId, JSON.stringify(host.units), host.reportedAt)
      hosts.set(serverId, host)
    },
    /** The row is deleted with its server. */
    forget: (serverId: string) => void hosts.delete(serverId),
  }
}
export type HostsStore = ReturnType<typeof hostsStore>
