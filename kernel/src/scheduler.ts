import { setTimeout as delay } from 'node:timers/promises'
import type { Clock, Job, JobInfo, Logger } from '@svc/plugin-sdk'
import { reasonOf } from './boot-error.ts'

interface Entry {
  readonly plugin: string
  readonly job: Job
  readonly log: Logger
  readonly base: number
  info: JobInfo
  cancel?: (() => void) | undefined
  running?: Promise<void> | undefined
}

export interface Scheduler {
  add(plugin: string, jobs: readonly Job[], log: Logger): void
  info(plugin: string): readonly JobInfo[]
  /** Runs a job now, or waits for the run in progress. `name` is `Job` or `plugin.Job`. */
  run(name: string): Promise<void>
  /** Resolves when no job runs. */
  idle(): Promise<void>
  /** Aborts running jobs and waits for them, up to a timeout. */
  close(): Promise<void>
}

/** Time for a job to stop after it was aborted. */
const graceMs = 8000

/** When a job is due after `now`. An aligned job follows the wall clock, even if that was set back before `first`. */
function nextRun({ job, base }: Entry, now: number): number {
  const first = base + (job.offset ?? (job.align ? 0 : job.every))
  return now < first && !job.align ? first : first + (Math.floor((now - first) / job.every) + 1) * job.every
}

export function makeScheduler(clock: Clock): Scheduler {
  const entries: Entry[] = []
  const abort = new AbortController()

  const execute = async (entry: Entry): Promise<void> => {
    const startedAt = clock.now()
    let failure: string | null = null
    try {
      await entry.job.run(abort.signal)
    } catch (err) {
      // An aborted job may throw to stop.
      if (!abort.signal.aborted) failure = reasonOf(err)
      if (failure !== null) entry.log.error({ err, job: entry.job.name }, `job failed: ${failure}`)
    }
    entry.info = {
      ...entry.info,
      runs: entry.info.runs + 1,
      failures: entry.info.failures + (failure === null ? 0 : 1),
      last_run_ms: startedAt,
      last_duration_ms: clock.now() - startedAt,
      last_error: failure,
    }
  }

  const run = (entry: Entry): Promise<void> => {
    entry.running ??= execute(entry).finally(() => {
      entry.running = undefined
    })
    return entry.running
  }

  const schedule = (entry: Entry, from: number) => {
    if (abort.signal.aborted) return
    // If the wall clock was set back, do not wait until it has caught up.
    const maxDelay = entry.job.every + (entry.job.offset ?? 0)
    entry.cancel = clock.after(Math.min(maxDelay, Math.max(0, nextRun(entry, from) - clock.now())), () => {
      void run(entry).then(() => schedule(entry, clock.now()))
    })
  }

  return {
    add(plugin, jobs, log) {
      for (const job of jobs) {
        const now = clock.now()
        const base = job.align ? Math.floor(now / job.every) * job.every - job.every : now
        const { name, every } = job
        const counters = { runs: 0, failures: 0, last_run_ms: null, last_duration_ms: null, last_error: null }
        const entry: Entry = { plugin, job, log, base, info: { name, every_ms: every, ...counters } }
        entries.push(entry)
        // An unaligned job with offset 0 is due immediately.
        schedule(entry, job.align ? now : now - 1)
      }
    },
    info: (plugin) => entries.filter((entry) => entry.plugin === plugin).map((entry) => entry.info),
    async run(name) {
      const entry = entries.find(({ plugin, job }) => job.name === name || `${plugin}.${job.name}` === name)
      if (!entry) throw new Error(`no job is named ${name}; known jobs: ${entries.map((e) => e.job.name).join(', ')}`)
      await run(entry)
    },
    async idle() {
      while (entries.some((entry) => entry.running)) await Promise.all(entries.map((entry) => entry.running))
    },
    async close() {
      for (const entry of entries) entry.cancel?.()
      abort.abort()
      await Promise.race([this.idle(), delay(graceMs, undefined, { ref: false })])
      for (const { log, job, running } of entries) if (running) log.warn({ job: job.name }, 'job ignored its abort')
    },
  }
}
