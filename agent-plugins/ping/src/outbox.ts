import type { Link } from '@svc/agent-sdk'
import { maxProbeResults, type NetworkProbeResult, NetworkProbeResults, type Payload, PingResult } from '@svc/protocol'

export type PingResultPayload = Payload<typeof PingResult>

export interface OutboxOptions {
  /** milliseconds for which rounds are collected that end at about the same time */
  readonly collectMs?: number
  /** milliseconds for which a result waits for a connection: the server takes the time of arrival for its own */
  readonly keptMs?: number
  /** milliseconds of a clock that never jumps */
  readonly now?: () => number
}

/** The newest result of each task or target. */
function makeNewest<T>(keptMs: number, now: () => number) {
  const results = new Map<string, { readonly result: T; readonly at: number }>()
  return {
    put(id: string, result: T): void {
      results.set(id, { result, at: now() })
    },
    /** Those that are not too old; afterwards there is none. */
    take(): T[] {
      const fresh = [...results.values()].filter(({ at }) => now() - at <= keptMs)
      results.clear()
      return fresh.map(({ result }) => result)
    },
  }
}

/**
 * Tells the server of results. While there is no connection it keeps the newest for a minute, so that a server which
 * restarts misses nothing.
 */
export function makeOutbox({
  collectMs = 500,
  keptMs = 60_000,
  now = performance.now.bind(performance),
}: OutboxOptions = {}) {
  let link: Link | undefined
  const pings = makeNewest<PingResultPayload>(keptMs, now)
  const rounds = makeNewest<NetworkProbeResult>(keptMs, now)
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
    /** Forgets what nobody has taken. */
    clear(): void {
      clearTimeout(collecting)
      pings.take()
      rounds.take()
    },
  }
}
