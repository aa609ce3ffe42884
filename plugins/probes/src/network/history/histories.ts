import type { Servers } from '@svc/plugin-enrollment/contract'
import { type Core, toSeconds } from '@svc/plugin-sdk'
import { hourSeconds } from '../../rounds/keys.ts'
import type { Round } from '../../rounds/round.ts'
import type { LatencyLimits } from '../anomalies.ts'
import type { LoadInput } from './history-worker.ts'
import { type ServerDump, ServerHistory } from './server-history.ts'
import { hoursKept } from './target-history.ts'

/** Servers of which the history is read at a time. */
const atOnce = 10

interface Dependencies extends Pick<Core, 'clock' | 'log' | 'offload'> {
  readonly servers: Pick<Servers, 'list'>
  readonly limits: LatencyLimits
}

/**
 * The last day of all servers in memory, so that looking at the fleet reads nothing. After a start it is read from the
 * disk while the program already runs; what is measured meanwhile waits until that of its server is there.
 */
export function makeHistories({ clock, log, offload, servers, limits }: Dependencies) {
  const module = new URL('./history-worker.js', import.meta.url)
  const all = new Map<number, ServerHistory>()
  const waiting = new Map<number, [number, Round][]>()
  const stopping = new AbortController()
  const began = toSeconds(clock.now())
  let loaded: Promise<void> | undefined
  let isLoaded = false

  const add = (server: number, series: number, round: Round) => {
    const history = all.get(server) ?? new ServerHistory()
    all.set(server, history)
    history.add(series, round, limits)
  }

  function settle(server: number, dump?: ServerDump) {
    if (dump) all.set(server, new ServerHistory(dump))
    for (const [series, round] of waiting.get(server) ?? []) add(server, series, round)
    waiting.delete(server)
  }

  async function load() {
    const numbers = servers.list().map(({ number }) => number)
    for (const number of numbers) waiting.set(number, [])
    const span = { from: began - (hoursKept - 1) * hourSeconds, to: began - 1 }
    try {
      for (let at = 0; at < numbers.length; at += atOnce) {
        const some = numbers.slice(at, at + atOnce)
        const read = await offload<LoadInput, (readonly [number, ServerDump])[]>(
          module,
          { servers: some, ...span, limits },
          { signal: stopping.signal },
        )
        for (const [server, dump] of read) settle(server, dump)
      }
    } catch (error) {
      if (!stopping.signal.aborted)
        log.error({ err: error }, 'what networks were like before the start could not be read')
    } finally {
      for (const server of [...waiting.keys()]) settle(server)
      isLoaded = true
    }
  }

  return {
    /** Begins to read; resolves when all is there. */
    loaded(): Promise<void> {
      loaded ??= load()
      return loaded
    },
    /** epoch seconds; what is measured now must not look as if it was on the disk already */
    earliest: () => (isLoaded ? 0 : began),
    add(server: number, series: number, round: Round) {
      const queue = waiting.get(server)
      if (queue) queue.push([series, round])
      else add(server, series, round)
    },
    get: (server: number): ServerHistory | undefined => all.get(server),
    forgetServer(server: number) {
      all.delete(server)
      waiting.delete(server)
    },
    forgetSeries(series: number) {
      for (const history of all.values()) history.forget(series)
    },
    close: () => stopping.abort(),
  }
}
export type Histories = ReturnType<typeof makeHistories>
