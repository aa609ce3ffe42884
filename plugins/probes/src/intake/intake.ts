import type { AgentSource } from '@svc/plugin-enrollment/contract'
import { type Clock, type Logger, toSeconds } from '@svc/plugin-sdk'
import type { Payload } from '@svc/protocol'
import type { Network } from '../network/network.ts'
import type { NumbersStore } from '../numbers-store.ts'
import type { Ping } from '../ping/ping.ts'
import { hourOf } from '../rounds/tables.ts'
import type { NetworkProbeResults, PingResult } from '../wire.ts'
import { makeErrorLimiter, makeRateLimiter } from './limiters.ts'
import { toPingRound, toReceivedTimes, toRound } from './sanitize.ts'

const hourMs = 3_600_000
/** seconds; the longest interval of a task */
const maxInterval = 86_400

interface Dependencies {
  readonly clock: Clock
  readonly log: Pick<Logger, 'warn'>
  readonly numbers: Pick<NumbersStore, 'getOrCreate'>
  readonly network: Pick<Network, 'catalog' | 'earliest' | 'add'>
  readonly ping: Pick<Ping, 'tasks' | 'results'>
}

/** Accepts results of agents: only of assigned targets and tasks, at most one per interval, with valid values. */
export function makeIntake({ clock, log, numbers, network, ping }: Dependencies) {
  const { catalog, earliest } = network
  const rateLimiter = makeRateLimiter()
  const limitError = makeErrorLimiter()
  /** Time of the newest round by series, which has at most one per second. */
  const newest = new Map<string, number>()
  const dropped = { unassigned: 0, tooFrequent: 0 }

  const stop = clock.every(hourMs, () => {
    const now = toSeconds(clock.now())
    rateLimiter.sweep(now, maxInterval)
    for (const [key, at] of newest) if (Math.abs(now - at) > maxInterval) newest.delete(key)
    if (dropped.unassigned + dropped.tooFrequent > 0) {
      log.warn({ ...dropped }, 'dropped probe results that were not assigned or too frequent')
    }
    Object.assign(dropped, { unassigned: 0, tooFrequent: 0 })
  })

  function isDue(key: string, at: number, now: number, interval: number): boolean {
    // Out of order within a batch; a clock that was set back starts over.
    const last = newest.get(key) ?? 0
    const isLate = at <= last && last - at <= interval
    if (isLate || !rateLimiter.take(key, now, interval)) {
      dropped.tooFrequent += 1
      return false
    }
    newest.set(key, at)
    return true
  }

  function acceptRounds({ results }: Payload<typeof NetworkProbeResults>, from: AgentSource) {
    const now = toSeconds(from.receivedAt)
    const { interval } = catalog.pace()
    const times = toReceivedTimes(
      results.map(({ timestamp }) => timestamp),
      now,
      interval,
    )
    const inOrder = results.map((result, i) => ({ result, at: Math.max(times[i] as number, earliest()) }))
    for (const { result, at } of inOrder.sort((a, b) => a.at - b.at)) {
      const { target_id } = result
      if (!catalog.isAssigned(from.serverId, target_id)) {
        dropped.unassigned += 1
        continue
      }
      if (!isDue(`${from.serverId} ${target_id}`, at, now, interval)) continue
      network.add(from, { id: target_id, number: numbers.getOrCreate(target_id) }, toRound(result, at))
    }
  }

  function acceptPing(result: Payload<typeof PingResult>, { serverId, serverNumber, receivedAt }: AgentSource) {
    const now = toSeconds(receivedAt)
    const interval = ping.tasks.interval(result.task_id, serverId)
    if (interval === undefined) {
      dropped.unassigned += 1
      return
    }
    if (!isDue(`${serverId} ${result.task_id}`, now, now, interval)) return
    const round = toPingRound(result, now)
    const error = limitError(serverId, round.error, hourOf(now))
    ping.results.add(serverNumber, numbers.getOrCreate(result.task_id), { ...round, error })
  }

  return {
    network: acceptRounds,
    ping: acceptPing,
    /** results dropped in this hour */
    dropped: () => ({ ...dropped }),
    close: stop,
  }
}
