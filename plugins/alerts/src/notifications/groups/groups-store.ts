import type { Database } from '@svc/plugin-sdk'

/** The id of the built-in group of all channels. */
export const allChannels = 'all'

export interface GroupRow {
  readonly id: string
  readonly name: string
  readonly created_at: number
  /** seconds in which alerts of one cause are collected; 0: no grouping */
  readonly wait_seconds: number
  /** JSON list of what alerts are grouped by besides dependencies, in order of preference */
  readonly group_by: string
  /** `HH:MM`; null: none */
  readonly quiet_from: string | null
  readonly quiet_to: string | null
  /** minutes after which alerts that still fire go to another group as well; null: never */
  readonly escalation_minutes: number | null
  readonly escalation_group_id: string | null
}

export type GroupsStore = ReturnType<typeof groupsStore>

export function groupsStore(db: Database) {
  const all = db.prepare<[], GroupRow>(
    `SELECT * FROM alerts_groups ORDER BY id <> '${allChannels}', name COLLATE NOCASE, id`,
  )
  const byId = db.prepare<[string], GroupRow>('SELECT * FROM alerts_groups WHERE id = ?')
  const count = db.prepare<[], { n: number }>('SELECT count(*) AS n FROM alerts_groups')
  const put = db.prepare<[GroupRow]>(
    `INSERT INTO alerts_groups (id, name, created_at, wait_seconds, group_by, quiet_from, quiet_to, escalation_minutes,
       escalation_group_id)
     VALUES (@id, @name, @created_at, @wait_seconds, @group_by, @quiet_from, @quiet_to, @escalation_minutes,
       @escalation_group_id)
     ON CONFLICT (id) DO UPDATE SET name = excluded.name, wait_seconds = excluded.wait_seconds,
       group_by = excluded.group_by, quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to,
       escalation_minutes = excluded.escalation_minutes, escalation_group_id = excluded.escalation_group_id`,
  )
  const remove = db.prepare<[string]>('DELETE FROM alerts_groups WHERE id = ?')
  const members = db.prepare<[string], { channel_id: string }>(
    'SELECT channel_id FROM alerts_group_channels WHERE group_id = ? ORDER BY position',
  )
  const channels = db.prepare<[], { id: string }>('SELECT id FROM alerts_channels ORDER BY created_at, rowid')
  const unlink = db.prepare<[string]>('DELETE FROM alerts_group_channels WHERE group_id = ?')
  const link = db.prepare<[string, number, string]>(
    'INSERT INTO alerts_group_channels (group_id, position, channel_id) VALUES (?, ?, ?)',
  )
  return {
    /** The one of all channels, then by name. */
    list: () => all.all(),
    get: (id: string) => byId.get(id),
    count: () => count.get()?.n ?? 0,
    put: (row: GroupRow) => void put.run(row),
    remove: (id: string) => void remove.run(id),
    /** Ids of its channels, in order. */
    channelsOf: (id: string) =>
      id === allChannels ? channels.all().map((row) => row.id) : members.all(id).map((row) => row.channel_id),
    setChannels(id: string, channelIds: readonly string[]) {
      unlink.run(id)
      for (const [position, channelId] of channelIds.entries()) link.run(id, position, channelId)
    },
  }
}
