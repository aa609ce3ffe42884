import { setTimeout as pause } from 'node:timers/promises'

/** Something that is done again and again. */
export interface Entry {
  /** what makes it another one: it begins anew when this changes */
  readonly print: string
  readonly everyMs: number
  /** The first time comes at random within this. */
  readonly firstWithinMs: number
  /** Ends when `signal` aborts. */
  run(signal: AbortSignal): Promise<void>
}

interface Course {
  readonly print: string
  readonly over: AbortController
  readonly ended: Promise<void>
}

/** The next time on the grid; those that passed while it was busy are left out. */
export const nextTime = (last: number, everyMs: number, now: number): number =>
  last + everyMs * Math.max(1, Math.ceil((now - last) / everyMs))

export interface TimetableOptions {
  /** from 0 to 1 */
  readonly random?: () => number
  readonly failed: (error: unknown) => void
}

/** Does every entry at its times, and never twice at the same time. */
export function makeTimetable({ random = Math.random, failed }: TimetableOptions) {
  const courses = new Map<string, Course>()

  async function keep(entry: Entry, before: Promise<void> | undefined, signal: AbortSignal): Promise<void> {
    let next = performance.now() + random() * entry.firstWithinMs
    await before
    while (!signal.aborted) {
      await pause(Math.max(0, next - performance.now()), undefined, { signal })
      await entry.run(signal).catch((error: unknown) => {
        if (!signal.aborted) failed(error)
      })
      next = nextTime(next, entry.everyMs, performance.now())
    }
  }

  function start(entry: Entry, before?: Promise<void>): Course {
    const over = new AbortController()
    // Only a pause that was ended rejects.
    const ended = keep(entry, before, over.signal).catch(() => {})
    return { print: entry.print, over, ended }
  }

  return {
    /** From now on exactly these. One that is as it was goes on, as if nothing had happened. */
    set(entries: ReadonlyMap<string, Entry>): void {
      for (const [key, { over }] of courses) {
        if (entries.has(key)) continue
        over.abort()
        courses.delete(key)
      }
      for (const [key, entry] of entries) {
        const known = courses.get(key)
        if (known?.print === entry.print) continue
        known?.over.abort()
        courses.set(key, start(entry, known?.ended))
      }
    },

    get size() {
      return courses.size
    },

    /** Resolves when everything has ended. */
    async close(): Promise<void> {
      const open = [...courses.values()]
      courses.clear()
      for (const { over } of open) over.abort()
      await Promise.all(open.map(({ ended }) => ended))
    },
  }
}
