import { type AgentMessage, type AgentSource, onAgent } from '@svc/plugin-enrollment/contract'
import { type Clock, type Logger, toSeconds } from '@svc/plugin-sdk'
import { NetworkProbeResults, type Payload, PingResult } from '@svc/protocol'
import type { Catalogue } from '../network/catalogue.ts'
import type { NumbersStore } from '../numbers-store.ts'
import type { Tasks } from '../ping/tasks.ts'
import { hourOf } from '../rounds/keys.ts'
import type { Round } from '../rounds/round.ts'
import type { RoundWriter } from '../rounds/writer.ts'
import { makeAllowance } from './allowance.ts'
import { makeErrorsOfHour } from './errors-of-hour.ts'
import { pingOf, roundOf, timesOf } from './sanitize.ts'

const hourMs = 3_600_000
/** seconds; no account is empty for longer */
const longestInterval = 86_400

/** Told of each round against a target that was taken. */
export type RoundTaken = (
  from: AgentSource,
  target: { readonly id: string; readonly number: number },
  round: Round,
) => void

interface Dependencies {
  readonly clock: Clock
  readonly log: Pick<Logger, 'warn'>
  readonly numbers: Pick<NumbersStore, 'of'>
  readonly catalogue: Pick<Catalogue, 'isAssigned' | 'pace'>
  readonly tasks: Pick<Tasks, 'interval'>
  readonly rounds: Pick<RoundWriter, 'add'>
  readonly pings: Pick<RoundWriter, 'add'>
  readonly taken: RoundTaken
  /** epoch seconds; no round against a target was measured before */
  readonly earliest: () => number
}

/** Takes what agents measured: what they were asked for, as often as they were asked for it, in ranges that make sense. */
export function makeIntake({ clock, log, numbers, catalogue, tasks, rounds, pings, taken, earliest }: Dependencies) {
  const allowance = makeAllowance()
  const errorOf = makeErrorsOfHour()
  /** The newest round of each series: there is one per second at most. */
  const newest = new Map<string, number>()
  const dropped = { strange: 0, frequent: 0 }

  const stop = clock.every(hourMs, () => {
    const now = toSeconds(clock.now())
    allowance.sweep(now, longestInterval)
    for (const [key, at] of newest) if (Math.abs(now - at) > longestInterval) newest.delete(key)
    if (dropped.strange + dropped.frequent > 0) {
      log.warn({ ...dropped }, 'results of probes were dropped: nobody had asked for them, or not that often')
    }
    Object.assign(dropped, { strange: 0, frequent: 0 })
  })

  function isDue(key: string, at: number, now: number, interval: number): boolean {
    // Out of order within a batch; a clock that was set back begins anew.
    const last = newest.get(key) ?? 0
    const isLate = at <= last && last - at <= interval
    if (isLate || !allowance.take(key, now, interval)) {
      dropped.frequent += 1
      return false
    }
    newest.set(key, at)
    return true
  }

  function network({ results }: Payload<typeof NetworkProbeResults>, from: AgentSource) {
    const now = toSeconds(from.receivedAt)
    const { interval } = catalogue.pace()
    const times = timesOf(
      results.map(({ timestamp }) => timestamp),
      now,
      interval,
    )
    const inOrder = results.map((result, i) => ({ result, at: Math.max(times[i] as number, earliest()) }))
    for (const { result, at } of inOrder.sort((a, b) => a.at - b.at)) {
      const { target_id } = result
      if (!catalogue.isAssigned(from.serverId, target_id)) {
        dropped.strange += 1
        continue
      }
      if (!isDue(`${from.serverId} ${target_id}`, at, now, interval)) continue
      const round = roundOf(result, at)
      const number = numbers.of(target_id)
      rounds.add(from.serverNumber, number, round)
      taken(from, { id: target_id, number }, round)
    }
  }

  function ping(result: Payload<typeof PingResult>, { serverId, serverNumber, receivedAt }: AgentSource) {
    const now = toSeconds(receivedAt)
    const interval = tasks.interval(result.task_id, serverId)
    if (interval === undefined) {
      dropped.strange += 1
      return
    }
    if (!isDue(`${serverId} ${result.task_id}`, now, now, interval)) return
    const round = pingOf(result, now)
    const error = errorOf(serverId, round.error, hourOf(now))
    pings.add(serverNumber, numbers.of(result.task_id), { ...round, error })
  }

  return {
    messages: [onAgent(NetworkProbeResults, network), onAgent(PingResult, ping)] as readonly AgentMessage[],
    /** results that were not taken, this hour */
    dropped: () => ({ ...dropped }),
    close: stop,
  }
}
