import type { Live } from '@svc/plugin-enrollment/contract'
import { type Clock, toTimestamp } from '@svc/plugin-sdk'
import { NetworkProbeUpdate, type Payload } from '@svc/protocol'
import { lossOf, type Round } from '../rounds/round.ts'

/** What comes within a second is told at once; of many servers it comes later, so that browsers get fifty messages a second. */
const shortestMs = 1000
const perServerMs = 20

type Results = Payload<typeof NetworkProbeUpdate>['results']

const shown = (targetId: string, round: Round): Results[number] => ({
  target_id: targetId,
  avg_latency: round.avg,
  min_latency: round.min,
  max_latency: round.max,
  packet_loss: lossOf(round),
  packet_sent: round.sent,
  packet_received: round.received,
  timestamp: toTimestamp(round.at),
})

interface Dependencies {
  readonly clock: Pick<Clock, 'after'>
  readonly live: Pick<Live, 'broadcast' | 'viewers'>
}

/** Tells browsers of rounds, one message per server and turn. */
export function makeTelling({ clock, live }: Dependencies) {
  const waiting = new Map<string, Results>()
  let servers = 0
  let cancel: (() => void) | undefined

  function tell() {
    cancel = undefined
    servers = waiting.size
    for (const [server_id, results] of waiting) live.broadcast(NetworkProbeUpdate, { server_id, results })
    waiting.clear()
  }

  return {
    add(serverId: string, targetId: string, round: Round) {
      if (live.viewers() === 0) return
      const results = waiting.get(serverId) ?? []
      waiting.set(serverId, results)
      results.push(shown(targetId, round))
      cancel ??= clock.after(Math.max(shortestMs, servers * perServerMs), tell)
    },
    close: () => cancel?.(),
  }
}
