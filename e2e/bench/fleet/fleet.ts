import { setTimeout as sleep } from 'node:timers/promises'
import { startAgent } from './agent.ts'
import type { Enrolled } from './enrol.ts'

/** More agents would exceed the file descriptor limit and measure this program instead of the server. */
export const mostAgents = 20_000

export interface Fleet {
  readonly size: number
  connected(): number
  /** reports sent since the start */
  reports(): number
  drops(): number
  /** the reason of the last drop */
  lastDrop(): string | undefined
  /** Adds agents up to `count`; resolves when all are connected. */
  growTo(count: number): Promise<void>
  stop(): void
}

export interface FleetOptions {
  readonly url: URL
  readonly members: readonly Enrolled[]
  /** agents that connect per second */
  readonly connectRate?: number
  onReport?(serverId: string, netInTransfer: number): void
}

/** Agents that speak the real protocol, spread evenly over the report interval. */
export function makeFleet({ url, members, connectRate = 500, onReport }: FleetOptions): Fleet {
  if (members.length > mostAgents) throw new Error(`a fleet has at most ${mostAgents} agents`)
  const socketUrl = new URL('/api/agent/ws', url)
  socketUrl.protocol = 'ws:'
  const agents: { stop(): void }[] = []
  const counts = { connected: 0, reports: 0, drops: 0 }
  let lastDrop: string | undefined

  const start = (index: number) => {
    const member = members[index] as Enrolled
    let up = false
    agents.push(
      startAgent({
        socketUrl: socketUrl.href,
        index,
        token: member.token,
        // The golden ratio spreads any number of agents evenly, even while the fleet grows.
        phase: (index * 0.618_033_988_75) % 1,
        onConnected() {
          if (!up) counts.connected += 1
          up = true
        },
        onDropped(reason) {
          if (up) counts.connected -= 1
          up = false
          counts.drops += 1
          lastDrop = reason
        },
        onReport(netInTransfer) {
          counts.reports += 1
          onReport?.(member.server_id, netInTransfer)
        },
      }),
    )
  }

  return {
    get size() {
      return agents.length
    },
    connected: () => counts.connected,
    reports: () => counts.reports,
    drops: () => counts.drops,
    lastDrop: () => lastDrop,
    async growTo(count) {
      if (count > members.length) throw new Error(`only ${members.length} agents are enrolled`)
      const batch = Math.max(1, Math.round(connectRate / 20))
      while (agents.length < count) {
        for (let i = 0; i < batch && agents.length < count; i++) start(agents.length)
        await sleep(50)
      }
      const deadline = Date.now() + 60_000
      while (counts.connected < count) {
        if (Date.now() > deadline) {
          throw new Error(
            `only ${counts.connected} of ${count} agents are connected after 60 s (${lastDrop ?? 'no drop'})`,
          )
        }
        await sleep(50)
      }
    },
    stop() {
      for (const agent of agents) agent.stop()
    },
  }
}
