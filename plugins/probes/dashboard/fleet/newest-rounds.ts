import type { NetworkSummary, TargetSummary } from '@svc/plugin-probes/contract'
import type { Payload } from '@svc/protocol'
import type { NetworkProbeResult, NetworkProbeUpdate } from '../../src/wire.ts'

/** The newest round of each target, by server. */
export type NewestRounds = ReadonlyMap<string, ReadonlyMap<string, NetworkProbeResult>>

/** Rounds that were just stored, added to those that are known. */
export function withUpdate(rounds: NewestRounds, update: Payload<typeof NetworkProbeUpdate>): NewestRounds {
  const before = rounds.get(update.server_id)
  const next = new Map(before)
  for (const round of update.results) {
    const known = next.get(round.target_id)
    if (!known || Date.parse(round.timestamp) > Date.parse(known.timestamp)) next.set(round.target_id, round)
  }
  return new Map(rounds).set(update.server_id, next)
}

const isNewer = (round: NetworkProbeResult | undefined, target: TargetSummary): round is NetworkProbeResult =>
  round !== undefined &&
  (target.last_probe_at === null || Date.parse(round.timestamp) > Date.parse(target.last_probe_at))

type Heard = ReadonlyMap<string, NetworkProbeResult>

const made = new WeakMap<NetworkSummary, { readonly heard: Heard; readonly result: NetworkSummary }>()

/** The server with what was heard of it since it was read; the same object as long as nothing new was. */
export function upToDate<Of extends NetworkSummary>(server: Of, rounds: NewestRounds): Of {
  const heard = rounds.get(server.server_id)
  if (!heard) return server
  const before = made.get(server)
  if (before?.heard === heard) return before.result as Of
  const result = patched(server, heard)
  made.set(server, { heard, result })
  return result
}

function patched<Of extends NetworkSummary>(server: Of, heard: Heard): Of {
  if (!server.targets.some((target) => isNewer(heard.get(target.target_id), target))) return server
  const targets = server.targets.map((target) => {
    const round = heard.get(target.target_id)
    if (!isNewer(round, target)) return target
    const { avg_latency = null, packet_loss, timestamp } = round
    return { ...target, last_latency: avg_latency, last_loss: packet_loss, last_probe_at: timestamp }
  })
  const times = targets.flatMap(({ last_probe_at }) => last_probe_at ?? [])
  const newest = times.toSorted((a, b) => Date.parse(b) - Date.parse(a))[0]
  return { ...server, targets, last_probe_at: newest ?? server.last_probe_at }
}
