import { type Clock, type Database, type Job, toSeconds } from '@svc/plugin-sdk'
import type { Runs, Span } from './contract.ts'

/** Shorter runs are deleted, so that a crash loop does not fill the table. */
const minSeconds = 60

function runsStore(db: Database) {
  const insert = db.prepare<[number, number]>('INSERT INTO system_runs (started_at, seen_at) VALUES (?, ?)')
  const see = db.prepare<[number, number]>('UPDATE system_runs SET seen_at = ? WHERE id = ?')
  const deleteShort = db.prepare(`DELETE FROM system_runs WHERE seen_at - started_at < ${minSeconds}`)
  const overlapping = db.prepare<[number, number], Span>(
    `SELECT started_at AS "from", seen_at AS "to" FROM system_runs
     WHERE seen_at > ? AND started_at < ? ORDER BY started_at, seen_at`,
  )
  return {
    /** Starts a run and returns its id. */
    begin: (at: number): number =>
      db.transaction(() => {
        deleteShort.run()
        return Number(insert.run(at, at).lastInsertRowid)
      }),
    see: (id: number, at: number) => void see.run(at, id),
    /** Stored runs that overlap a span, by start. */
    overlapping: ({ from, to }: Span): Span[] => overlapping.all(from, to),
  }
}

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
