import { type Clock, type Database, type Job, toSeconds } from '@svc/plugin-sdk'
import type { Runs, Span } from './contract.ts'
import { runsStore } from './runs-store.ts'

const everyMs = 60_000
/** After a longer pause of the job the machine slept or its clock was set: nobody was running in between. */
const longestPause = 150

const joined = (spans: readonly Span[]): Span[] => {
  const found: { from: number; to: number }[] = []
  for (const { from, to } of spans) {
    const last = found.at(-1)
    if (last && from <= last.to) last.to = Math.max(last.to, to)
    else found.push({ from, to })
  }
  return found
}

/**
 * Notes once a minute that the program is running, so that a crash loses less than a minute of it. Runs are told apart
 * by their rows; those that overlap, because the clock was set back, are told as one.
 */
export function makeRuns({ db, clock }: { db: Database; clock: Pick<Clock, 'now'> }) {
  const store = runsStore(db)
  const now = () => toSeconds(clock.now())
  let current: { id: number; seen: number } | undefined

  const begin = () => {
    const seen = now()
    current = { id: store.begin(seen), seen }
  }
  const see = () => {
    if (!current) return
    const at = now()
    if (at < current.seen || at - current.seen > longestPause) begin()
    else {
      store.see(current.id, at)
      current.seen = at
    }
  }
  const job: Job = { name: 'RunRecorder', every: everyMs, run: see }

  const service: Runs = {
    within({ from, to }) {
      const stored = store.touching({ from, to })
      const goesOn = current && now() >= current.seen && now() - current.seen <= longestPause
      // what was seen last is up to a minute old
      const present = current && goesOn ? [{ from: current.seen, to: now() }] : []
      return joined([...stored, ...present])
        .map((span) => ({ from: Math.max(span.from, from), to: Math.min(span.to, to) }))
        .filter((span) => span.from < span.to)
    },
  }
  return { service, job, begin, end: see }
}
