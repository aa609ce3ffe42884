import type { Span } from '@svc/plugin-system/contract'
import type { Cause } from './gap-schema.ts'

/** Minutes without a record, from the start of the first to past the end of the last, in epoch seconds. */
export interface Gap extends Span {
  readonly cause: Cause
}

/** What is known of the time around some minutes. Spans and starts are in epoch seconds, starts ascending. */
export interface Timeline {
  /** minutes since the epoch that are asked about, both inclusive */
  readonly from: number
  readonly to: number
  isRecorded(minute: number): boolean
  /** the first minute with a record after `to` */
  readonly next: number | undefined
  /** whether this plugin was watching */
  isWatched(minute: number): boolean
  readonly planned: readonly Span[]
  readonly running: readonly Span[]
  readonly agentStarts: readonly number[]
  readonly hostStarts: readonly number[]
}

/** After a start of this program agents need some time to return. */
const graceSeconds = 120

/** Marks the minutes from one to another, the latter exclusive. */
function mark(set: Uint8Array, first: number, from: number, to: number) {
  const start = Math.max(0, from - first)
  const end = Math.min(set.length, to - first)
  if (start < end) set.fill(1, start, end)
}

/** Whether something started in or after a minute, before the end of the one that was reported next. */
function startedWithin(starts: readonly number[], cursor: { at: number }, minute: number, next: number): boolean {
  while (cursor.at > 0 && (starts[cursor.at - 1] as number) >= (next + 1) * 60) cursor.at -= 1
  return cursor.at > 0 && (starts[cursor.at - 1] as number) > minute * 60
}

/**
 * The minutes without a record and why they are missing, the first cause that fits: it was planned; this program was not
 * running, or had just begun to; it ran without this plugin; the host started before it was heard of again, or only the
 * agent; neither did, so the connection was down. When nobody was heard of since, nobody knows.
 */
export function gapsOf(timeline: Timeline): Gap[] {
  const { from, to, isRecorded, isWatched, agentStarts, hostStarts } = timeline
  const length = Math.max(0, to - from + 1)
  const planned = new Uint8Array(length)
  const running = new Uint8Array(length)
  const starting = new Uint8Array(length)
  for (const span of timeline.planned) mark(planned, from, Math.floor(span.from / 60), Math.ceil(span.to / 60))
  for (const span of timeline.running) {
    mark(running, from, Math.ceil(span.from / 60), Math.floor(span.to / 60))
    mark(starting, from, Math.floor(span.from / 60), Math.ceil((span.from + graceSeconds) / 60))
  }
  const agent = { at: agentStarts.length }
  const host = { at: hostStarts.length }
  let { next } = timeline

  const causeOf = (minute: number): Cause => {
    const i = minute - from
    if (planned[i] === 1) return 'maintenance'
    // that a minute was watched is noted in the next one: the last one before an end has nobody to note it
    const wasWatched = isWatched(minute) || (running[i] === 1 && isWatched(minute - 1))
    if (!wasWatched) return running[i] === 1 && starting[i] !== 1 ? 'plugin_disabled' : 'server_down'
    if (next === undefined) return 'unknown'
    if (startedWithin(hostStarts, host, minute, next)) return 'host_down'
    if (startedWithin(agentStarts, agent, minute, next)) return 'agent_down'
    return agent.at > 0 ? 'link_down' : 'unknown'
  }

  // backwards, because what is reported next tells why
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
