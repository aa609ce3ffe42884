import type { AbsoluteRange } from '@svc/dashboard-sdk'
import type { StoredRecord } from '../../frame.ts'

const minute = 60
const hour = 3600
/** Late records may still arrive within this time. */
const lateSeconds = 15 * minute

const hourOf = (at: number) => Math.floor(at / hour) * hour

/** A span split into a part refetched every hour and a part refetched every minute. */
export interface SpanParts {
  readonly settled?: AbsoluteRange
  readonly fresh: AbsoluteRange
}

/**
 * Splits a live span so that a widget refetches an hour or two every minute instead of a day. The parts overlap by an hour
 * so that there is no hole while the settled part is reloading.
 */
export function splitSpan({ from, to }: AbsoluteRange): SpanParts {
  const until = hourOf(to - lateSeconds)
  const first = hourOf(from)
  if (until - hour <= first) return { fresh: { from: first, to } }
  return { settled: { from: first, to: until - minute }, fresh: { from: until - hour, to } }
}

/** Joins the records of both parts; fresh ones take precedence. */
export function joinParts(
  settled: readonly StoredRecord[],
  fresh: readonly StoredRecord[],
  { from }: AbsoluteRange,
): readonly StoredRecord[] {
  const old = settled.filter(({ time }) => Date.parse(time) / 1000 < from)
  return old.length === 0 ? fresh : [...old, ...fresh]
}
