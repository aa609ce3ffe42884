import type { Link } from '@svc/agent-sdk'
import { maxProbeResults, type NetworkProbeResult, NetworkProbeResults, PingResult } from '@svc/plugin-probes/wire'
import type { Payload } from '@svc/protocol'

export type PingResultPayload = Payload<typeof PingResult>

export interface OutboxOptions {
  /** time in which network results are batched, in milliseconds */
  readonly collectMs?: number
  /** max age of a result in milliseconds; limited because the server stores results with their time of arrival */
  readonly maxAgeMs?: number
  /** monotonic clock, in milliseconds */
  readonly now?: () => number
}

/** Keeps the latest result of each task or target. */
function makeLatestResults<T>(keptMs: number, now: () => number) {
  const results = new Map<string, { readonly result: T; readonly at: number }>()
  return {
    put(id: string, result: T): void {
      results.set(id, { result, at: now() })
    },
    /** Returns the results that are not too old, and clears. */
    take(): T[] {
      const fresh = [...results.values()].filter(({ at }) => now() - at <= keptMs)
      results.clear()
      return fresh.map(({ result }) => result)
    },
  }
}

/**
 * Sends results to the server. While disconnected it keeps the latest results for a minute, so that a restart of the server
 * loses nothing.
 */
export function makeOutbox({
  collectMs = 500,
  maxAgeMs = 60_000,
  now = performance.now.bind(performance),
}: OutboxOptions = {}) {
  let link: Link | undefined
  const pings = makeLatestResults<PingResultPayload>(maxAgeMs, now)
  const rounds = makeLatestResults<NetworkProbeResult>(maxAgeMs, now)
  let collecting: NodeJS.Timeout | undefined

  const open = () => (link && !link.signal.aborted ? link : undefined)

  function sendRounds(): void {
    clearTimeout(collecting)
    collecting = undefined
    const to = open()
    if (!to) return
    const results = rounds.take()
    while (results.length > 0) to.send(NetworkProbeResults, { results: results.splice(0, maxProbeResults) })
  }

  return {
    connected(opened: Link): void {
      link = opened
      for (const ping of pings.take()) opened.send(PingResult, ping)
      sendRounds()
    },
    ping(result: PingResultPayload): void {
      const to = open()
      if (to) to.send(PingResult, result)
      else pings.put(result.task_id, result)
    },
    round(result: NetworkProbeResult): void {
      rounds.put(result.target_id, result)
      collecting ??= setTimeout(sendRounds, collectMs)
    },
    /** Drops all unsent results. */
    clear(): void {
      clearTimeout(collecting)
      pings.take()
      rounds.take()
    },
  }
}
