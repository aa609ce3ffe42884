import type { Database } from '@svc/plugin-sdk'

export interface ChannelRow {
  readonly id: string
  readonly name: string
  readonly notify_type: string
  /** without secrets */
  readonly config_json: string
  readonly sealed_secrets: string | null
  readonly enabled: number
  readonly created_at: number
}

export type ChannelsStore = ReturnType<typeof channelsStore>

export function channelsStore(db: Database) {
  const all = db.prepare<[], ChannelRow>('SELECT * FROM alerts_channels ORDER BY name COLLATE NOCASE, id')
  const byId = db.prepare<[string], ChannelRow>('SELECT * FROM alerts_channels WHERE id = ?')
  const count = db.prepare<[], { n: number }>('SELECT count(*) AS n FROM alerts_channels')
  const put = db.prepare<[ChannelRow]>(
    `INSERT INTO alerts_channels (id, name, notify_type, config_json, sealed_secrets, enabled, created_at)
     VALUES (@id, @name, @notify_type, @config_json, @sealed_secrets, @enabled, @created_at)
     ON CONFLICT (id) DO UPDATE SET name = excluded.name, notify_type = excluded.notify_type,
       config_json = excluded.config_json, sealed_secrets = excluded.sealed_secrets, enabled = excluded.enabled`,
  )
  const remove = db.prepare<[string]>('DELETE FROM alerts_channels WHERE id = ?')
  return {
    /** By name. */
    list: () => all.all(),
    get: (id: string) => byId.get(id),
    count: () => count.get()?.n ?? 0,
    put: (row: ChannelRow) => void put.run(row),
    /** The foreign key removes it from its groups. */
    remove: (id: string) => void remove.run(id),
  }
}
