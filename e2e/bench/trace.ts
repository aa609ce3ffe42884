import type { Browser, Page } from 'playwright-core'

export interface TraceEvent {
  readonly name: string
  readonly cat: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  /** microseconds */
  readonly ts: number
  readonly dur?: number
  /** microseconds of processor time */
  readonly tdur?: number
  readonly args: { readonly name?: string }
}

/** A task of the page's main thread. */
export interface Task {
  /** milliseconds of CPU time, which do not depend on other load */
  readonly cpu: number
  /** names of `performance.mark`s set during the task */
  readonly marks: readonly string[]
}

/** Milliseconds to wait after starting a trace, which is a long task itself. */
export const settling = 2000
export const taskCategories = ['toplevel', 'devtools.timeline', 'blink.user_timing']
/** Tells the process of the page from those of the browser's own pages, whose main threads have the same name. */
export const ownMark = 'traced'

/** The tasks of the main thread of the page that set `ownMark`, from `settling` on. */
export function tasksIn(traceEvents: readonly TraceEvent[]): readonly Task[] {
  const thread = ({ pid, tid }: TraceEvent) => `${pid}:${tid}`
  const own = traceEvents.find(({ name, cat }) => name === ownMark && cat.includes('blink.user_timing'))
  const main = new Set(
    traceEvents
      .filter(({ name, pid, args }) => name === 'thread_name' && args.name === 'CrRendererMain' && pid === own?.pid)
      .map(thread),
  )
  const isRun = ({ ph, name }: TraceEvent) => ph === 'X' && (name.includes('RunTask') || name.includes('Microtask'))
  const events = traceEvents.filter((event) => main.has(thread(event)))
  // What promises continue is not part of the task before it.
  const runs = events.filter(isRun)
  const marks = events.filter(({ cat }) => cat.includes('blink.user_timing'))
  const settled = Math.min(...traceEvents.filter(isRun).map(({ ts }) => ts)) + settling * 1000
  const tasks = runs
    .filter(({ ts }) => ts > settled)
    .map(({ ts, dur = 0, tdur = 0 }) => ({
      cpu: tdur / 1000,
      marks: marks.filter((mark) => mark.ts >= ts && mark.ts <= ts + dur).map(({ name }) => name),
    }))
  if (!tasks.some(({ cpu }) => cpu > 0)) throw new Error('the trace has no tasks with processor time')
  return tasks
}

/** The tasks of the page's main thread during `act`, and shortly before. */
export async function tasksDuring(browser: Browser, page: Page, act: () => Promise<void>): Promise<readonly Task[]> {
  await browser.startTracing(page, { categories: taskCategories })
  await page.waitForTimeout(settling)
  await act()
  await page.evaluate((name) => void performance.mark(name), ownMark)
  const { traceEvents } = JSON.parse(String(await browser.stopTracing())) as { traceEvents: TraceEvent[] }
  return tasksIn(traceEvents)
}

/** Milliseconds of the longest task. */
export const longest = (tasks: readonly Task[]): number => Math.max(...tasks.map(({ cpu }) => cpu))
