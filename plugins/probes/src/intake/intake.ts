import { type AgentMessage, type AgentSource, onAgent } from '@svc/plugin-enrollment/contract'
import { type Clock, type Logger, toSeconds } from '@svc/plugin-sdk'
import type { Payload } from '@svc/protocol'
import type { TargetCatalog } from '../network/target-catalog.ts'
import type { NumbersStore } from '../numbers-store.ts'
import type { Tasks } from '../ping/tasks.ts'
import { hourOf } from '../rounds/keys.ts'
import type { Round } from '../rounds/round.ts'
import type { RoundWriter } from '../rounds/writer.ts'
import { NetworkProbeResults, PingResult } from '../wire.ts'
import { makeErrorLimiter } from './error-limiter.ts'
import { makeRateLimiter } from './rate-limiter.ts'
import { toPingRound, toReceivedTimes, toRound } from './sanitize.ts'

const hourMs = 3_600_000
/** seconds; the longest interval of a task */
const maxInterval = 86_400

/** Called for each accepted round of a target. */
export type OnRound = (
  from: AgentSource,
  target: { readonly id: string; readonly number: number },
  round: Round,
) => void

interface Dependencies {
  readonly clock: Clock
  readonly log: Pick<Logger, 'warn'>
  readonly numbers: Pick<NumbersStore, 'getOrCreate'>
  readonly catalog: Pick<TargetCatalog, 'isAssigned' | 'pace'>
  readonly tasks: Pick<Tasks, 'interval'>
  readonly rounds: Pick<RoundWriter, 'add'>
  readonly pings: Pick<RoundWriter, 'add'>
  readonly onRound: OnRound
  /** epoch seconds; no round of a target may be older */
  readonly earliest: () => number
}

/** Accepts results of agents: only of assigned targets and tasks, at most one per interval, with valid values. */
export function makeIntake({ clock, log, numbers, catalog, tasks, rounds, pings, onRound, earliest }: Dependencies) {
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

  function network({ results }: Payload<typeof NetworkProbeResults>, from: AgentSource) {
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
      const round = toRound(result, at)
      const number = numbers.getOrCreate(target_id)
      rounds.add(from.serverNumber, number, round)
      onRound(from, { id: target_id, number }, round)
    }
  }

  function ping(result: Payload<typeof PingResult>, { serverId, serverNumber, receivedAt }: AgentSource) {
    const now = toSeconds(receivedAt)
    const interval = tasks.interval(result.task_id, serverId)
    if (interval === undefined) {
      dropped.unassigned += 1
      return
    }
    if (!isDue(`${serverId} ${result.task_id}`, now, now, interval)) return
    const round = toPingRound(result, now)
    const error = limitError(serverId, round.error, hourOf(now))
    pings.add(serverNumber, numbers.getOrCreate(result.task_id), { ...round, error })
  }

  return {
    messages: [onAgent(NetworkProbeResults, network), onAgent(PingResult, ping)] as readonly AgentMessage[],
    /** results dropped in this hour */
    dropped: () => ({ ...dropped }),
    close: stop,
  }
}
