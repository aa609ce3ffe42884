import type { Database } from '@svc/plugin-sdk'
import type { MonitorType } from '../monitor-schema.ts'

/** The settings of a monitor. */
export interface MonitorSettings {
  readonly name: string
  readonly monitor_type: MonitorType
  readonly target: string
  /** seconds */
  readonly interval_s: number
  /** without the encrypted fields */
  readonly config_json: string
  /** the encrypted fields of the configuration; null if there are none */
  readonly sealed: string | null
  readonly notification_group_id: string | null
  readonly retry_count: number
  /** 0 or 1 */
  readonly enabled: number
  readonly group_name: string | null
  /** JSON list */
  readonly tags_json: string
  /** of the token of a push monitor */
  readonly push_hash: string | null
}

/** The state of a monitor, as left by its checks. */
export interface MonitorState {
  /** 0 or 1; null before the first check */
  readonly last_status: number | null
  /** milliseconds */
  readonly last_latency: number | null
  /** JSON of a `CodedText` */
  readonly last_error_json: string | null
  /** when the last check began */
  readonly checked_at_ms: number | null
  readonly consecutive_failures: number
  /** epoch seconds; null without an outage */
  readonly outage_since: number | null
  /** 0 or 1: more consecutive failures than tolerated */
  readonly outage_announced: number
  /** 0 or 1: the announcement went to someone */
  readonly outage_notified: number
  /** 0 or 1: an announced outage ended while notifications were muted */
  readonly recovery_pending: number
  /** value that the last check stored for the next one */
  readonly memory: string | null
}

export interface MonitorRow extends MonitorSettings, MonitorState {
  /** key of its records, never reused */
  readonly number: number
  readonly id: string
  /** in the given order */
  readonly server_ids_json: string
  /** epoch seconds */
  readonly created_at: number
  readonly updated_at: number
}

/** A monitor to insert. */
export type NewMonitor = Omit<MonitorRow, 'number' | 'server_ids_json'>

export const noOutage = {
  consecutive_failures: 0,
  outage_since: null,
  outage_announced: 0,
  outage_notified: 0,
  recovery_pending: 0,
} as const

/** State before the first check, also after a change that makes earlier checks meaningless. */
export const unchecked: MonitorState = {
  last_status: null,
  last_latency: null,
  last_error_json: null,
  checked_at_ms: null,
  ...noOutage,
  memory: null,
}

/** The state in a row. */
export const stateOf = (row: MonitorRow): MonitorState =>
  Object.fromEntries(
    Object.keys(unchecked).map((name) => [name, row[name as keyof MonitorState]]),
  ) as unknown as MonitorState

const settingsColumns = [
  'name',
  'monitor_type',
  'target',
  'interval_s',
  'config_json',
  'sealed',
  'notification_group_id',
  'retry_count',
  'enabled',
  'group_name',
  'tags_json',
  'push_hash',
]
const stateColumns = Object.keys(unchecked)
const columns = [...settingsColumns, ...stateColumns, 'id', 'created_at', 'updated_at']
const select = `
  SELECT *, (
    SELECT json_group_array(server_id ORDER BY monitors_servers.rowid) FROM monitors_servers WHERE monitor = number
  ) AS server_ids_json FROM monitors_monitors`
const assign = (names: readonly string[]) => names.map((name) => `${name} = @${name}`).join(', ')

/** Monitors with their state. */
export function monitorsStore(db: Database) {
  const all = db.prepare<[], MonitorRow>(`${select} ORDER BY number`)
  const one = db.prepare<[string], MonitorRow>(`${select} WHERE id = ?`)
  const byPushHash = db.prepare<[string], MonitorRow>(`${select} WHERE push_hash = ?`)
  const count = db.prepare<[], { count: number }>('SELECT count(*) AS count FROM monitors_monitors')
  const insert = db.prepare<[NewMonitor]>(
    `INSERT INTO monitors_monitors (${columns.join(', ')}) VALUES (${columns.map((name) => `@${name}`).join(', ')})`,
  )
  const update = db.prepare<[MonitorSettings & MonitorState & { id: string; updated_at: number }]>(`
    UPDATE monitors_monitors SET ${assign([...settingsColumns, ...stateColumns])}, updated_at = @updated_at
    WHERE id = @id`)
  const saveState = db.prepare<[MonitorState & { id: string }]>(
    `UPDATE monitors_monitors SET ${assign(stateColumns)} WHERE id = @id`,
  )
  const due = db.prepare<[{ now: number; slack: number }], { id: string }>(`
    SELECT id FROM monitors_monitors
    WHERE enabled = 1 AND (checked_at_ms IS NULL OR checked_at_ms > @now
      OR checked_at_ms + interval_s * 1000 <= @now + @slack)
    ORDER BY coalesce(checked_at_ms + interval_s * 1000, 0)`)
  const remove = db.prepare<[string]>('DELETE FROM monitors_monitors WHERE id = ?')
  const queuePurge = db.prepare<[number]>('INSERT INTO monitors_purges (number) VALUES (?)')
  const byGroup = db.prepare<[string], { id: string }>(
    'SELECT id FROM monitors_monitors WHERE notification_group_id = ?',
  )
  const removeGroup = db.prepare<[string]>(
    'UPDATE monitors_monitors SET notification_group_id = NULL WHERE notification_group_id = ?',
  )
  const groups = db.prepare<[], { id: string }>(
    'SELECT DISTINCT notification_group_id AS id FROM monitors_monitors WHERE notification_group_id IS NOT NULL',
  )
  const clearServers = db.prepare<[number]>('DELETE FROM monitors_servers WHERE monitor = ?')
  const addServer = db.prepare<[number, string]>('INSERT INTO monitors_servers (monitor, server_id) VALUES (?, ?)')

  return {
    /** Oldest first. */
    list: () => all.all(),
    get: (id: string) => one.get(id),
    byPushHash: (hash: string) => byPushHash.get(hash),
    count: () => count.get()?.count ?? 0,
    /** Returns its number. */
    insert: (row: NewMonitor): number => Number(insert.run(row).lastInsertRowid),
    update: (row: Parameters<typeof update.run>[0]) => void update.run(row),
    setServers(number: number, serverIds: readonly string[]) {
      clearServers.run(number)
      for (const id of serverIds) addServer.run(number, id)
    },
    saveState: (id: string, state: MonitorState) => void saveState.run({ ...state, id }),
    /**
     * Ids of enabled monitors whose last check is older than their interval, most overdue first. `slack` is in milliseconds.
     * A last check in the future means that the clock was set back.
     */
    due: (now: number, slack: number) => due.all({ now, slack }).map(({ id }) => id),
    /** Deletes a monitor; `purgeRecords` deletes its records later. */
    remove({ id, number }: Pick<MonitorRow, 'id' | 'number'>) {
      remove.run(id)
      queuePurge.run(number)
    },
    /** Removes a group from all monitors; returns the ids of the affected ones. */
    removeGroup(groupId: string): string[] {
      const ids = byGroup.all(groupId).map(({ id }) => id)
      removeGroup.run(groupId)
      return ids
    },
    /** Ids of all groups that monitors use. */
    groups: () => groups.all().map(({ id }) => id),
  }
}
export type MonitorsStore = ReturnType<typeof monitorsStore>
