import type { Clock, Job, Logger } from '@svc/plugin-sdk'
import { makeWalk } from '@svc/series'
import type { Round } from './round.ts'
import type { PendingRounds, RoundsStore } from './rounds-store.ts'

/** Servers per transaction: about two milliseconds with twenty targets each. */
export const chunkSize = 10
/** Shorter than the interval of the job. */
const spreadMs = 50_000
/** Per series, while writes fail; the oldest are dropped first. */
const maxPendingRounds = 240

interface Dependencies {
  readonly clock: Clock
  readonly log: Logger
  readonly name: string
  readonly store: Pick<RoundsStore, 'write'>
}

type PendingSeries = Map<number, Round[]>

/**
 * Buffers rounds for up to a minute and writes a few servers at a time, spread over the minute to keep transactions short.
 * A shutdown writes the rest; a crash loses at most a minute.
 */
export function makeRoundWriter({ clock, log, name, store }: Dependencies) {
  const pending = new Map<number, PendingSeries>()

  function write(servers: readonly number[]) {
    const all = servers.flatMap((server): PendingRounds[] => {
      const series = pending.get(server)
      return series ? [{ server, series }] : []
    })
    if (all.length === 0) return
    store.write(all, Math.floor(clock.now() / 60_000))
    for (const { server } of all) pending.delete(server)
  }

  const walk = makeWalk<number>(
    { clock, log, chunkSize, spreadMs, failure: 'could not write probe rounds of some servers; retrying' },
    write,
  )

  const job: Job = {
    name,
    every: 60_000,
    align: true,
    offset: 3000,
    run: () => walk.start([...pending.keys()].sort((a, b) => a - b)),
  }
  return {
    job,
    add(server: number, series: number, round: Round) {
      const ofServer = pending.getOrInsertComputed(server, () => new Map<number, Round[]>())
      const rounds = ofServer.getOrInsertComputed(series, () => [])
      if (rounds.length >= maxPendingRounds) rounds.shift()
      rounds.push(round)
    },
    /** Writes the pending rounds of a server, before it is read. */
    flush: (server: number) => write([server]),
    forgetServer: (server: number) => void pending.delete(server),
    forgetSeries(series: number) {
      for (const all of pending.values()) all.delete(series)
    },
    close() {
      walk.stop()
      write([...pending.keys()])
    },
  }
}
export type RoundWriter = ReturnType<typeof makeRoundWriter>
