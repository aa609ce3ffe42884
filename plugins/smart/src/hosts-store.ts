import type { Database } from '@svc/plugin-sdk'
import type { SmartDisk } from './wire.ts'

/** What a host reported last. */
export interface Host {
  readonly disks: readonly SmartDisk[]
  /** epoch seconds */
  readonly reportedAt: number
}

interface Row {
  readonly server_id: string
  readonly disks: string
  readonly reported_at: number
}

/** The last report of each host, also in memory: the health of servers is asked for often. */
export function hostsStore(db: Database) {
  const put = db.prepare<[serverId: string, disks: string, reportedAt: number]>(
    'INSERT OR REPLACE INTO smart_hosts (server_id, disks, reported_at) VALUES (?, ?, ?)',
  )
  const rows = db.prepare<[], Row>('SELECT server_id, disks, reported_at FROM smart_hosts').all()
  const hosts = new Map<string, Host>(
    rows.map(({ server_id, disks, reported_at }) => [server_id, { disks: JSON.parse(disks), reportedAt: reported_at }]),
  )
  return {
    get: (serverId: string): Host | undefined => hosts.get(serverId),
    put(serverId: string, host: Host): void {
      put.run(serverId, JSON.stringify(host.disks), host.reportedAt)
      hosts.set(serverId, host)
    },
    /** The row is deleted with its server. */
    forget: (serverId: string) => void hosts.delete(serverId),
  }
}
export type HostsStore = ReturnType<typeof hostsStore>
