import { createHash } from 'node:crypto'
import type { Link, Logger } from '@svc/agent-sdk'
import {
  defaultIntervalHours,
  type EgressSource,
  type IpQualitySync,
  maxIntervalHours,
  maxServices,
  minIntervalHours,
} from '@svc/plugin-ip-quality/wire'
import type { Payload } from '@svc/protocol'
import type { FetchPage } from './fetch-page.ts'
import { makeLimiter } from './limiter.ts'
import { makeOutbox } from './outbox.ts'
import { findEgress, runCheck, type Task, toTask } from './run-check.ts'
import type { MemoryFile } from './state.ts'

const maxConcurrentChecks = 5
const hourMs = 3_600_000
/** of a timer of Node */
const maxTimerMs = 2 ** 31 - 1

export interface ScheduleTiming {
  /** between the starts of two runs, whatever the server asks for */
  readonly minGapMs: number
  /** until results are sent again that were not acknowledged */
  readonly retryMs: number
}
export const defaultTiming: ScheduleTiming = { minGapMs: 10_000, retryMs: 30_000 }

interface Scheduled {
  readonly task: Task
  /** of the check: one that has changed is checked again */
  readonly hash: string
}

interface Dependencies {
  readonly memory: MemoryFile
  readonly fetchPage: FetchPage
  readonly log: Logger
  readonly timing: ScheduleTiming
}

/** Checks what the server lists: what is new or was changed at once, everything in its interval, and on request. */
export function makeSchedule({ memory, fetchPage, log, timing }: Dependencies) {
  const outbox = makeOutbox(memory, timing.retryMs)
  const limit = makeLimiter(maxConcurrentChecks)
  const closed = new AbortController()
  let services: readonly Scheduled[] = []
  let egressSources: readonly EgressSource[] = []
  let intervalMs = defaultIntervalHours * hourMs
  let link: Link | undefined
  let isForced = false
  let startedAt = Number.NEGATIVE_INFINITY
  let running: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  const isConnected = () => link !== undefined && !link.signal.aborted

  /** Milliseconds until a service is due; a clock that was set back does not postpone it. */
  function waitOf({ task, hash }: Scheduled): number {
    const last = memory.get().checked[task.id]
    if (!last || last.hash !== hash) return 0
    const passed = Date.now() - last.at
    return passed < 0 ? 0 : Math.max(0, intervalMs - passed)
  }

  async function run(due: readonly Scheduled[]): Promise<void> {
    const { signal } = closed
    const egress = await findEgress(egressSources, fetchPage, signal)
    const results = await Promise.all(due.map(({ task }) => limit(() => runCheck(task, fetchPage, signal))))
    const at = Date.now()
    const listed = new Map(services.map((one) => [one.task.id, one.hash]))
    const checked = { ...memory.get().checked }
    for (const id of Object.keys(checked)) if (!listed.has(id)) delete checked[id]
    for (const { task, hash } of due) if (listed.get(task.id) === hash) checked[task.id] = { hash, at }
    memory.set({ checked })
    outbox.add(results, egress)
  }

  function plan(): void {
    clearTimeout(timer)
    timer = undefined
    if (running || closed.signal.aborted || !isConnected() || services.length === 0) return
    const gap = startedAt + timing.minGapMs - performance.now()
    const wait = Math.max(gap, isForced ? 0 : Math.min(...services.map(waitOf)))
    if (wait > 0) {
      timer = setTimeout(plan, Math.min(Math.ceil(wait), maxTimerMs))
      timer.unref()
      return
    }
    const due = isForced ? services : services.filter((service) => waitOf(service) === 0)
    isForced = false
    startedAt = performance.now()
    running = run(due)
      .catch((error: unknown) => {
        if (!closed.signal.aborted) log.warn({ reason: (error as Error).message }, 'checking services failed')
      })
      .finally(() => {
        running = undefined
        plan()
      })
  }

  return {
    sync(
      { services: sent, interval_hours, egress = [], acknowledges = false }: Payload<typeof IpQualitySync>,
      by: Link,
    ) {
      const tasks = new Map(
        sent.slice(0, maxServices).flatMap((one) => {
          const task = toTask(one)
          return task ? [[task.id, task] as const] : []
        }),
      )
      services = [...tasks.values()].map((task) => ({
        task,
        hash: createHash('sha256').update(JSON.stringify(task)).digest('base64url').slice(0, 16),
      }))
      egressSources = egress
      const hours = interval_hours === 0 ? defaultIntervalHours : interval_hours
      intervalMs = Math.min(maxIntervalHours, Math.max(minIntervalHours, hours)) * hourMs
      link = by
      outbox.synced(by, acknowledges)
      plan()
    },
    runNow(): void {
      isForced = true
      plan()
    },
    async close(): Promise<void> {
      closed.abort()
      clearTimeout(timer)
      outbox.close()
      await running
      await memory.flush()
    },
  }
}
