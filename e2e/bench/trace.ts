import type { Browser, Page } from 'playwright-core'

interface TraceEvent {
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

const settling = 2000

/** The tasks of the page's main thread during `act`, and shortly before. */
export async function tasksDuring(browser: Browser, page: Page, act: () => Promise<void>): Promise<readonly Task[]> {
  await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline', 'blink.user_timing'] })
  // starting the trace is a long task itself
  await page.waitForTimeout(settling)
  await act()
  const { traceEvents } = JSON.parse(String(await browser.stopTracing())) as { traceEvents: TraceEvent[] }
  const thread = ({ pid, tid }: TraceEvent) => `${pid}:${tid}`
  const main = new Set(
    traceEvents.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain').map(thread),
  )
  const events = traceEvents.filter((event) => main.has(thread(event)))
  const runs = events.filter(({ ph, name }) => ph === 'X' && name.includes('RunTask'))
  const marks = events.filter(({ cat }) => cat.includes('blink.user_timing'))
  const settled = Math.min(...runs.map(({ ts }) => ts)) + settling * 1000
  const tasks = runs
    .filter(({ ts }) => ts > settled)
    .map(({ ts, dur = 0, tdur = 0 }) => ({
      cpu: tdur / 1000,
      marks: marks.filter((mark) => mark.ts >= ts && mark.ts <= ts + dur).map(({ name }) => name),
    }))
  if (!tasks.some(({ cpu }) => cpu > 0)) throw new Error('the trace has no tasks with processor time')
  return tasks
}

/** Milliseconds of the longest task. */
export const longest = (tasks: readonly Task[]): number => Math.max(...tasks.map(({ cpu }) => cpu))
