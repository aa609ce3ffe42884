import { type Counters, type Traffic, trafficBetween } from './counters.ts'

/**
 * Two consecutive records of a server with missing minutes in between. The traffic of those minutes is booked on `after`;
 * `before` is null if `after` was the first record.
 */
export interface Hole {
  readonly before: Counters | null
  readonly after: Counters
}

/** Late records arrive within ten minutes or never. */
const openMinutes = 15

const isHole = ({ before, after }: Hole) => !before || after.minute - before.minute > 1

/** Strips other members: the stored state of a server includes its holes, which must not be nested in a hole. */
const toCounters = ({ minute, in: inward, out, uptime }: Counters): Counters => ({ minute, in: inward, out, uptime })

/** The holes that can still be filled after booking `now`, which follows `last`. */
export const holesAfter = (holes: readonly Hole[], last: Counters | undefined, now: Counters): readonly Hole[] => {
  // the clock was running ahead, so the holes are meaningless
  if (last && now.minute < last.minute) return []
  const recent = holes.filter(({ after }) => after.minute > now.minute - openMinutes)
  const added = { before: last ? toCounters(last) : null, after: toCounters(now) }
  return now.minute !== last?.minute && isHole(added) ? [...recent, added] : recent
}

export interface Filled {
  readonly holes: readonly Hole[]
  /** to be booked on the late minute */
  readonly own: Traffic
  /** the following record and the correction of its booking, usually negative */
  readonly after: Counters
  readonly correction: Traffic
}

/** Splits the hole that contains a late record. Undefined if there is none or the record is unusable. */
export function fillHole(holes: readonly Hole[], now: Counters): Filled | undefined {
  const hole = holes.find(({ before, after }) => (!before || before.minute < now.minute) && now.minute < after.minute)
  if (!hole) return undefined
  const { before, after } = hole
  const booked = trafficBetween(before ?? undefined, after)
  const own = trafficBetween(before ?? undefined, now)
  const rest = trafficBetween(now, after)
  if (!booked || !own || !rest) return undefined
  const parts = [
    { before, after: now },
    { before: now, after },
  ]
  return {
    holes: holes.flatMap((one) => (one === hole ? parts.filter(isHole) : [one])),
    own,
    after,
    correction: { in: rest.in - booked.in, out: rest.out - booked.out },
  }
}
