import type { AbsoluteRange } from '@svc/dashboard-sdk'
import type { StoredRecord } from '../../points.ts'

const minute = 60
const hour = 3600
/** Seconds in which minutes may still come late. */
const late = 15 * minute

const hourOf = (at: number) => Math.floor(at / hour) * hour

/** A stretch of minutes in two parts: what stays as it is for an hour, and what is asked for every minute. */
export interface Parts {
  readonly settled?: AbsoluteRange
  readonly fresh: AbsoluteRange
}

/**
 * Splits a stretch that ends now, so that a widget reads an hour or two every minute and not a day. The parts overlap by
 * an hour: when the settled one moves on there is no hole while it is read.
 */
export function partsOf({ from, to }: AbsoluteRange): Parts {
  const until = hourOf(to - late)
  const first = hourOf(from)
  if (until - hour <= first) return { fresh: { from: first, to } }
  return { settled: { from: first, to: until - minute }, fresh: { from: until - hour, to } }
}

/** The records of both parts, each minute once; of what both have the fresh one counts. */
export function joined(
  settled: readonly StoredRecord[],
  fresh: readonly StoredRecord[],
  { from }: AbsoluteRange,
): readonly StoredRecord[] {
  const old = settled.filter(({ time }) => Date.parse(time) / 1000 < from)
  return old.length === 0 ? fresh : [...old, ...fresh]
}
