import { setTimeout as pause } from 'node:timers/promises'
import type { Hop, TracedPath } from '@svc/plugin-traceroute/wire'
import { roundTripMs } from '@svc/raw-socket'
import { HopStatistics } from './hop-statistics.ts'
import type { Answer, Prober } from './probers/prober.ts'

export interface TracePlan {
  readonly rounds: number
  readonly maxHops: number
  /** whether the packets of a round take one path */
  readonly hasPaths: boolean
  readonly timing?: Partial<TraceTiming>
}

/** Milliseconds. */
export interface TraceTiming {
  /** what has not answered by then does not hold up the round; a later answer counts nevertheless */
  readonly answerMs: number
  /** from the start of a round to that of the next: routers limit how many answers they send */
  readonly roundMs: number
  /** between two packets */
  readonly spacingMs: number
}

const defaultTiming: TraceTiming = { answerMs: 1500, roundMs: 1000, spacingMs: 10 }
const maxInFlight = 24

/** All rounds so far. */
export interface TraceState {
  readonly round: number
  readonly hops: readonly Hop[]
  readonly paths: readonly TracedPath[]
  /** whether the target answered */
  readonly reached: boolean
}

interface SentProbe {
  readonly hops: number
  readonly round: Round
  /** on the clock of the answers */
  readonly at: number
  /** on the monotonic clock */
  readonly sentAt: number
}

/** What is known of one round. */
class Round {
  readonly path: (string | null)[] = []
  /** the lowest hop at which packets end; unknown at first */
  end = Number.POSITIVE_INFINITY
  hasReached = false
  /** the highest hop that forwards packets */
  transit = 0
}

/** Errors of this host that a later packet may not meet. */
const passingErrors = new Set(['ENOBUFS', 'EAGAIN', 'ENOMEM'])

/**
 * Traces the path in rounds, each with one packet per hop. All packets of a round are sent at once, up to a limit, in the
 * order of their hops. Resolves after the last round, or when `signal` aborts.
 */
export async function tracePath(
  prober: Prober,
  { rounds, maxHops, hasPaths, timing }: TracePlan,
  signal: AbortSignal,
  onRound: (state: TraceState) => void | Promise<void>,
): Promise<TraceState> {
  const { answerMs, roundMs, spacingMs } = { ...defaultTiming, ...timing }
  const hops: HopStatistics[] = []
  const waiting = new Map<number, SentProbe>()
  const all: Round[] = []
  let lastId = 0
  /** where the target was in an earlier round */
  let distance: number | undefined

  function send(hop: number, round: Round): void {
    const id = lastId + 1
    const sentAt = performance.now()
    hops[hop - 1] ??= new HopStatistics(hop)
    try {
      const at = prober.send({ id, hops: hop, round: all.length - 1 })
      waiting.set(id, { hops: hop, round, at, sentAt })
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException
      // Without any packet there is nothing to show but the reason.
      if (lastId === 0 && !passingErrors.has(code)) throw error
    }
    lastId = id
    hops[hop - 1]?.sent()
    round.path[hop - 1] ??= null
  }

  function accept(answer: Answer): void {
    const probe = waiting.get(answer.id)
    if (!probe) return
    waiting.delete(answer.id)
    const { hops: hop, round, at, sentAt } = probe
    hops[hop - 1]?.answered(answer, roundTripMs(at, answer.at, performance.now() - sentAt))
    round.path[hop - 1] = answer.from
    if (answer.kind === 'transit') round.transit = Math.max(round.transit, hop)
    else round.end = Math.min(round.end, hop)
    if (answer.kind === 'target') round.hasReached = true
  }

  function receive(): void {
    for (let answer = prober.receive(); answer; answer = prober.receive()) accept(answer)
  }

  /** The last hop worth a packet. The target is searched again if something else answers where it was. */
  function lastHop(round: Round): number {
    const expected = distance === undefined || round.transit >= distance ? maxHops : distance
    return Math.min(expected, round.end)
  }

  function view(): TraceState {
    const answered = hops.findLastIndex((hop) => hop.hasAnswered)
    const end = hops.findIndex((hop) => hop.isEnd)
    // A silent target is behind the last one that answers.
    const count = end >= 0 ? end + 1 : Math.min(answered + 2, hops.length)
    return {
      round: all.length,
      hops: hops.slice(0, count).map((hop) => hop.view()),
      paths: hasPaths ? distinctPaths(all, count) : [],
      reached: all.some(({ hasReached }) => hasReached),
    }
  }

  async function runRound(): Promise<void> {
    const round = new Round()
    all.push(round)
    const began = performance.now()
    for (let next = 1; ; ) {
      receive()
      const now = performance.now()
      const open = [...waiting.values()].filter(({ sentAt }) => now - sentAt < answerMs)
      if (next <= lastHop(round)) {
        if (open.length < maxInFlight) {
          send(next, round)
          next += 1
        }
      } else if (!open.some(({ hops: hop, round: of }) => of === round && hop <= lastHop(round))) break
      await pause(spacingMs, undefined, { signal })
    }
    if (round.hasReached) distance = round.end
    else if (distance !== undefined && round.transit >= distance) distance = undefined
    if (all.length === rounds) return
    await onRound(view())
    while (performance.now() - began < roundMs) {
      receive()
      await pause(Math.min(spacingMs, roundMs), undefined, { signal })
    }
  }

  try {
    while (all.length < rounds) await runRound()
  } catch (error) {
    if (!signal.aborted) throw error
  }
  return view()
}

/** The different paths, the most frequent first. */
function distinctPaths(rounds: readonly Round[], count: number): TracedPath[] {
  const paths = new Map<string, { ips: (string | null)[]; rounds: number }>()
  for (const { path, end } of rounds) {
    const ips = path.slice(0, Math.min(count, end))
    const key = ips.join(' ')
    const known = paths.get(key)
    if (known) known.rounds += 1
    else paths.set(key, { ips, rounds: 1 })
  }
  return [...paths.values()].toSorted((a, b) => b.rounds - a.rounds)
}
