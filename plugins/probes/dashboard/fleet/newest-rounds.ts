import { useLiveMessage } from '@svc/dashboard-sdk'
import type { NetworkSummary, TargetSummary } from '@svc/plugin-probes/contract'
import type { Payload } from '@svc/protocol'
import { useEffect, useRef, useState } from 'react'
import type { NetworkProbeResult, NetworkProbeUpdate } from '../../src/wire.ts'

/** The newest round of each target, by server. */
export type NewestRounds = ReadonlyMap<string, ReadonlyMap<string, NetworkProbeResult>>

/** Adds live rounds. */
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

type LiveRounds = ReadonlyMap<string, NetworkProbeResult>

const cache = new WeakMap<NetworkSummary, { readonly live: LiveRounds; readonly result: NetworkSummary }>()

/** The server with its live rounds; the same object until there is a newer one. */
export function upToDate<Of extends NetworkSummary>(server: Of, rounds: NewestRounds): Of {
  const live = rounds.get(server.server_id)
  if (!live) return server
  const before = cache.get(server)
  if (before?.live === live) return before.result as Of
  const result = patched(server, live)
  cache.set(server, { live, result })
  return result
}

function patched<Of extends NetworkSummary>(server: Of, live: LiveRounds): Of {
  if (!server.targets.some((target) => isNewer(live.get(target.target_id), target))) return server
  const targets = server.targets.map((target) => {
    const round = live.get(target.target_id)
    if (!isNewer(round, target)) return target
    const { avg_latency = null, packet_loss, timestamp } = round
    return { ...target, last_latency: avg_latency, last_loss: packet_loss, last_probe_at: timestamp }
  })
  const times = targets.flatMap(({ last_probe_at }) => last_probe_at ?? [])
  const newest = times.toSorted((a, b) => Date.parse(b) - Date.parse(a))[0]
  return { ...server, targets, last_probe_at: newest ?? server.last_probe_at }
}

/** Milliseconds between updates, because hundreds of servers send rounds. */
const updateIntervalMs = 2000

type Update = Payload<typeof NetworkProbeUpdate>

/** The newest live round of each target, since the component was mounted. */
export function useNewestRounds(): NewestRounds {
  const [rounds, setRounds] = useState<NewestRounds>(() => new Map())
  const pending = useRef<Update[]>([])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useLiveMessage<Update>('network_probe_update', (update) => {
    if (!Array.isArray(update.results)) return
    pending.current.push(update)
    timer.current ??= setTimeout(() => {
      const updates = pending.current
      pending.current = []
      timer.current = undefined
      setRounds((before) => updates.reduce(withUpdate, before))
    }, updateIntervalMs)
  })
  return rounds
}
