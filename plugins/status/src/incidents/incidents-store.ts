import { cutPage, type Database, formatCursor } from '@svc/plugin-sdk'
import type { IncidentStatus, Severity } from '../status-schema.ts'

/** A row of `status_incidents`; times are epoch seconds. */
export interface IncidentRow {
  readonly id: string
  readonly title: string
  readonly status: IncidentStatus
  readonly severity: Severity
  readonly is_public: 0 | 1
  readonly created_at: number
  readonly updated_at: number
  readonly resolved_at: number | null
}

export interface UpdateRow {
  readonly id: string
  readonly incident_id: string
  readonly status: IncidentStatus
  readonly message: string
  readonly created_at: number
}

export interface StoredIncident extends IncidentRow {
  /** in the given order */
  readonly serverIds: readonly string[]
  /** oldest first */
  readonly updates: readonly UpdateRow[]
}

export type IncidentsStore = ReturnType<typeof incidentsStore>

/** Open and recently resolved incidents on the page, at most of each. */
const maxPublic = 100
/** Incidents of a month of the history, at most. */
const maxOfMonth = 1000

export function incidentsStore(db: Database) {
  const columns = 'number, id, title, status, severity, is_public, created_at, updated_at, resolved_at'
  const select = `SELECT ${columns} FROM status_incidents`
  type Row = IncidentRow & { readonly number: number }
  const one = db.prepare<[string], Row>(`${select} WHERE id = ?`)
  const newest = db.prepare<[{ status: string | null; before: number; limit: number }], Row>(
    `${select} WHERE (@status IS NULL OR status = @status) AND number < @before ORDER BY number DESC LIMIT @limit`,
  )
  const open = db.prepare<[], Row>(
    `${select} WHERE is_public = 1 AND status <> 'resolved' ORDER BY number DESC LIMIT ${maxPublic + 1}`,
  )
  const resolvedSince = db.prepare<[number], Row>(
    `${select} WHERE is_public = 1 AND resolved_at >= ? ORDER BY number DESC LIMIT ${maxPublic + 1}`,
  )
  const within = db.prepare<[{ from: number; to: number }], Row>(
    `${select} WHERE is_public = 1 AND created_at < @to AND coalesce(resolved_at, @to) >= @from
     ORDER BY number DESC LIMIT ${maxOfMonth + 1}`,
  )
  const updatesOf = db.prepare<[string], UpdateRow>(
    `SELECT id, incident_id, status, message, created_at FROM status_incident_updates
     WHERE incident_id IN (SELECT value FROM json_each(?)) ORDER BY number`,
  )
  const serversOf = db.prepare<[string], { incident_id: string; server_id: string }>(
    `SELECT incident_id, server_id FROM status_incident_servers
     WHERE incident_id IN (SELECT value FROM json_each(?)) ORDER BY number`,
  )
  const count = db.prepare<[], { n: number }>('SELECT count(*) AS n FROM status_incidents')
  const insert = db.prepare<[IncidentRow]>(`
    INSERT INTO status_incidents (id, title, status, severity, is_public, created_at, updated_at, resolved_at)
    VALUES (@id, @title, @status, @severity, @is_public, @created_at, @updated_at, @resolved_at)`)
  const update = db.prepare<[IncidentRow]>(`
    UPDATE status_incidents SET title = @title, status = @status, severity = @severity, is_public = @is_public,
      updated_at = @updated_at, resolved_at = @resolved_at WHERE id = @id`)
  const remove = db.prepare<[string]>('DELETE FROM status_incidents WHERE id = ?')
  const clearServers = db.prepare<[string]>('DELETE FROM status_incident_servers WHERE incident_id = ?')
  const addServer = db.prepare<[string, string]>(
    'INSERT INTO status_incident_servers (incident_id, server_id) VALUES (?, ?)',
  )
  const addUpdate = db.prepare<[UpdateRow]>(`
    INSERT INTO status_incident_updates (id, incident_id, status, message, created_at)
    VALUES (@id, @incident_id, @status, @message, @created_at)`)
  const changeUpdate = db.prepare<[Pick<UpdateRow, 'id' | 'status' | 'message'>]>(
    'UPDATE status_incident_updates SET status = @status, message = @message WHERE id = @id',
  )
  const removeUpdate = db.prepare<[string]>('DELETE FROM status_incident_updates WHERE id = ?')

  const withParts = (rows: readonly Row[]): StoredIncident[] => {
    const ids = JSON.stringify(rows.map(({ id }) => id))
    const updates = Map.groupBy(updatesOf.all(ids), ({ incident_id }) => incident_id)
    const servers = Map.groupBy(serversOf.all(ids), ({ incident_id }) => incident_id)
    return rows.map(({ number: _, ...row }) => ({
      ...row,
      serverIds: (servers.get(row.id) ?? []).map(({ server_id }) => server_id),
      updates: updates.get(row.id) ?? [],
    }))
  }

  const newestOf = (rows: readonly Row[], max: number) => ({
    incidents: withParts(rows.slice(0, max)),
    hasMore: rows.length > max,
  })

  return {
    get(id: string): StoredIncident | undefined {
      const row = one.get(id)
      return row && withParts([row])[0]
    },
    /** The latest created first; `next` is the cursor of the next page. */
    page(status: IncidentStatus | undefined, limit: number, before = Number.MAX_SAFE_INTEGER) {
      const found = newest.all({ status: status ?? null, before, limit: limit + 1 })
      const { rows, next } = cutPage(found, limit, ({ number }) => formatCursor(number))
      return { incidents: withParts(rows), next }
    },
    /** Public ones that are not resolved. */
    open: () => newestOf(open.all(), maxPublic),
    /** Public ones. */
    resolvedSince: (at: number) => newestOf(resolvedSince.all(at), maxPublic),
    /** Public ones that were open between `from` and `to`, exclusive. */
    within: (from: number, to: number) => newestOf(within.all({ from, to }), maxOfMonth),
    count: () => count.get()?.n ?? 0,
    insert: (row: IncidentRow) => void insert.run(row),
    update: (row: IncidentRow) =>
      void update.run({
        id: row.id,
        title: row.title,
        status: row.status,
        severity: row.severity,
        is_public: row.is_public,
        created_at: row.created_at,
        updated_at: row.updated_at,
        resolved_at: row.resolved_at,
      }),
    /** With its updates. */
    remove: (id: string) => void remove.run(id),
    setServers(id: string, serverIds: readonly string[]) {
      clearServers.run(id)
      for (const serverId of serverIds) addServer.run(id, serverId)
    },
    addUpdate: (row: UpdateRow) => void addUpdate.run(row),
    changeUpdate: ({ id, status, message }: UpdateRow) => void changeUpdate.run({ id, status, message }),
    removeUpdate: (id: string) => void removeUpdate.run(id),
  }
}
