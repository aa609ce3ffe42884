/** The cumulative counters of a host at a record. */
export interface Counters {
  /** minute of the record since the epoch */
  readonly minute: number
  /** bytes */
  readonly in: number
  readonly out: number
  /** host uptime in seconds */
  readonly uptime: number
}

export interface Traffic {
  readonly in: number
  readonly out: number
}

/** Upper bound for how late a record can arrive; `holes.ts` handles late records. */
const maxLateMinutes = 60

/** Whether the host rebooted after its last record: uptime decreased and fits into the time since. */
const hasRebooted = (last: Counters, now: Counters) =>
  now.uptime > 0 && now.uptime < last.uptime && now.uptime <= (now.minute - last.minute + 2) * 60

/**
 * The traffic between two records. Undefined if the later one is unusable: its counters are still zero, or its minute is
 * already accounted for. Counters start with the agent, so a decreased counter was reset and counts in full. After a reboot
 * both count in full, even if they exceed the previous values.
 */
export function trafficBetween(last: Counters | undefined, now: Counters): Traffic | undefined {
  if (now.in === 0 && now.out === 0) return undefined
  if (!last) return { in: 0, out: 0 }
  // a much later last record came from a clock running ahead
  if (now.minute < last.minute && last.minute - now.minute <= maxLateMinutes) return undefined
  if (hasRebooted(last, now)) return { in: now.in, out: now.out }
  const since = (before: number, after: number) => (after >= before ? after - before : after)
  return { in: since(last.in, now.in), out: since(last.out, now.out) }
}
