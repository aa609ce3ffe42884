import type { Database } from '@svc/plugin-sdk'

/** Which servers can only be reached through which others. */
export function dependenciesStore(db: Database) {
  const all = db.prepare<[], { server_id: string; depends_on: string }>(
    'SELECT server_id, depends_on FROM alerts_dependencies ORDER BY server_id, rowid',
  )
  const clear = db.prepare<[string]>('DELETE FROM alerts_dependencies WHERE server_id = ?')
  const add = db.prepare<[string, string]>('INSERT INTO alerts_dependencies (server_id, depends_on) VALUES (?, ?)')
  return {
    all: () => all.all(),
    set(serverId: string, dependsOn: readonly string[]) {
      clear.run(serverId)
      for (const id of dependsOn) add.run(serverId, id)
    },
  }
}
export type DependenciesStore = ReturnType<typeof dependenciesStore>
