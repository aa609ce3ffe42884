import type { Link } from '@svc/agent-sdk'
import { mostProbeResults, type NetworkProbeResult, NetworkProbeResults, type Payload, PingResult } from '@svc/protocol'

export type PingResultPayload = Payload<typeof PingResult>

/** How many results of each kind wait for a connection: the newest. */
export const mostKept = 300

export interface OutboxOptions {
  /** milliseconds for which rounds are collected that end at about the same time */
  readonly collectMs?: number
}

/** Adds to a list that keeps the newest. */
function keep<T>(list: T[], item: T): void {
  list.push(item)
  if (list.length > mostKept) list.shift()
}

/**
 * Tells the server of results. While there is no connection it keeps some: their time is with them, and a server that
 * restarts should not leave a gap.
 */
export function makeOutbox({ collectMs = 500 }: OutboxOptions = {}) {
  let link: Link | undefined
  const pings: PingResultPayload[] = []
  const rounds: NetworkProbeResult[] = []
  let collecting: NodeJS.Timeout | undefined

  const open = () => (link && !link.signal.aborted ? link : undefined)

  function sendRounds(): void {
    clearTimeout(collecting)
    collecting = undefined
    const to = open()
    if (!to) return
    while (rounds.length > 0) to.send(NetworkProbeResults, { results: rounds.splice(0, mostProbeResults) })
  }

  return {
    connected(opened: Link): void {
      link = opened
      for (const ping of pings.splice(0)) opened.send(PingResult, ping)
      sendRounds()
    },
    ping(result: PingResultPayload): void {
      const to = open()
      if (to) to.send(PingResult, result)
      else keep(pings, result)
    },
    round(result: NetworkProbeResult): void {
      keep(rounds, result)
      collecting ??= setTimeout(sendRounds, collectMs)
    },
    /** Forgets what nobody has taken. */
    clear(): void {
      clearTimeout(collecting)
      collecting = undefined
      pings.length = 0
      rounds.length = 0
    },
  }
}
