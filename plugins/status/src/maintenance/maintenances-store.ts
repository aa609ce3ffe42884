import type { Database } from '@svc/plugin-sdk'
import type { Span } from '@svc/plugin-system/contract'

/** A row of `status_maintenances`; times are epoch seconds. */
export interface MaintenanceRow {
  readonly id: string
  readonly title: string
  readonly description: string | null
  readonly start_at: number
  readonly end_at: number
  readonly recurrence: string | null
  readonly timezone: string
  readonly all_servers: 0 | 1
  readonly is_public: 0 | 1
  readonly active: 0 | 1
  readonly last_end_at: number | null
  readonly created_at: number
  readonly updated_at: number
}

export interface StoredMaintenance extends MaintenanceRow {
  /** in the given order; empty if `all_servers` */
  readonly serverIds: readonly string[]
}

/** A time at which a window is open. */
export interface StoredOccurrence extends Span {
  readonly maintenance: StoredMaintenance
}

export type MaintenancesStore = ReturnType<typeof maintenancesStore>

const maxListed = 1000

export function maintenancesStore(db: Database) {
  const columns = `id, title, description, start_at, end_at, recurrence, timezone, all_servers, is_public, active, last_end_at,
    created_at, updated_at`
  const one = db.prepare<[string], MaintenanceRow>(`SELECT ${columns} FROM status_maintenances WHERE id = ?`)
  const all = db.prepare<[], MaintenanceRow>(
    `SELECT ${columns} FROM status_maintenances ORDER BY number DESC LIMIT ${maxListed}`,
  )
  const among = db.prepare<[string], MaintenanceRow>(
    `SELECT ${columns} FROM status_maintenances WHERE id IN (SELECT value FROM json_each(?))`,
  )
  const recurring = db.prepare<[], MaintenanceRow>(
    `SELECT ${columns} FROM status_maintenances WHERE recurrence IS NOT NULL AND last_end_at IS NULL`,
  )
  const withoutServers = db.prepare<[], { id: string }>(
    `SELECT id FROM status_maintenances WHERE all_servers = 0
       AND id NOT IN (SELECT maintenance_id FROM status_maintenance_servers)`,
  )
  const serversOf = db.prepare<[string], { maintenance_id: string; server_id: string }>(
    `SELECT maintenance_id, server_id FROM status_maintenance_servers
     WHERE maintenance_id IN (SELECT value FROM json_each(?)) ORDER BY number`,
  )
  const insert = db.prepare<[MaintenanceRow]>(`
    INSERT INTO status_maintenances (${columns}) VALUES (@id, @title, @description, @start_at, @end_at, @recurrence,
      @timezone, @all_servers, @is_public, @active, @last_end_at, @created_at, @updated_at)`)
  const update = db.prepare<[MaintenanceRow]>(`
    UPDATE status_maintenances SET title = @title, description = @description, start_at = @start_at, end_at = @end_at,
      recurrence = @recurrence, timezone = @timezone, all_servers = @all_servers, is_public = @is_public,
      active = @active, last_end_at = @last_end_at, updated_at = @updated_at WHERE id = @id`)
  const remove = db.prepare<[string]>('DELETE FROM status_maintenances WHERE id = ?')
  const count = db.prepare<[], { n: number }>('SELECT count(*) AS n FROM status_maintenances')
  const clearServers = db.prepare<[string]>('DELETE FROM status_maintenance_servers WHERE maintenance_id = ?')
  const addServer = db.prepare<[string, string]>(
    'INSERT INTO status_maintenance_servers (maintenance_id, server_id) VALUES (?, ?)',
  )
  const clearOccurrences = db.prepare<[string, number]>(
    'DELETE FROM status_occurrences WHERE maintenance_id = ? AND end_at > ?',
  )
  const addOccurrence = db.prepare<[string, number, number]>(
    'INSERT INTO status_occurrences (maintenance_id, start_at, end_at) VALUES (?, ?, ?)',
  )
  const endOccurrence = db.prepare<[{ id: string; now: number }]>(
    'UPDATE status_occurrences SET end_at = @now WHERE maintenance_id = @id AND start_at <= @now AND end_at > @now',
  )
  const newest = db.prepare<[string], Span>(
    `SELECT start_at AS "from", end_at AS "to" FROM status_occurrences WHERE maintenance_id = ?
     ORDER BY start_at DESC LIMIT 1`,
  )
  // The index starts with `end_at`: few windows are open or planned, many are over.
  const open = `FROM status_occurrences AS o JOIN status_maintenances AS m ON m.id = o.maintenance_id
    WHERE o.end_at > @from AND o.start_at < @to AND m.active = 1`
  const covers = `(m.all_servers = 1 OR EXISTS (SELECT 1 FROM status_maintenance_servers AS s
    WHERE s.maintenance_id = m.id AND s.server_id = @serverId))`
  const ofServer = db.prepare<[Span & { serverId: string }], Span & { title: string }>(
    `SELECT o.start_at AS "from", o.end_at AS "to", m.title ${open} AND ${covers} ORDER BY o.start_at`,
  )
  const within = db.prepare<[Span], Span & { id: string }>(
    `SELECT o.start_at AS "from", o.end_at AS "to", m.id ${open} ORDER BY o.start_at LIMIT 10000`,
  )
  const upcoming = db.prepare<[{ now: number }], Span & { id: string }>(
    `SELECT o.start_at AS "from", o.end_at AS "to", m.id
     FROM status_occurrences AS o JOIN status_maintenances AS m ON m.id = o.maintenance_id
     WHERE o.end_at > @now AND m.active = 1 AND m.is_public = 1 AND o.start_at = (
       SELECT min(start_at) FROM status_occurrences WHERE maintenance_id = m.id AND end_at > @now
     ) ORDER BY o.start_at`,
  )
  const next = db.prepare<[{ id: string; now: number }], Span>(
    `SELECT start_at AS "from", end_at AS "to" FROM status_occurrences WHERE maintenance_id = @id AND end_at > @now
     ORDER BY start_at LIMIT 2`,
  )

  const withServers = (rows: readonly MaintenanceRow[]): StoredMaintenance[] => {
    const servers = Map.groupBy(serversOf.all(JSON.stringify(rows.map(({ id }) => id))), (row) => row.maintenance_id)
    return rows.map((row) => ({ ...row, serverIds: (servers.get(row.id) ?? []).map(({ server_id }) => server_id) }))
  }

  const withMaintenances = (found: readonly (Span & { readonly id: string })[]): StoredOccurrence[] => {
    const rows = among.all(JSON.stringify([...new Set(found.map(({ id }) => id))]))
    const byId = new Map(withServers(rows).map((one) => [one.id, one]))
    return found.flatMap(({ id, from, to }) => {
      const maintenance = byId.get(id)
      return maintenance ? [{ maintenance, from, to }] : []
    })
  }

  return {
    get(id: string): StoredMaintenance | undefined {
      const row = one.get(id)
      return row && withServers([row])[0]
    },
    /** The latest created first. */
    list: () => withServers(all.all()),
    /** Windows that may have occurrences beyond the stored ones. */
    recurring: () => recurring.all(),
    /** Windows of which all servers were deleted. */
    withoutServers: () => withoutServers.all().map(({ id }) => id),
    count: () => count.get()?.n ?? 0,
    insert: (row: MaintenanceRow) => void insert.run(row),
    update: ({ serverIds: _, ...row }: StoredMaintenance) => void update.run(row),
    /** With its occurrences. */
    remove: (id: string) => void remove.run(id),
    setServers(id: string, serverIds: readonly string[]) {
      clearServers.run(id)
      for (const serverId of serverIds) addServer.run(id, serverId)
    },
    /** Replaces the occurrences that end after `after`. */
    setOccurrences(id: string, spans: readonly Span[], after: number) {
      clearOccurrences.run(id, after)
      for (const { from, to } of spans) if (to > after) addOccurrence.run(id, from, to)
    },
    addOccurrences(id: string, spans: readonly Span[]) {
      for (const { from, to } of spans) addOccurrence.run(id, from, to)
    },
    /** Ends the current occurrence; false if there is none. */
    endOccurrence: (id: string, now: number) => endOccurrence.run({ id, now }).changes > 0,
    newestOccurrence: (id: string) => newest.get(id),
    /** The current and the next occurrence, or the next two. */
    nextOccurrences: (id: string, now: number) => next.all({ id, now }),
    /** Occurrences of active windows about a server that overlap `span`. */
    ofServer: (serverId: string, { from, to }: Span) => ofServer.all({ serverId, from, to }),
    /** Occurrences of active windows that overlap `span`, oldest first. */
    within: (span: Span) => withMaintenances(within.all(span)),
    /** The current or next occurrence of each public window that is active, by start. */
    upcoming: (now: number) => withMaintenances(upcoming.all({ now })),
  }
}
