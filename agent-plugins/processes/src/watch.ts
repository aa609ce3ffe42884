import { setTimeout as pause } from 'node:timers/promises'
import type { Link, Logger } from '@svc/agent-sdk'
import { AgentProcessesUnavailable, Processes } from '@svc/plugin-processes/wire'
import type { Collect } from './collector.ts'

/** All in milliseconds. */
export interface WatchTiming {
  /** from the first scan to the second, which produces the first list */
  readonly firstMs: number
  readonly intervalMs: number
  /** without a new request, which the server sends while someone is watching */
  readonly timeoutMs: number
}

const timing: WatchTiming = { firstMs: 1000, intervalMs: 3000, timeoutMs: 90_000 }

/** Max share of time spent scanning. With very many processes, scans become less frequent. */
const maxCpuShare = 0.2

/** The delay before the next scan, given the duration of the last one. */
export const waitAfter = (busyMs: number, every: number): number =>
  Math.max(every - busyMs, (busyMs * (1 - maxCpuShare)) / maxCpuShare)

export interface WatchOptions {
  /** creates a collector; undefined if not supported on this host */
  readonly collector: (() => Collect) | undefined
  readonly log: Logger
  readonly now?: () => number
  readonly timing?: WatchTiming
}

interface Run {
  readonly link: Link
  readonly controller: AbortController
  requestedAt: number
}

/** Sends the processes while the server requests them, and is idle otherwise. */
export function makeWatch({
  collector,
  log,
  now = performance.now.bind(performance),
  timing: t = timing,
}: WatchOptions) {
  let current: Run | undefined

  async function send(run: Run, begin: () => Collect): Promise<void> {
    const { signal } = run.controller
    const collect = begin()
    await collect(signal)
    let wait = t.firstMs
    while (!signal.aborted) {
      await pause(wait, undefined, { signal })
      if (now() - run.requestedAt > t.timeoutMs) {
        log.info('stopped sending processes: the server did not renew its request')
        return
      }
      const collected = await collect(signal)
      if (!collected || signal.aborted) return
      await run.link.write(Processes, collected.list)
      wait = waitAfter(collected.busyMs, t.intervalMs)
    }
  }

  function stop(): void {
    current?.controller.abort()
    current = undefined
  }

  return {
    /** Starts sending, or continues if already started on this connection. */
    start(link: Link): void {
      if (!collector) {
        link.send(AgentProcessesUnavailable, {})
        return
      }
      if (current && current.link === link) {
        current.requestedAt = now()
        return
      }
      stop()
      const run: Run = { link, controller: new AbortController(), requestedAt: now() }
      current = run
      link.signal.addEventListener('abort', () => run.controller.abort(), { signal: run.controller.signal })
      log.debug('started sending processes')
      send(run, collector)
        .catch((error: unknown) => {
          if (run.controller.signal.aborted) return
          log.warn({ reason: error instanceof Error ? error.message : String(error) }, 'failed to read processes')
          link.send(AgentProcessesUnavailable, {})
        })
        .finally(() => {
          log.debug('stopped sending processes')
          if (current === run) current = undefined
        })
    },
    stop,
  }
}
