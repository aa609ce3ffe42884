import { type Counters, gained, type Traffic } from './counters.ts'

/**
 * Two records of a server that follow each other with minutes missing in between. What came in those minutes is booked on
 * `after`; `before` is null when it was the first record.
 */
export interface Hole {
  readonly before: Counters | null
  readonly after: Counters
}

/** Minutes that were missed come within ten minutes, or never. */
const open = 15

const isHole = ({ before, after }: Hole) => !before || after.minute - before.minute > 1

/** Nothing but the counters: what is known of a server has its holes beside them, and these must not be kept in a hole. */
const bare = ({ minute, in: inward, out, uptime }: Counters): Counters => ({ minute, in: inward, out, uptime })

/** The holes that may still be filled when `now` was booked after `last`. */
export const holesAfter = (holes: readonly Hole[], last: Counters | undefined, now: Counters): readonly Hole[] => {
  // the clock was ahead: those were other minutes
  if (last && now.minute < last.minute) return []
  const recent = holes.filter(({ after }) => after.minute > now.minute - open)
  const added = { before: last ? bare(last) : null, after: bare(now) }
  return now.minute !== last?.minute && isHole(added) ? [...recent, added] : recent
}

export interface Filled {
  readonly holes: readonly Hole[]
  /** what is to be booked on the minute that came late */
  readonly own: Traffic
  /** the later record, and what is to be added to what was booked on it: mostly less than nothing */
  readonly after: Counters
  readonly correction: Traffic
}

/** Splits the hole that a late record lies in. Undefined when it lies in none, or says nothing. */
export function fill(holes: readonly Hole[], now: Counters): Filled | undefined {
  const hole = holes.find(({ before, after }) => (!before || before.minute < now.minute) && now.minute < after.minute)
  if (!hole) return undefined
  const { before, after } = hole
  const booked = gained(before ?? undefined, after)
  const own = gained(before ?? undefined, now)
  const rest = gained(now, after)
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
