import type { Database } from '@svc/plugin-sdk'
import type { SubscriberType } from '../status-schema.ts'
import type { Notice } from './notice.ts'

export interface SubscriberRow {
  readonly id: string
  readonly type: SubscriberType
  /** email address or URL */
  readonly target: string
  readonly language: string
  readonly token: string
  readonly created_at: number
  readonly confirmed_at: number | null
  readonly asked_at: number
  /** JSON of a `CodedText` */
  readonly error_json: string | null
}

interface MessageRow {
  readonly id: string
  readonly subscriber: string
  readonly notice_json: string
  readonly attempts: number
  readonly next_attempt_ms: number
  readonly created_at: number
}

/** A message that is waiting. */
export interface QueuedMessage extends Omit<MessageRow, 'notice_json'> {
  readonly notice: Notice
}

export type SubscribersStore = ReturnType<typeof subscribersStore>

/** Subscribers, and the messages that are waiting for them. */
export function subscribersStore(db: Database) {
  const columns = 'id, type, target, language, token, created_at, confirmed_at, asked_at, error_json'
  const all = db.prepare<[], SubscriberRow>(`SELECT ${columns} FROM status_subscribers ORDER BY number DESC`)
  const one = db.prepare<[string], SubscriberRow>(`SELECT ${columns} FROM status_subscribers WHERE id = ?`)
  const byToken = db.prepare<[string], SubscriberRow>(`SELECT ${columns} FROM status_subscribers WHERE token = ?`)
  const byTarget = db.prepare<[SubscriberType, string], SubscriberRow>(
    `SELECT ${columns} FROM status_subscribers WHERE type = ? AND target = ?`,
  )
  const confirmed = db.prepare<[], { id: string }>(
    'SELECT id FROM status_subscribers WHERE confirmed_at IS NOT NULL ORDER BY number',
  )
  const count = db.prepare<[], { n: number }>('SELECT count(*) AS n FROM status_subscribers')
  const insert = db.prepare<[SubscriberRow]>(`
    INSERT INTO status_subscribers (${columns}) VALUES (@id, @type, @target, @language, @token, @created_at,
      @confirmed_at, @asked_at, @error_json)`)
  const confirm = db.prepare<[number, string]>('UPDATE status_subscribers SET confirmed_at = ? WHERE id = ?')
  const asked = db.prepare<[number, string, string]>(
    'UPDATE status_subscribers SET asked_at = ?, language = ? WHERE id = ?',
  )
  const setError = db.prepare<[string | null, string]>('UPDATE status_subscribers SET error_json = ? WHERE id = ?')
  const remove = db.prepare<[string]>('DELETE FROM status_subscribers WHERE id = ?')
  const removeUnconfirmed = db.prepare<[number]>(
    'DELETE FROM status_subscribers WHERE confirmed_at IS NULL AND created_at < ?',
  )
  const queue = db.prepare<[MessageRow]>(`
    INSERT INTO status_messages (id, subscriber, notice_json, attempts, next_attempt_ms, created_at)
    VALUES (@id, @subscriber, @notice_json, @attempts, @next_attempt_ms, @created_at)`)
  // The oldest of each subscriber, so that messages arrive in order.
  const due = db.prepare<[{ now: number; limit: number }], MessageRow>(`
    SELECT id, subscriber, notice_json, attempts, next_attempt_ms, created_at FROM status_messages
    WHERE number IN (SELECT min(number) FROM status_messages GROUP BY subscriber) AND next_attempt_ms <= @now
    ORDER BY number LIMIT @limit`)
  const waiting = db.prepare<[string], { n: number }>('SELECT count(*) AS n FROM status_messages WHERE subscriber = ?')
  const done = db.prepare<[string]>('DELETE FROM status_messages WHERE id = ?')
  const retry = db.prepare<[number, number, string]>(
    'UPDATE status_messages SET attempts = ?, next_attempt_ms = ? WHERE id = ?',
  )
  const clampTimes = db.prepare<[{ limit: number }]>(
    'UPDATE status_messages SET next_attempt_ms = @limit WHERE next_attempt_ms > @limit',
  )
  return {
    list: () => all.all(),
    get: (id: string) => one.get(id),
    byToken: (token: string) => byToken.get(token),
    byTarget: (type: SubscriberType, target: string) => byTarget.get(type, target),
    confirmedIds: () => confirmed.all().map(({ id }) => id),
    count: () => count.get()?.n ?? 0,
    insert: (row: SubscriberRow) => void insert.run(row),
    confirm: (id: string, at: number) => void confirm.run(at, id),
    asked: (id: string, at: number, language: string) => void asked.run(at, language, id),
    setError: (id: string, errorJson: string | null) => void setError.run(errorJson, id),
    /** With the messages that are waiting. */
    remove: (id: string) => void remove.run(id),
    removeUnconfirmed: (before: number) => void removeUnconfirmed.run(before),
    waiting: (subscriber: string) => waiting.get(subscriber)?.n ?? 0,
    queue: ({ notice, ...row }: QueuedMessage) => void queue.run({ ...row, notice_json: JSON.stringify(notice) }),
    due: (now: number, limit: number): QueuedMessage[] =>
      due.all({ now, limit }).map(({ notice_json, ...row }) => ({ ...row, notice: JSON.parse(notice_json) as Notice })),
    done: (id: string) => void done.run(id),
    retry: (id: string, attempts: number, at: number) => void retry.run(attempts, at, id),
    /** Times beyond `limit` were set before the clock was set back. */
    clampTimes: (limit: number) => void clampTimes.run({ limit }),
  }
}
