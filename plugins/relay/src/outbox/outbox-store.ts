import type { Database, Role } from '@svc/plugin-sdk'
import type { Outcome } from '@svc/push-relay/send-schema'
import type { Category } from '../category.ts'
import type { Reason } from './reason.ts'

export interface OutboxRow {
  readonly id: number
  readonly event_id: string
  readonly target_kind: 'phone' | 'browser'
  /** installation, or browser */
  readonly target_id: string
  readonly user_id: string
  readonly session_id: string
  /** of the registration, when it was encrypted for it */
  readonly revision: number
  readonly role: Role
  readonly category: Category | 'test'
  readonly created_at: number
  readonly expires_at: number
  /** null once it is finished */
  readonly ciphertext: Buffer | null
  readonly outcome: 'pending' | Exclude<Outcome, 'retryable'>
  readonly reason: Reason
  readonly attempts: number
  readonly next_attempt_ms: number | null
  readonly lease_id: string | null
  readonly lease_until_ms: number | null
  readonly finished_at: number | null
}

export type NewOutboxRow = Pick<
  OutboxRow,
  | 'event_id'
  | 'target_kind'
  | 'target_id'
  | 'user_id'
  | 'session_id'
  | 'revision'
  | 'role'
  | 'category'
  | 'created_at'
  | 'expires_at'
  | 'next_attempt_ms'
> & { readonly ciphertext: Buffer }

/** A lease that ends later than any lease lasts was taken before the clock was set back. */
const maxLeaseMs = 30_000
/** The same of attempts. */
const maxDelayMs = 1_800_000

/** Encrypted notifications, and what became of them. */
export function outboxStore(db: Database) {
  const insert = db.prepare<[NewOutboxRow]>(
    `INSERT INTO relay_outbox (event_id, target_kind, target_id, user_id, session_id, revision, role, category, created_at,
       expires_at, ciphertext, outcome, reason, attempts, next_attempt_ms)
     VALUES (@event_id, @target_kind, @target_id, @user_id, @session_id, @revision, @role, @category, @created_at,
       @expires_at, @ciphertext, 'pending', 'Queued', 0, @next_attempt_ms)
     ON CONFLICT (event_id, target_id) DO NOTHING`,
  )
  const free = `(lease_until_ms IS NULL OR lease_until_ms <= @now OR lease_until_ms > @now + ${maxLeaseMs})`
  /** Of each target the oldest first, so that an end never overtakes its beginning. */
  const isFirst = `NOT EXISTS (
    SELECT 1 FROM relay_outbox WHERE target_id = row.target_id AND outcome = 'pending' AND id < row.id
  )`
  /** One range of the index, because with `OR` all rows would be looked at while none is due. */
  const firstWhere = (isDue: string) => `SELECT * FROM (
    SELECT id FROM relay_outbox AS row WHERE outcome = 'pending' AND ${isDue} AND ${free} AND ${isFirst}
    ORDER BY next_attempt_ms, id LIMIT @limit
  )`
  const lease = db.prepare<[{ lease: string; now: number; limit: number }], OutboxRow>(
    `UPDATE relay_outbox SET lease_id = @lease, lease_until_ms = @now + ${maxLeaseMs}
     WHERE id IN (
       ${firstWhere('next_attempt_ms <= @now')} UNION ALL ${firstWhere(`next_attempt_ms > @now + ${maxDelayMs}`)}
       LIMIT @limit
     )
     RETURNING *`,
  )
  // The lease may have ended, and the row may be somebody else's by now.
  const finish = db.prepare<[{ id: number; lease: string | null; outcome: string; reason: Reason; at: number }]>(
    `UPDATE relay_outbox SET outcome = @outcome, reason = @reason, ciphertext = NULL, attempts = attempts + 1,
       next_attempt_ms = NULL, lease_id = NULL, lease_until_ms = NULL, finished_at = @at
     WHERE id = @id AND outcome = 'pending' AND lease_id = @lease`,
  )
  const retry = db.prepare<[{ id: number; lease: string | null; reason: Reason; next: number }]>(
    `UPDATE relay_outbox SET reason = @reason, attempts = attempts + 1, next_attempt_ms = @next, lease_id = NULL,
       lease_until_ms = NULL
     WHERE id = @id AND outcome = 'pending' AND lease_id = @lease`,
  )
  const release = db.prepare<[number, string | null]>(
    `UPDATE relay_outbox SET lease_id = NULL, lease_until_ms = NULL WHERE id = ? AND outcome = 'pending' AND lease_id IS ?`,
  )
  const expire = db.prepare<[{ now: number; at: number; limit: number }]>(
    `UPDATE relay_outbox SET outcome = 'expired', reason = 'Expired', ciphertext = NULL, next_attempt_ms = NULL,
       lease_id = NULL, lease_until_ms = NULL, finished_at = @at
     WHERE id IN (
       SELECT id FROM relay_outbox WHERE outcome = 'pending' AND expires_at <= @at AND ${free} LIMIT @limit
     )`,
  )
  const nextDue = db.prepare<[], { due: number }>(
    `SELECT max(next_attempt_ms, coalesce(lease_until_ms, 0)) AS due FROM relay_outbox AS row
     WHERE outcome = 'pending' AND ${isFirst} ORDER BY next_attempt_ms LIMIT 1`,
  )
  const get = db.prepare<[string, string], OutboxRow>('SELECT * FROM relay_outbox WHERE event_id = ? AND target_id = ?')
  return {
    /** False if the target has this event already. */
    insert: (row: NewOutboxRow): boolean => insert.run(row).changes > 0,
    get: (eventId: string, targetId: string) => get.get(eventId, targetId),
    /** Takes a lease on those that are due first. */
    lease: (id: string, now: number, limit: number) => lease.all({ lease: id, now, limit }),
    finish: (
      { id, lease_id: lease }: OutboxRow,
      outcome: Exclude<OutboxRow['outcome'], 'pending'>,
      reason: Reason,
      at: number,
    ) => finish.run({ id, lease, outcome, reason, at }).changes > 0,
    retry: ({ id, lease_id: lease }: OutboxRow, reason: Reason, next: number) =>
      void retry.run({ id, lease, reason, next }),
    /** Gives a lease back: the row was not sent. */
    release: ({ id, lease_id }: OutboxRow) => void release.run(id, lease_id),
    /** Finishes what has expired; returns how many. */
    expire: (nowMs: number, now: number, limit: number): number => expire.run({ now: nowMs, at: now, limit }).changes,
    /** When the next row can be claimed, about, in milliseconds; undefined if none is pending. */
    nextDue: () => nextDue.get()?.due,
  }
}
export type OutboxStore = ReturnType<typeof outboxStore>
