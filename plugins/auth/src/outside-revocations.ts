import { type Clock, type Core, credentialsRevoked, type Logger, toSeconds } from '@svc/plugin-sdk'
import type { OutsideRevocationsStore } from './outside-revocations-store.ts'
import type { Revocation } from './revocation.ts'

/** Connections close within a second; a look costs a few microseconds. */
const lookEvery = 500
const keptFor = 3_600_000

interface Deps {
  readonly store: OutsideRevocationsStore
  readonly revocation: Pick<Revocation, 'all'>
  readonly clock: Clock
  readonly log: Logger
  readonly emit: Core['emit']
}

/**
 * Commands of the host run in a process of their own, where the server's open connections are out of reach. So they
 * leave a note in the database, and the server looks for notes.
 */
export function makeOutsideRevocations({ store, revocation, clock, log, emit }: Deps) {
  let last = 0
  let failing = false
  let timers: (() => void)[] = []

  /** Nothing may escape from a timer, and a database that is out of order is reported once. */
  const guarded = (work: () => void) => () => {
    try {
      work()
      failing = false
    } catch (err) {
      if (!failing) log.error({ err }, 'revocations by commands cannot be read; open connections may outlive them')
      failing = true
    }
  }
  const look = guarded(() => {
    for (const { id, user_id: userId } of store.after(last)) {
      last = id
      emit(credentialsRevoked, { userId })
    }
  })
  const clean = guarded(() => store.dropUntil(toSeconds(clock.now() - keptFor)))

  return {
    /** For commands, inside their transaction: ends all credentials of a user, also where a running server holds them. */
    all(userId: string): void {
      revocation.all(userId)
      store.insert(userId, toSeconds(clock.now()))
    },
    /** What was noted before has no connections any more. */
    start(): void {
      last = store.newest()
      clean()
      timers = [clock.every(lookEvery, look), clock.every(keptFor, clean)]
    },
    stop(): void {
      for (const cancel of timers) cancel()
      timers = []
    },
  }
}
export type OutsideRevocations = ReturnType<typeof makeOutsideRevocations>
