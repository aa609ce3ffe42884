import type { Database } from '@svc/plugin-sdk'

export interface GroupRow {
  readonly id: string
  readonly name: string
  readonly created_at: number
}

export type GroupsStore = ReturnType<typeof groupsStore>

export function groupsStore(db: Database) {
  const all = db.prepare<[], GroupRow>('SELECT * FROM alerts_groups ORDER BY name COLLATE NOCASE, id')
  const byId = db.prepare<[string], GroupRow>('SELECT * FROM alerts_groups WHERE id = ?')
  const count = db.prepare<[], { n: number }>('SELECT count(*) AS n FROM alerts_groups')
  const put = db.prepare<[GroupRow]>(
    `INSERT INTO alerts_groups (id, name, created_at) VALUES (@id, @name, @created_at)
     ON CONFLICT (id) DO UPDATE SET name = excluded.name`,
  )
  const remove = db.prepare<[string]>('DELETE FROM alerts_groups WHERE id = ?')
  const members = db.prepare<[string], { channel_id: string }>(
    'SELECT channel_id FROM alerts_group_channels WHERE group_id = ? ORDER BY position',
  )
  const unlink = db.prepare<[string]>('DELETE FROM alerts_group_channels WHERE group_id = ?')
  const link = db.prepare<[string, number, string]>(
    'INSERT INTO alerts_group_channels (group_id, position, channel_id) VALUES (?, ?, ?)',
  )
  return {
    /** By name. */
    list: () => all.all(),
    get: (id: string) => byId.get(id),
    count: () => count.get()?.n ?? 0,
    put: (row: GroupRow) => void put.run(row),
    remove: (id: string) => void remove.run(id),
    /** Ids of its channels, in order. */
    channelsOf: (id: string) => members.all(id).map((row) => row.channel_id),
    setChannels(id: string, channelIds: readonly string[]) {
      unlink.run(id)
      for (const [position, channelId] of channelIds.entries()) link.run(id, position, channelId)
    },
  }
}
