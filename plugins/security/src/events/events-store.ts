import type { Database } from '@svc/plugin-sdk'

/** A row of `security_events`. Times are epoch seconds. */
export interface EventRow {
  readonly id: number
  readonly server_id: string
  readonly event_type: string
  readonly severity: string
  readonly source_ip: string | null
  readonly source_port: number | null
  readonly username: string | null
  readonly started_at: number
  readonly ended_at: number
  readonly first_seen: 0 | 1
  readonly detector_source: string
  /** JSON */
  readonly evidence: string
  /** the same for the same event of a server */
  readonly key: string
  readonly created_at: number
}

export interface EventFilter {
  readonly server_id?: string | undefined
  readonly event_type?: string | undefined
  readonly severity?: string | undefined
  readonly source_ip?: string | undefined
  readonly first_seen?: boolean | undefined
  /** epoch seconds of arrival, inclusive */
  readonly since?: number | undefined
  readonly until?: number | undefined
  /** servers that do not exist for the reader */
  readonly hidden: readonly string[]
}

const equalities = ['server_id', 'event_type', 'severity', 'source_ip'] as const

/** The condition of a filter; its values are bound by name. */
function where({ hidden, first_seen, since, until, ...filter }: EventFilter) {
  const terms: [string, Record<string, string | number>][] = []
  for (const name of equalities) {
    const value = filter[name]
    if (value !== undefined) terms.push([`${name} = @${name}`, { [name]: value }])
  }
  if (first_seen !== undefined) terms.push([`first_seen = ${first_seen ? 1 : 0}`, {}])
  if (since !== undefined) terms.push(['created_at >= @since', { since }])
  if (until !== undefined) terms.push(['created_at <= @until', { until }])
  if (hidden.length > 0) {
    terms.push(['server_id NOT IN (SELECT value FROM json_each(@hidden))', { hidden: JSON.stringify(hidden) }])
  }
  return {
    terms: terms.map(([term]) => term),
    values: Object.assign({}, ...terms.map(([, values]) => values)) as Record<string, string | number>,
  }
}

const whereOf = (terms: readonly string[]) => (terms.length > 0 ? `WHERE ${terms.join(' AND ')}` : '')

/** Members of an event by which events are counted. */
export const groupColumns = ['event_type', 'severity', 'source_ip', 'server_id', 'username'] as const
export type GroupColumn = (typeof groupColumns)[number]

const columns = [
  'server_id',
  'event_type',
  'severity',
  'source_ip',
  'source_port',
  'username',
  'started_at',
  'ended_at',
  'first_seen',
  'detector_source',
  'evidence',
  'key',
  'created_at',
]

export function eventsStore(db: Database) {
  const insert = db.prepare<[Omit<EventRow, 'id'>]>(
    `INSERT INTO security_events (${columns.join(', ')}) VALUES (${columns.map((name) => `@${name}`).join(', ')})
     ON CONFLICT (server_id, key) DO NOTHING`,
  )
  const get = db.prepare<[id: number], EventRow>('SELECT * FROM security_events WHERE id = ?')
  const remove = db.prepare<[id: number]>('DELETE FROM security_events WHERE id = ?')
  const trim = db.prepare<[serverId: string, sameServerId: string, max: number]>(
    `DELETE FROM security_events WHERE server_id = ? AND (created_at, id) <= (
       SELECT created_at, id FROM security_events WHERE server_id = ? ORDER BY created_at DESC, id DESC LIMIT 1 OFFSET ?)`,
  )
  return {
    /** The id of the new event; undefined if it was stored before. */
    add(row: Omit<EventRow, 'id'>): number | undefined {
      const { changes, lastInsertRowid } = insert.run(row)
      return changes === 0 ? undefined : Number(lastInsertRowid)
    },
    get: (id: number) => get.get(id),
    remove: (id: number) => void remove.run(id),
    /** Deletes the oldest events of a server, so that `max` of them stay. */
    trim: (serverId: string, max: number) => void trim.run(serverId, serverId, max),
    /** Newest first, after the event with this time of arrival and id. */
    page(filter: EventFilter, limit: number, after: readonly number[] | undefined): EventRow[] {
      const { terms, values } = where(filter)
      const [at, id] = after ?? []
      const position = after ? ['(created_at, id) < (@at, @id)'] : []
      return db
        .prepare<[object], EventRow>(
          `SELECT * FROM security_events ${whereOf([...terms, ...position])}
           ORDER BY created_at DESC, id DESC LIMIT @limit`,
        )
        .all({ ...values, limit, ...(after && { at, id }) })
    },
    /** The most frequent values; events without one do not count. */
    countBy(column: GroupColumn, filter: EventFilter, limit: number) {
      const { terms, values } = where(filter)
      return db
        .prepare<[object], { key: string; count: number }>(
          `SELECT ${column} AS key, count(*) AS count FROM security_events
           ${whereOf([...terms, `${column} IS NOT NULL`])} GROUP BY ${column} ORDER BY count DESC, key LIMIT @limit`,
        )
        .all({ ...values, limit })
    },
    /** By time of arrival in units of `step` seconds, ascending. */
    countByTime(step: number, filter: EventFilter) {
      const { terms, values } = where(filter)
      return db
        .prepare<[object], { unit: number; event_type: string; count: number }>(
          `SELECT created_at / CAST(@step AS INTEGER) AS unit, event_type, count(*) AS count FROM security_events ${whereOf(terms)}
           GROUP BY unit, event_type ORDER BY unit, event_type`,
        )
        .all({ ...values, step })
    },
  }
}
export type EventsStore = ReturnType<typeof eventsStore>
