import { setTimeout as pause } from 'node:timers/promises'
import type { Link, Logger } from '@svc/agent-sdk'
import { AgentProcessesUnavailable, Processes } from '@svc/protocol'
import type { Collect } from './collector.ts'

/** All in milliseconds. */
export interface WatchTiming {
  /** to the second look, which makes the first list */
  readonly first: number
  readonly every: number
  /** without being asked again, which the server does while somebody looks */
  readonly patience: number
}

const timing: WatchTiming = { first: 1000, every: 3000, patience: 90_000 }

/** Looking may take this share of the time: on a host with very many processes it is done less often. */
const share = 0.2

/** milliseconds until the next look, after one that took this long */
export const waitAfter = (busyMs: number, every: number): number =>
  Math.max(every - busyMs, (busyMs * (1 - share)) / share)

export interface WatchOptions {
  /** begins anew; undefined where processes cannot be looked at */
  readonly collector: (() => Collect) | undefined
  readonly log: Logger
  readonly now?: () => number
  readonly timing?: WatchTiming
}

interface Run {
  readonly link: Link
  readonly over: AbortController
  askedAt: number
}

/** Sends the processes while the server asks for them, and does nothing at all while it does not. */
export function makeWatch({
  collector,
  log,
  now = performance.now.bind(performance),
  timing: t = timing,
}: WatchOptions) {
  let current: Run | undefined

  async function send(run: Run, begin: () => Collect): Promise<void> {
    const { signal } = run.over
    const collect = begin()
    await collect(signal)
    let wait = t.first
    while (!signal.aborted) {
      await pause(wait, undefined, { signal })
      if (now() - run.askedAt > t.patience) {
        log.info('processes are not watched any more: the server has not asked again')
        return
      }
      const collected = await collect(signal)
      if (!collected || signal.aborted) return
      run.link.send(Processes, collected.list)
      wait = waitAfter(collected.busyMs, t.every)
    }
  }

  function stop(): void {
    current?.over.abort()
    current = undefined
  }

  return {
    /** Begins, or goes on when it has begun on this connection. */
    start(link: Link): void {
      if (!collector) {
        link.send(AgentProcessesUnavailable, {})
        return
      }
      if (current && current.link === link) {
        current.askedAt = now()
        return
      }
      stop()
      const run: Run = { link, over: new AbortController(), askedAt: now() }
      current = run
      link.signal.addEventListener('abort', () => run.over.abort(), { signal: run.over.signal })
      log.debug('processes are watched')
      send(run, collector)
        .catch((error: unknown) => {
          if (run.over.signal.aborted) return
          log.warn({ reason: error instanceof Error ? error.message : String(error) }, 'processes cannot be looked at')
          link.send(AgentProcessesUnavailable, {})
        })
        .finally(() => {
          log.debug('processes are not watched')
          if (current === run) current = undefined
        })
    },
    stop,
  }
}
