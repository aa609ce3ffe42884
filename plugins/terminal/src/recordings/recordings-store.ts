import type { Database } from '@svc/plugin-sdk'
import type { Cut } from './recording-schema.ts'

export interface NewRecording {
  readonly id: string
  readonly server_id: string
  readonly user_id: string
  readonly username: string
  readonly started_at: number
}

export interface RecordingEnd {
  readonly ended_at: number
  readonly duration_ms: number
  readonly bytes: number
  readonly cut: Cut | null
}

export interface RecordingRow extends NewRecording, Omit<RecordingEnd, 'ended_at'> {
  readonly ended_at: number | null
}

export interface RecordingFilter {
  readonly serverId?: string | undefined
  readonly limit: number
  readonly offset: number
}

export type RecordingsStore = ReturnType<typeof recordingsStore>

export function recordingsStore(db: Database) {
  const insert = db.prepare<[NewRecording]>(`
    INSERT INTO terminal_recordings (id, server_id, user_id, username, started_at)
    VALUES (@id, @server_id, @user_id, @username, @started_at)`)
  const finish = db.prepare<[RecordingEnd & { id: string }]>(`
    UPDATE terminal_recordings SET ended_at = @ended_at, duration_ms = @duration_ms, bytes = @bytes, cut = @cut
    WHERE id = @id`)
  const get = db.prepare<[string], RecordingRow>('SELECT * FROM terminal_recordings WHERE id = ?')
  const remove = db.prepare<[string]>('DELETE FROM terminal_recordings WHERE id = ?')
  const ids = db.prepare<[], { id: string }>('SELECT id FROM terminal_recordings')
  const unfinished = db.prepare<[], RecordingRow>('SELECT * FROM terminal_recordings WHERE ended_at IS NULL')
  const expired = db.prepare<[number], { id: string }>(
    'SELECT id FROM terminal_recordings WHERE ended_at < ? ORDER BY started_at',
  )
  const oldest = db.prepare<[], { id: string }>(
    'SELECT id FROM terminal_recordings WHERE ended_at IS NOT NULL ORDER BY started_at LIMIT 1',
  )
  const size = db.prepare<[number], { bytes: number }>(
    'SELECT coalesce(sum(iif(ended_at IS NULL, ?, bytes)), 0) AS bytes FROM terminal_recordings',
  )
  const matching = '(@serverId IS NULL OR server_id = @serverId)'
  const page = db.prepare<[{ serverId: string | null; limit: number; offset: number }], RecordingRow>(`
    SELECT * FROM terminal_recordings WHERE ${matching} ORDER BY started_at DESC, id LIMIT @limit OFFSET @offset`)
  const count = db.prepare<[{ serverId: string | null }], { total: number }>(
    `SELECT count(*) AS total FROM terminal_recordings WHERE ${matching}`,
  )

  return {
    insert: (recording: NewRecording) => void insert.run(recording),
    finish: (id: string, end: RecordingEnd) => void finish.run({ id, ...end }),
    get: (id: string) => get.get(id),
    remove: (id: string) => void remove.run(id),
    ids: () => new Set(ids.all().map(({ id }) => id)),
    unfinished: () => unfinished.all(),
    /** ids of those that ended before */
    expired: (before: number) => expired.all(before).map(({ id }) => id),
    /** id of the oldest that has ended */
    oldest: () => oldest.get()?.id,
    /** Bytes of all; one that is being written counts as `reserved`. */
    size: (reserved: number) => size.get(reserved)?.bytes ?? 0,
    /** newest first */
    page({ serverId = undefined, limit, offset }: RecordingFilter) {
      const filter = { serverId: serverId ?? null }
      return { rows: page.all({ ...filter, limit, offset }), total: count.get(filter)?.total ?? 0 }
    },
  }
}
