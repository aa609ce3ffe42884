/** The cumulative counters of a host at its last record. */
export interface Counters {
  /** of the record, since the epoch */
  readonly minute: number
  /** bytes */
  readonly in: number
  readonly out: number
  /** seconds that the host was up */
  readonly uptime: number
}

export interface Traffic {
  readonly in: number
  readonly out: number
}

/** Records of minutes that were missed come late, but never later than this; see `holes.ts` for what they say. */
const latest = 60

/** The host started after its last record: its uptime fell, and is no longer than the time since then. */
const rebooted = (last: Counters, now: Counters) =>
  now.uptime > 0 && now.uptime < last.uptime && now.uptime <= (now.minute - last.minute + 2) * 60

/**
 * The bytes that came between two records, or undefined when the later one says nothing: its counters are not running
 * yet, or it is of a minute that is accounted for. Counters count from the start of the agent, so one that fell began
 * again and all of it is new; after a start of the host both are new, even when they have passed where they were.
 */
export function gained(last: Counters | undefined, now: Counters): Traffic | undefined {
  if (now.in === 0 && now.out === 0) return undefined
  if (!last) return { in: 0, out: 0 }
  // much older ones are those of a clock that was ahead
  if (now.minute < last.minute && last.minute - now.minute <= latest) return undefined
  if (rebooted(last, now)) return { in: now.in, out: now.out }
  const since = (before: number, after: number) => (after >= before ? after - before : after)
  return { in: since(last.in, now.in), out: since(last.out, now.out) }
}
