import type { Clock, Job, Logger } from '@svc/plugin-sdk'
import type { Round } from './round.ts'
import type { PendingRounds, RoundsStore } from './rounds-store.ts'

/** Servers per transaction: with twenty targets each about two milliseconds of the main thread. */
export const chunkSize = 10
/** The walk ends before the next one begins. */
const walkMs = 50_000
/** Rounds of one series that wait when the disk refuses them; older ones go first. */
const maxPendingRounds = 240

interface Dependencies {
  readonly clock: Clock
  readonly log: Logger
  readonly name: string
  readonly store: Pick<RoundsStore, 'write'>
}

type Waiting = Map<number, Round[]>

/**
 * Keeps rounds in memory for up to a minute and writes them a few servers at a time, spread over the minute, so that no
 * transaction is long and no minute has a peak. A normal end writes what is left; a crash loses a minute at most.
 */
export function makeRoundWriter({ clock, log, name, store }: Dependencies) {
  const waiting = new Map<number, Waiting>()
  let cancel = () => {}

  function write(servers: readonly number[]) {
    const all = servers.flatMap((server): PendingRounds[] => {
      const series = waiting.get(server)
      return series ? [{ server, series }] : []
    })
    if (all.length === 0) return
    store.write(all, Math.floor(clock.now() / 60_000))
    for (const { server } of all) waiting.delete(server)
  }

  function walk(servers: readonly number[], at: number, began: number) {
    const next = at + chunkSize
    if (next < servers.length) {
      // Planned before this chunk is written, so that one that fails does not end the walk.
      const due = began + Math.floor((walkMs * next) / servers.length)
      cancel = clock.after(Math.max(0, due - clock.now()), () => {
        try {
          walk(servers, next, began)
        } catch (error) {
          log.error({ err: error }, 'rounds of a part of the fleet were not written; they are tried again')
        }
      })
    }
    write(servers.slice(at, next))
  }

  const job: Job = {
    name,
    every: 60_000,
    align: true,
    offset: 3000,
    run() {
      cancel()
      walk(
        [...waiting.keys()].sort((a, b) => a - b),
        0,
        clock.now(),
      )
    },
  }
  return {
    job,
    add(server: number, series: number, round: Round) {
      const all = waiting.get(server) ?? new Map<number, Round[]>()
      waiting.set(server, all)
      const rounds = all.get(series)
      if (!rounds) all.set(series, [round])
      else {
        if (rounds.length >= maxPendingRounds) rounds.shift()
        rounds.push(round)
      }
    },
    /** Writes what waits of a server now, so that who reads it next misses nothing. */
    flush: (server: number) => write([server]),
    forgetServer: (server: number) => void waiting.delete(server),
    forgetSeries(series: number) {
      for (const all of waiting.values()) all.delete(series)
    },
    close() {
      cancel()
      write([...waiting.keys()])
    },
  }
}
export type RoundWriter = ReturnType<typeof makeRoundWriter>
