import type { Database } from '@svc/plugin-sdk'
import { type Clock, type Core, credentialsRevoked, type Logger, toSeconds } from '@svc/plugin-sdk'
import type { Revocation } from './revocation.ts'

/** A revocation of all credentials of a user by another process. */
interface OutsideRevocationRow {
  readonly id: number
  readonly user_id: string
}

function outsideRevocationsStore(db: Database) {
  const insert = db.prepare<[string, number]>(
    'INSERT INTO auth_outside_revocations (user_id, created_at) VALUES (?, ?)',
  )
  const newest = db.prepare<[], { id: number | null }>('SELECT max(id) AS id FROM auth_outside_revocations')
  const after = db.prepare<[number], OutsideRevocationRow>(
    'SELECT id, user_id FROM auth_outside_revocations WHERE id > ? ORDER BY id',
  )
  const deleteUntil = db.prepare<[number]>('DELETE FROM auth_outside_revocations WHERE created_at <= ?')
  return {
    /** @param now seconds */
    insert: (userId: string, now: number) => void insert.run(userId, now),
    /** 0 without rows; ids are never reused */
    newest: (): number => newest.get()?.id ?? 0,
    after: (id: number) => after.all(id),
    deleteUntil: (seconds: number) => void deleteUntil.run(seconds),
  }
}

/** Connections close within a second; a poll takes a few microseconds. */
const pollMs = 500
const retentionMs = 3_600_000

interface Deps {
  readonly db: Database
  readonly revocation: Pick<Revocation, 'all'>
  readonly clock: Clock
  readonly log: Logger
  readonly emit: Core['emit']
}

/**
 * Revocations by CLI commands, which run in their own process and cannot close the connections of the server. They insert
 * a row, and the server polls for new rows.
 */
export function makeOutsideRevocations({ db, revocation, clock, log, emit }: Deps) {
  const store = outsideRevocationsStore(db)
  let lastId = 0
  let failing = false
  let timers: (() => void)[] = []

  /** Catches errors inside timers and logs only the first of a series. */
  const guarded = (work: () => void) => () => {
    try {
      work()
      failing = false
    } catch (err) {
      if (!failing)
        log.error({ err }, 'failed to read revocations by commands; connections of revoked credentials may stay open')
      failing = true
    }
  }
  const poll = guarded(() => {
    for (const { id, user_id: userId } of store.after(lastId)) {
      lastId = id
      emit(credentialsRevoked, { userId })
    }
  })
  const clean = guarded(() => store.deleteUntil(toSeconds(clock.now() - retentionMs)))

  return {
    /** Revokes all credentials of a user, also in a running server. For commands, inside their transaction. */
    all(userId: string): void {
      revocation.all(userId)
      store.insert(userId, toSeconds(clock.now()))
    },
    /** Skips existing rows: connections from before this start are closed anyway. */
    start(): void {
      lastId = store.newest()
      clean()
      timers = [clock.every(pollMs, poll), clock.every(retentionMs, clean)]
    },
    stop(): void {
      for (const cancel of timers) cancel()
      timers = []
    },
  }
}
export type OutsideRevocations = ReturnType<typeof makeOutsideRevocations>
