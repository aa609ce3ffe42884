import type { Span } from '@svc/plugin-system/contract'
import type { Cause } from './routes.ts'

/** Consecutive minutes without a record, in epoch seconds; `to` is exclusive. */
export interface Gap extends Span {
  readonly cause: Cause
}

/** Input of `findGaps`. Spans and starts are in epoch seconds, starts ascending. */
export interface Timeline {
  /** minutes since the epoch, both inclusive */
  readonly from: number
  readonly to: number
  isRecorded(minute: number): boolean
  /** the first minute with a record after `to` */
  readonly next: number | undefined
  /** whether this plugin was running */
  isWatched(minute: number): boolean
  readonly planned: readonly Span[]
  readonly running: readonly Span[]
  readonly agentStarts: readonly number[]
  readonly hostStarts: readonly number[]
}

/** Time for agents to reconnect after a restart of this program. */
const graceSeconds = 120

/** Sets the minutes from `from` to `to`, exclusive. */
function markMinutes(set: Uint8Array, first: number, from: number, to: number) {
  const start = Math.max(0, from - first)
  const end = Math.min(set.length, to - first)
  if (start < end) set.fill(1, start, end)
}

/** Whether there is a start between `minute` and the end of the next recorded minute. */
function startedWithin(starts: readonly number[], cursor: { at: number }, minute: number, next: number): boolean {
  while (cursor.at > 0 && (starts[cursor.at - 1] as number) >= (next + 1) * 60) cursor.at -= 1
  return cursor.at > 0 && (starts[cursor.at - 1] as number) > minute * 60
}

/**
 * Finds the minutes without a record and their first matching cause: planned outage; this program was down or had just
 * started; it ran without this plugin; the host or only the agent started before the next record; otherwise the connection
 * was down. Unknown if there has been no record since.
 */
export function findGaps(timeline: Timeline): Gap[] {
  const { from, to, isRecorded, isWatched, agentStarts, hostStarts } = timeline
  const length = Math.max(0, to - from + 1)
  const planned = new Uint8Array(length)
  const running = new Uint8Array(length)
  const starting = new Uint8Array(length)
  for (const span of timeline.planned) markMinutes(planned, from, Math.floor(span.from / 60), Math.ceil(span.to / 60))
  for (const span of timeline.running) {
    markMinutes(running, from, Math.ceil(span.from / 60), Math.floor(span.to / 60))
    markMinutes(starting, from, Math.floor(span.from / 60), Math.ceil((span.from + graceSeconds) / 60))
  }
  const agent = { at: agentStarts.length }
  const host = { at: hostStarts.length }
  let { next } = timeline

  const causeOf = (minute: number): Cause => {
    const i = minute - from
    if (planned[i] === 1) return 'maintenance'
    // a minute is only marked as watched in the next one, so the last minute before a stop never is
    const wasWatched = isWatched(minute) || (running[i] === 1 && isWatched(minute - 1))
    if (!wasWatched) return running[i] === 1 && starting[i] !== 1 ? 'plugin_disabled' : 'server_down'
    if (next === undefined) return 'unknown'
    if (startedWithin(hostStarts, host, minute, next)) return 'host_down'
    if (startedWithin(agentStarts, agent, minute, next)) return 'agent_down'
    return agent.at > 0 ? 'link_down' : 'unknown'
  }

  // backwards, because the cause depends on the next record
  const gaps: { from: number; to: number; cause: Cause }[] = []
  for (let minute = to; minute >= from; minute--) {
    if (isRecorded(minute)) {
      next = minute
      continue
    }
    const cause = causeOf(minute)
    const later = gaps.at(-1)
    if (later?.from === (minute + 1) * 60 && later.cause === cause) later.from = minute * 60
    else gaps.push({ from: minute * 60, to: (minute + 1) * 60, cause })
  }
  return gaps.reverse()
}
