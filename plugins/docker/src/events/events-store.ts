import type { Database } from '@svc/plugin-sdk'
import type { DockerEvent } from '../wire.ts'

interface EventRow {
  readonly timestamp: number
  readonly event_type: string
  readonly action: string
  readonly actor_id: string
  readonly actor_name: string | null
  /** JSON */
  readonly attributes: string
}

const columns = 'timestamp, event_type, action, actor_id, actor_name, attributes'

export const toEvent = (row: EventRow): DockerEvent => ({ ...row, attributes: JSON.parse(row.attributes) })

export type EventsStore = ReturnType<typeof eventsStore>

export function eventsStore(db: Database) {
  const insert = db.prepare<[string, number, string, string, string, string | null, string]>(
    `INSERT INTO docker_events (server_id, ${columns}) VALUES (?, ?, ?, ?, ?, ?, ?)`,
  )
  const newest = (condition: string) =>
    db.prepare<[object], EventRow & { id: number }>(
      `SELECT id, ${columns} FROM docker_events WHERE server_id = @serverId ${condition}
       ORDER BY timestamp DESC, id DESC LIMIT @limit`,
    )
  const first = newest('')
  const next = newest('AND (timestamp, id) < (@timestamp, @id)')
  const at = db.prepare<[serverId: string, timestamp: number], EventRow>(
    `SELECT ${columns} FROM docker_events WHERE server_id = ? AND timestamp = ?`,
  )
  const latest = db.prepare<[serverId: string], { timestamp: number | null }>(
    'SELECT max(timestamp) AS timestamp FROM docker_events WHERE server_id = ?',
  )
  const trim = db.prepare<[serverId: string, sameServerId: string, max: number]>(
    `DELETE FROM docker_events WHERE server_id = ? AND (timestamp, id) <= (
       SELECT timestamp, id FROM docker_events WHERE server_id = ? ORDER BY timestamp DESC, id DESC LIMIT 1 OFFSET ?)`,
  )
  const deaths = db.prepare<[serverId: string, since: number, min: number], { actor_id: string; name: string | null }>(
    `SELECT actor_id, max(actor_name) AS name FROM docker_events
     WHERE server_id = ? AND timestamp >= ? AND event_type = 'container' AND action = 'die'
     GROUP BY actor_id HAVING count(*) >= ?`,
  )
  const ofContainers = db.prepare<[serverId: string, before: number], Omit<EventRow, 'event_type' | 'attributes'>>(
    `SELECT timestamp, action, actor_id, actor_name FROM docker_events
     WHERE server_id = ? AND timestamp < ? AND event_type = 'container' ORDER BY timestamp, id`,
  )
  return {
    add(serverId: string, event: DockerEvent) {
      const { timestamp, event_type, action, actor_id, actor_name = null, attributes } = event
      insert.run(serverId, timestamp, event_type, action, actor_id, actor_name, JSON.stringify(attributes))
    },
    /** Newest first, before the event with this time and id. */
    page(serverId: string, limit: number, before: readonly number[] | undefined) {
      const [timestamp, id] = before ?? []
      return before ? next.all({ serverId, limit, timestamp, id }) : first.all({ serverId, limit })
    },
    /** The events of one second. */
    at: (serverId: string, timestamp: number) => at.all(serverId, timestamp).map(toEvent),
    /** The time of the newest event. */
    latest: (serverId: string) => latest.get(serverId)?.timestamp ?? null,
    /** Containers that ended at least `min` times since then. */
    deaths: (serverId: string, since: number, min: number) => deaths.all(serverId, since, min),
    /** Events of containers before a time, oldest first. */
    ofContainers: (serverId: string, before: number) => ofContainers.all(serverId, before),
    /** Deletes the oldest events, so that `max` of them stay. */
    trim: (serverId: string, max: number) => void trim.run(serverId, serverId, max),
  }
}
