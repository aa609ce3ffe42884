import type { Servers } from '@svc/plugin-enrollment/contract'
import { type Core, toSeconds } from '@svc/plugin-sdk'
import type { Round } from '../../rounds/round.ts'
import { hourSeconds } from '../../rounds/tables.ts'
import type { LatencyLimits } from '../anomalies.ts'
import type { LoadInput } from './history-worker.ts'
import { type ServerDump, ServerHistory } from './server-history.ts'
import { hoursKept } from './target-history.ts'

const serversPerLoad = 10

interface Dependencies extends Pick<Core, 'clock' | 'log' | 'offload'> {
  readonly servers: Pick<Servers, 'list'>
  readonly limits: LatencyLimits
}

/**
 * Keeps the last day of all servers in memory, so that the overview does not read from disk. It is loaded after startup
 * in the background; new rounds of a server are queued until its history is loaded.
 */
export function makeHistories({ clock, log, offload, servers, limits }: Dependencies) {
  const worker = new URL('./history-worker.js', import.meta.url)
  const all = new Map<number, ServerHistory>()
  const queued = new Map<number, [number, Round][]>()
  const controller = new AbortController()
  const startedAt = toSeconds(clock.now())
  let loaded: Promise<void> | undefined
  let isLoaded = false

  const add = (server: number, series: number, round: Round) => {
    all.getOrInsertComputed(server, () => new ServerHistory()).add(series, round, limits)
  }

  function settle(server: number, dump?: ServerDump) {
    if (dump) all.set(server, new ServerHistory(dump))
    for (const [series, round] of queued.get(server) ?? []) add(server, series, round)
    queued.delete(server)
  }

  async function load() {
    const numbers = servers.list().map(({ number }) => number)
    for (const number of numbers) queued.set(number, [])
    const span = { from: startedAt - (hoursKept - 1) * hourSeconds, to: startedAt - 1 }
    try {
      for (let at = 0; at < numbers.length; at += serversPerLoad) {
        const some = numbers.slice(at, at + serversPerLoad)
        const read = await offload<LoadInput, (readonly [number, ServerDump])[]>(
          worker,
          { servers: some, ...span, limits },
          { signal: controller.signal },
        )
        for (const [server, dump] of read) settle(server, dump)
      }
    } catch (error) {
      if (!controller.signal.aborted) log.error({ err: error }, 'could not load the network history')
    } finally {
      for (const server of [...queued.keys()]) settle(server)
      isLoaded = true
    }
  }

  return {
    /** Starts loading on first use; resolves when everything is loaded. */
    loaded(): Promise<void> {
      loaded ??= load()
      return loaded
    },
    /** epoch seconds; new rounds must not overlap with those loaded from disk */
    earliest: () => (isLoaded ? 0 : startedAt),
    add(server: number, series: number, round: Round) {
      const queue = queued.get(server)
      if (queue) queue.push([series, round])
      else add(server, series, round)
    },
    get: (server: number): ServerHistory | undefined => all.get(server),
    forgetServer(server: number) {
      all.delete(server)
      queued.delete(server)
    },
    forgetSeries(series: number) {
      for (const history of all.values()) history.forget(series)
    },
    close: () => controller.abort(),
  }
}
export type Histories = ReturnType<typeof makeHistories>
