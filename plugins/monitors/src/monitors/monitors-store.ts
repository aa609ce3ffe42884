import type { Database } from '@svc/plugin-sdk'
import type { MonitorType } from '../monitor-schema.ts'

/** What an admin decided about a monitor. */
export interface MonitorSettings {
  readonly name: string
  readonly monitor_type: MonitorType
  readonly target: string
  /** seconds */
  readonly interval_s: number
  /** without the members that are sealed */
  readonly config_json: string
  /** the rest of the configuration, encrypted; null when there is none */
  readonly sealed: string | null
  readonly notification_group_id: string | null
  readonly retry_count: number
  readonly server_ids_json: string
  /** 0 or 1 */
  readonly enabled: number
}

/** What the checks of a monitor found. */
export interface MonitorState {
  /** 0 or 1; null before the first check */
  readonly last_status: number | null
  /** milliseconds */
  readonly last_latency: number | null
  readonly last_error: string | null
  readonly last_error_zh: string | null
  /** when the last check began */
  readonly checked_at_ms: number | null
  readonly consecutive_failures: number
  /** epoch seconds; null while it works */
  readonly outage_since: number | null
  /** 0 or 1: more failures in a row than are tolerated */
  readonly outage_announced: number
  /** 0 or 1: an announced outage ended while nobody was to be told */
  readonly recovery_owed: number
  /** what the last check wants the next one to know */
  readonly memory: string | null
}

export interface MonitorRow extends MonitorSettings, MonitorState {
  /** small integer for the keys of records, never reused */
  readonly number: number
  readonly id: string
  /** epoch seconds */
  readonly created_at: number
  readonly updated_at: number
}

export const noOutage = { consecutive_failures: 0, outage_since: null, outage_announced: 0, recovery_owed: 0 } as const

/** A monitor that was never checked, or whose checks no longer tell anything. */
export const unchecked: MonitorState = {
  last_status: null,
  last_latency: null,
  last_error: null,
  last_error_zh: null,
  checked_at_ms: null,
  ...noOutage,
  memory: null,
}

const settings = [
  'name',
  'monitor_type',
  'target',
  'interval_s',
  'config_json',
  'sealed',
  'notification_group_id',
  'retry_count',
  'server_ids_json',
  'enabled',
]
const written = [...settings, ...Object.keys(unchecked), 'id', 'created_at', 'updated_at']
const assign = (names: readonly string[]) => names.map((name) => `${name} = @${name}`).join(', ')

/** Monitors and what their checks found. */
export function monitorsStore(db: Database) {
  const all = db.prepare<[], MonitorRow>('SELECT * FROM monitors_monitors ORDER BY number')
  const one = db.prepare<[string], MonitorRow>('SELECT * FROM monitors_monitors WHERE id = ?')
  const count = db.prepare<[], { count: number }>('SELECT count(*) AS count FROM monitors_monitors')
  const insert = db.prepare<[Omit<MonitorRow, 'number'>]>(
    `INSERT INTO monitors_monitors (${written.join(', ')}) VALUES (${written.map((name) => `@${name}`).join(', ')})`,
  )
  const change = db.prepare<[MonitorSettings & MonitorState & { id: string; updated_at: number }]>(`
    UPDATE monitors_monitors SET ${assign([...settings, ...Object.keys(unchecked)])}, updated_at = @updated_at
    WHERE id = @id`)
  const note = db.prepare<[MonitorState & { id: string }]>(
    `UPDATE monitors_monitors SET ${assign(Object.keys(unchecked))} WHERE id = @id`,
  )
  const due = db.prepare<[{ now: number; slack: number }], MonitorRow>(`
    SELECT * FROM monitors_monitors
    WHERE enabled = 1 AND (checked_at_ms IS NULL OR checked_at_ms > @now
      OR checked_at_ms + interval_s * 1000 <= @now + @slack)
    ORDER BY coalesce(checked_at_ms + interval_s * 1000, 0)`)
  const remove = db.prepare<[string]>('DELETE FROM monitors_monitors WHERE id = ?')
  const forget = db.prepare<[number]>('INSERT INTO monitors_forgotten (number) VALUES (?)')
  const ofGroup = db.prepare<[string], { id: string }>(
    'SELECT id FROM monitors_monitors WHERE notification_group_id = ?',
  )
  const leaveGroup = db.prepare<[string]>(
    'UPDATE monitors_monitors SET notification_group_id = NULL WHERE notification_group_id = ?',
  )
  const ofServer = db.prepare<[string], MonitorRow>(
    'SELECT * FROM monitors_monitors WHERE EXISTS (SELECT 1 FROM json_each(server_ids_json) WHERE value = ?)',
  )
  const setServers = db.prepare<[string, string]>('UPDATE monitors_monitors SET server_ids_json = ? WHERE id = ?')

  return {
    /** Oldest first. */
    list: () => all.all(),
    get: (id: string) => one.get(id),
    count: () => count.get()?.count ?? 0,
    insert: (row: Omit<MonitorRow, 'number'>) => void insert.run(row),
    change: (row: MonitorRow) => void change.run(row),
    note: (id: string, state: MonitorState) => void note.run({ ...state, id }),
    /**
     * The enabled monitors whose last check is older than their interval, longest due first; `slack` milliseconds early
     * counts. A check in the future was made before the clock was set back.
     */
    due: (now: number, slack: number) => due.all({ now, slack }),
    /** Deletes a monitor; its records are left to `forgetRecords`. */
    remove({ id, number }: Pick<MonitorRow, 'id' | 'number'>) {
      remove.run(id)
      forget.run(number)
    },
    /** Ids of the monitors that told this group. */
    leaveGroup(groupId: string): string[] {
      const ids = ofGroup.all(groupId).map(({ id }) => id)
      leaveGroup.run(groupId)
      return ids
    },
    /** Ids of the monitors that belonged to this server. */
    leaveServer(serverId: string): string[] {
      return ofServer.all(serverId).map((row) => {
        const rest = (JSON.parse(row.server_ids_json) as string[]).filter((id) => id !== serverId)
        setServers.run(JSON.stringify(rest), row.id)
        return row.id
      })
    },
  }
}
export type MonitorsStore = ReturnType<typeof monitorsStore>
