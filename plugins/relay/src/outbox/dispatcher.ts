import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type Clock, type Database, type Logger, toSeconds } from '@svc/plugin-sdk'
import type { OutboxRow, OutboxStore } from './outbox-store.ts'
import type { Verdict } from './reason.ts'

/** Rows that are sent at a time: a relay far away takes a tenth of a second for each. */
const workers = 8
/** A worker waits so long before its next row, because a full outbox must not hold up what agents report. */
const pauseMs = 8
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
  const running = new Set<Promise<void>>()
  let cancelWake = () => {}

  function settle(row: OutboxRow, { outcome, reason, isGone, retryAfter }: Verdict): void {
    const now = clock.now()
    if (outcome !== 'retryable') {
      db.transaction(() => {
        if (store.finish(row, outcome, reason, toSeconds(now)) && isGone) senders[row.target_kind].invalidate(row)
      })
      if (outcome === 'permanent' && !isGone && reason !== 'Ineligible') {
        log.warn({ target: row.target_kind, event_id: row.event_id, reason }, 'push notification not delivered')
      }
      return
    }
    // Not past the expiry, at which it is finished.
    store.retry(row, reason, Math.min(now + retryDelay(row.attempts, retryAfter), row.expires_at * 1000))
  }

  async function attempt(row: OutboxRow): Promise<void> {
    if (row.expires_at <= toSeconds(clock.now())) return settle(row, { outcome: 'expired', reason: 'Expired' })
    const send = senders[row.target_kind].targetOf(row)
    if (!send) return settle(row, { outcome: 'permanent', reason: 'Ineligible' })
    const verdict = await send(stop.signal)
    if (stop.signal.aborted && verdict.outcome === 'retryable') store.release(row)
    else settle(row, verdict)
  }

  async function work(): Promise<void> {
    const lease = randomUUID()
    while (!stop.signal.aborted) {
      const row = store.claim(lease, clock.now())
      if (!row) return
      await attempt(row)
      await pause(pauseMs)
    }
  }

  const failed = (err: unknown) => log.error({ err }, 'sending push notifications failed; retrying')

  function wakeIn(ms: number): void {
    cancelWake()
    cancelWake = stop.signal.aborted ? () => {} : clock.after(Math.min(ms, pollMs), pump)
  }

  /** Wakes when the next row is due. Whatever failed, a full disk for example, would fail again at once. */
  function scheduleNext(hasFailed: boolean): void {
    try {
      const due = store.nextDue()
      if (due !== undefined) wakeIn(hasFailed ? pollMs : Math.max(due - clock.now(), 0))
    } catch (err) {
      failed(err)
      wakeIn(pollMs)
    }
  }

  function startWorker(): void {
    let hasFailed = false
    const worker = work()
      .catch((err: unknown) => {
        hasFailed = true
        failed(err)
      })
      .finally(() => {
        running.delete(worker)
        if (running.size === 0) scheduleNext(hasFailed)
      })
    running.add(worker)
  }

  /** Called by timers, so it must not throw. */
  function pump(): void {
    if (stop.signal.aborted) return
    try {
      while (store.expire(clock.now(), toSeconds(clock.now()), expiredPerTurn) === expiredPerTurn);
    } catch (err) {
      failed(err)
      wakeIn(pollMs)
      return
    }
    for (let free = workers - running.size; free > 0; free--) startWorker()
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
      await Promise.all(running)
    },
  }
}
export type Dispatcher = ReturnType<typeof makeDispatcher>
