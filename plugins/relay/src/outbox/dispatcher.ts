import { randomInt, randomUUID } from 'node:crypto'
import { type Clock, type Database, type Logger, toSeconds } from '@svc/plugin-sdk'
import type { OutboxRow, OutboxStore } from './outbox-store.ts'
import type { Verdict } from './reason.ts'

/** Rows that are sent at a time: a relay far away takes a tenth of a second for each. */
const places = 8
/**
 * Answers of so many milliseconds are recorded together, and the next rows leased with them: one transaction instead of
 * two for each, and a full outbox does not hold up what agents report.
 */
const gatherMs = 7
/** Looks for work this often, besides when something is queued or due. */
const pollMs = 5000
const maxDelaySeconds = 300
/** Rows that one statement finishes. */
const expiredPerTurn = 200

/** Milliseconds until the next attempt: 2, 4, 8 … 256 seconds, a fifth more or less, and at least what the other side asks for. */
export function retryDelay(attempts: number, retryAfter = 0): number {
  const seconds = Math.min(2 ** Math.min(attempts + 1, 8), maxDelaySeconds)
  const jitter = randomInt(800, 1201) / 1000
  return Math.max(seconds * jitter, retryAfter) * 1000
}

/** Sends to one kind of targets. */
export interface Sender {
  /** What to send it with now; undefined if it may no longer be sent. */
  targetOf(row: OutboxRow): ((signal: AbortSignal) => Promise<Verdict>) | undefined
  /** The push service confirmed that the registration of the row is gone. */
  invalidate(row: OutboxRow): void
}

interface Dependencies {
  readonly clock: Clock
  readonly db: Pick<Database, 'transaction' | 'afterCommit'>
  readonly log: Logger
  readonly store: OutboxStore
  readonly senders: Readonly<Record<OutboxRow['target_kind'], Sender>>
}

/**
 * Sends what is in the outbox. Each row is leased, checked again, sent, and finished in one statement: after a crash it is
 * sent again when the lease ends, unless its acceptance was recorded.
 */
export function makeDispatcher({ clock, db, log, store, senders }: Dependencies) {
  const stop = new AbortController()
  const sending = new Set<Promise<void>>()
  let answered: { readonly row: OutboxRow; readonly verdict: Verdict }[] = []
  let gathering: NodeJS.Timeout | undefined
  let cancelWake = () => {}

  function record(row: OutboxRow, { outcome, reason, isGone, retryAfter }: Verdict): void {
    const now = clock.now()
    if (outcome !== 'retryable') {
      if (store.finish(row, outcome, reason, toSeconds(now)) && isGone) senders[row.target_kind].invalidate(row)
      if (outcome === 'permanent' && !isGone && reason !== 'Ineligible') {
        log.warn({ target: row.target_kind, event_id: row.event_id, reason }, 'push notification not delivered')
      }
    } else if (stop.signal.aborted) {
      store.release(row)
    } else {
      // Not past the expiry, at which it is finished.
      store.retry(row, reason, Math.min(now + retryDelay(row.attempts, retryAfter), row.expires_at * 1000))
    }
  }

  async function attempt(row: OutboxRow): Promise<Verdict> {
    if (row.expires_at <= toSeconds(clock.now())) return { outcome: 'expired', reason: 'Expired' }
    const send = senders[row.target_kind].targetOf(row)
    return send ? send(stop.signal) : { outcome: 'permanent', reason: 'Ineligible' }
  }

  const failed = (err: unknown) => log.error({ err }, 'sending push notifications failed; retrying')

  function start(row: OutboxRow): void {
    const sent = attempt(row)
      .then((verdict) => void answered.push({ row, verdict }), failed)
      .finally(() => {
        sending.delete(sent)
        gathering ??= setTimeout(turn, gatherMs)
      })
    sending.add(sent)
  }

  /** Records what was answered, and leases as many rows as places are free. */
  function recordAndLease(): OutboxRow[] {
    const rows = db.transaction(() => {
      for (const { row, verdict } of answered) record(row, verdict)
      return stop.signal.aborted ? [] : store.lease(randomUUID(), clock.now(), places - sending.size)
    })
    answered = []
    return rows
  }

  function wakeIn(ms: number): void {
    cancelWake()
    cancelWake = stop.signal.aborted ? () => {} : clock.after(Math.min(ms, pollMs), pump)
  }

  /** Called by timers, as is the next, so they must not throw. Whatever failed, a full disk for example, would fail again at once. */
  function turn(): void {
    clearTimeout(gathering)
    gathering = undefined
    try {
      const rows = recordAndLease()
      for (const row of rows) start(row)
      if (sending.size === places) return
      const due = store.nextDue()
      if (due !== undefined) wakeIn(Math.max(due - clock.now(), 0))
    } catch (err) {
      failed(err)
      wakeIn(pollMs)
    }
  }

  function pump(): void {
    if (stop.signal.aborted) return
    try {
      while (store.expire(clock.now(), toSeconds(clock.now()), expiredPerTurn) === expiredPerTurn);
    } catch (err) {
      failed(err)
      wakeIn(pollMs)
      return
    }
    turn()
  }

  return {
    pump,
    /** Sends as soon as the current transaction is committed. */
    wake(): void {
      db.afterCommit(() => wakeIn(0))
    },
    async close(): Promise<void> {
      cancelWake()
      stop.abort()
      await Promise.all(sending)
      turn()
    },
  }
}
export type Dispatcher = ReturnType<typeof makeDispatcher>
