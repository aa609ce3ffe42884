import type { Live } from '@svc/plugin-enrollment/contract'
import { type Clock, toTimestamp } from '@svc/plugin-sdk'
import type { Payload } from '@svc/protocol'
import { lossOf, type Round } from '../rounds/round.ts'
import { NetworkProbeUpdate } from '../wire.ts'

/** Updates are batched for a second, longer with many servers: browsers get at most fifty messages per second. */
const minDelayMs = 1000
const perServerMs = 20

type Results = Payload<typeof NetworkProbeUpdate>['results']

const toResult = (targetId: string, round: Round): Results[number] => ({
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

/** Sends rounds to browsers, one message per server and batch. */
export function makeLiveUpdates({ clock, live }: Dependencies) {
  const pending = new Map<string, Results>()
  let servers = 0
  let cancel: (() => void) | undefined

  function flush() {
    cancel = undefined
    servers = pending.size
    for (const [server_id, results] of pending) live.broadcast(NetworkProbeUpdate, { server_id, results })
    pending.clear()
  }

  return {
    add(serverId: string, targetId: string, round: Round) {
      if (live.viewers() === 0) return
      pending.getOrInsertComputed(serverId, () => []).push(toResult(targetId, round))
      cancel ??= clock.after(Math.max(minDelayMs, servers * perServerMs), flush)
    },
    close: () => cancel?.(),
  }
}
