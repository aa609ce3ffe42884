import type { CodedText, Core, Database } from '@svc/plugin-sdk'

export interface DeliveryRow {
  readonly id: number
  readonly channel_id: string
  readonly channel_name: string
  readonly event: 'triggered' | 'resolved' | 'recovered' | 'test'
  readonly title: string
  readonly notice_json: string
  /** number of merged notifications */
  readonly notices: number
  readonly state: 'waiting' | 'sent' | 'failed'
  /** including the current one */
  readonly attempts: number
  /** why the last attempt failed, JSON of a `CodedText` */
  readonly error_json: string | null
  readonly created_at: number
  readonly next_attempt_ms: number | null
  readonly finished_at: number | null
}

/** The error of a delivery in responses. */
export function errorView({ error_json }: Pick<DeliveryRow, 'error_json'>, text: Core['text']) {
  const error_text = error_json === null ? null : (JSON.parse(error_json) as CodedText)
  return { error: error_text && text(error_text), error_text }
}

export interface DeliveryFilter {
  readonly channelId?: string
  readonly state?: DeliveryRow['state']
  /** ids below this */
  readonly before?: number
  readonly limit: number
}

/** The result of an attempt. */
export type AttemptResult = Pick<
  DeliveryRow,
  'id' | 'state' | 'attempts' | 'error_json' | 'next_attempt_ms' | 'finished_at'
>

export type DeliveriesStore = ReturnType<typeof deliveriesStore>

export function deliveriesStore(db: Database) {
  const byId = db.prepare<[number], DeliveryRow>('SELECT * FROM alerts_deliveries WHERE id = ?')
  const insert = db.prepare<[Omit<DeliveryRow, 'id'>]>(
    `INSERT INTO alerts_deliveries (channel_id, channel_name, event, title, notice_json, notices, state, attempts, error_json,
       created_at, next_attempt_ms, finished_at)
     VALUES (@channel_id, @channel_name, @event, @title, @notice_json, @notices, @state, @attempts, @error_json,
       @created_at, @next_attempt_ms, @finished_at)`,
  )
  const rewrite = db.prepare<[Pick<DeliveryRow, 'id' | 'event' | 'title' | 'notice_json' | 'notices'>]>(
    `UPDATE alerts_deliveries SET event = @event, title = @title, notice_json = @notice_json, notices = @notices
     WHERE id = @id`,
  )
  const countWaiting = db.prepare<[string], { n: number }>(
    `SELECT count(*) AS n FROM alerts_deliveries WHERE channel_id = ? AND state = 'waiting'`,
  )
  const newest = db.prepare<[string], DeliveryRow>(
    'SELECT * FROM alerts_deliveries WHERE channel_id = ? ORDER BY id DESC LIMIT 1',
  )
  const newestWaiting = db.prepare<[string], DeliveryRow>(
    `SELECT * FROM alerts_deliveries WHERE channel_id = ? AND state = 'waiting' ORDER BY id DESC LIMIT 1`,
  )
  const next = db.prepare<[string], DeliveryRow>(
    `SELECT * FROM alerts_deliveries WHERE channel_id = ? AND state = 'waiting' ORDER BY id LIMIT 1`,
  )
  const channelsWithWaiting = db.prepare<[], { channel_id: string }>(
    `SELECT DISTINCT channel_id FROM alerts_deliveries WHERE state = 'waiting'`,
  )
  const begin = db.prepare<[number]>('UPDATE alerts_deliveries SET attempts = attempts + 1 WHERE id = ?')
  // The channel may have been disabled or deleted during the attempt.
  const settle = db.prepare<[AttemptResult]>(
    `UPDATE alerts_deliveries SET state = @state, attempts = @attempts, error_json = @error_json,
       next_attempt_ms = @next_attempt_ms, finished_at = @finished_at
     WHERE id = @id AND state = 'waiting'`,
  )
  const retry = db.prepare<[number, number]>(
    `UPDATE alerts_deliveries SET state = 'waiting', attempts = 0, next_attempt_ms = ?, finished_at = NULL
     WHERE id = ? AND state = 'failed'`,
  )
  const failWaiting = db.prepare<[string, number, string]>(
    `UPDATE alerts_deliveries SET state = 'failed', error_json = ?, next_attempt_ms = NULL, finished_at = ?
     WHERE channel_id = ? AND state = 'waiting'`,
  )
  return {
    get: (id: number) => byId.get(id),
    insert: (row: Omit<DeliveryRow, 'id'>) => void insert.run(row),
    rewrite: (row: Parameters<typeof rewrite.run>[0]) => void rewrite.run(row),
    countWaiting: (channelId: string) => countWaiting.get(channelId)?.n ?? 0,
    newest: (channelId: string) => newest.get(channelId),
    newestWaiting: (channelId: string) => newestWaiting.get(channelId),
    /** The oldest queued delivery of a channel. */
    next: (channelId: string) => next.get(channelId),
    channelsWithWaiting: () => channelsWithWaiting.all().map((row) => row.channel_id),
    begin: (id: number) => void begin.run(id),
    settle: (result: AttemptResult) => void settle.run(result),
    /** Queues a failed delivery again; false if it has not failed. */
    retry: (id: number, now: number) => retry.run(now, id).changes > 0,
    /** Fails all queued deliveries of a channel. */
    failWaiting: (channelId: string, reason: CodedText, at: number) =>
      void failWaiting.run(JSON.stringify(reason), at, channelId),

    /** Newest first. */
    page({ channelId, state, before, limit }: DeliveryFilter): DeliveryRow[] {
      const terms = [
        ...(channelId === undefined ? [] : ['channel_id = @channelId']),
        ...(state === undefined ? [] : ['state = @state']),
        ...(before === undefined ? [] : ['id < @before']),
      ]
      const where = terms.length > 0 ? `WHERE ${terms.join(' AND ')}` : ''
      return db
        .prepare<[object], DeliveryRow>(`SELECT * FROM alerts_deliveries ${where} ORDER BY id DESC LIMIT @limit`)
        .all({ channelId, state, before, limit })
    },
  }
}
