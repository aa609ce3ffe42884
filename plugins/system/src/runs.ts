import { type Clock, type Database, type Job, toSeconds } from '@svc/plugin-sdk'
import type { Runs, Span } from './contract.ts'
import { runsStore } from './runs-store.ts'

const intervalMs = 60_000
/** A longer gap between job runs means that the machine slept or its clock was set. */
const maxGapSeconds = 150

const mergeOverlapping = (spans: readonly Span[]): Span[] => {
  const found: { from: number; to: number }[] = []
  for (const { from, to } of spans) {
    const last = found.at(-1)
    if (last && from <= last.to) last.to = Math.max(last.to, to)
    else found.push({ from, to })
  }
  return found
}

/**
 * Records once a minute that the server is running, so that a crash loses less than a minute. Runs that overlap because the
 * clock was set back are merged.
 */
export function makeRuns({ db, clock }: { db: Database; clock: Pick<Clock, 'now'> }) {
  const store = runsStore(db)
  const now = () => toSeconds(clock.now())
  let current: { id: number; seen: number } | undefined

  const begin = () => {
    const seen = now()
    current = { id: store.begin(seen), seen }
  }
  const record = () => {
    if (!current) return
    const at = now()
    if (at < current.seen || at - current.seen > maxGapSeconds) begin()
    else {
      store.see(current.id, at)
      current.seen = at
    }
  }
  const job: Job = { name: 'RunRecorder', every: intervalMs, run: record }

  const service: Runs = {
    within({ from, to }) {
      const stored = store.overlapping({ from, to })
      const isCurrent = current && now() >= current.seen && now() - current.seen <= maxGapSeconds
      // the stored end is up to a minute old
      const present = current && isCurrent ? [{ from: current.seen, to: now() }] : []
      return mergeOverlapping([...stored, ...present])
        .map((span) => ({ from: Math.max(span.from, from), to: Math.min(span.to, to) }))
        .filter((span) => span.from < span.to)
    },
  }
  return { service, job, begin, end: record }
}
