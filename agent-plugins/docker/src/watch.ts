import { setTimeout as pause } from 'node:timers/promises'
import type { Link, Logger } from '@svc/agent-sdk'
import {
  type Container,
  type ContainerStats,
  DockerContainers,
  DockerStats,
  DockerUnavailable,
} from '@svc/plugin-docker/wire'
import type { Availability } from './availability.ts'
import type { Containers } from './containers.ts'
import { type Daemon, DaemonError } from './daemon.ts'
import { fitting, fittingContainers } from './fit.ts'
import { objectOf } from './json.ts'
import { parallel } from './parallel.ts'
import { type CpuSample, cpuPercent, cpuSampleOf, toStats } from './statistics.ts'

/** In milliseconds. */
export interface WatchTiming {
  /** from the first sample to the second, which produces the first statistics */
  readonly firstMs: number
  /** without a new request, which the server sends while someone is watching */
  readonly leaseMs: number
}

const defaultTiming: WatchTiming = { firstMs: 1000, leaseMs: 90_000 }

/** Requests to the daemon at a time: more are not faster, and cost memory and garbage collection. */
const maxParallel = 8
const maxAnswerBytes = 1024 * 1024

export interface WatchOptions {
  readonly availability: Availability
  readonly containers: Containers
  readonly log: Logger
  readonly now?: () => number
  readonly timing?: WatchTiming
}

interface Run {
  readonly link: Link
  readonly controller: AbortController
  readonly samples: Map<string, CpuSample>
  intervalMs: number
  requestedAt: number
}

/** The statistics of one container; undefined if there are none. */
async function sample(daemon: Daemon, { id, name, started_at }: Container, run: Run) {
  try {
    const path = `/containers/${encodeURIComponent(id)}/stats`
    // The daemon waits a second for a sample of its own to compare with, unless it is told that there is one.
    const query = { stream: 0, 'one-shot': 1 }
    const { signal } = run.controller
    const stats = objectOf(await daemon.call({ path, query, signal, maxBytes: maxAnswerBytes }))
    const now = cpuSampleOf(stats)
    const before = run.samples.get(id)
    run.samples.set(id, now)
    return toStats({ id, name }, stats, cpuPercent(now, before, (started_at ?? 0) * 1000))
  } catch (error) {
    // It has ended since it was listed.
    if (error instanceof DaemonError) return undefined
    throw error
  }
}

/** Sends containers and statistics while the server requests them, and is idle otherwise. */
export function makeWatch({
  availability,
  containers,
  log,
  now = performance.now.bind(performance),
  timing = defaultTiming,
}: WatchOptions) {
  let current: Run | undefined

  async function statsOf(daemon: Daemon, list: readonly Container[], run: Run): Promise<ContainerStats[]> {
    const isRunning = ({ state }: Container) => state === 'running'
    const all = await parallel(list.filter(isRunning), maxParallel, (container) => sample(daemon, container, run))
    const found = all.filter((stats) => stats !== undefined)
    const ids = new Set(found.map(({ id }) => id))
    for (const id of run.samples.keys()) if (!ids.has(id)) run.samples.delete(id)
    return found
  }

  /** One round. The first one only sends containers, because its samples have nothing to be compared with. */
  async function tick(run: Run, isFirst: boolean): Promise<void> {
    const daemon = await availability.require()
    const list = await containers.list(daemon, run.controller.signal)
    await run.link.write(DockerContainers, { msg_id: null, containers: fittingContainers(list) })
    const stats = await statsOf(daemon, list, run)
    if (!isFirst) await run.link.write(DockerStats, { stats: fitting(stats) })
  }

  async function send(run: Run): Promise<void> {
    const { signal } = run.controller
    let isFirst = true
    while (!signal.aborted) {
      const startedAt = now()
      if (startedAt - run.requestedAt > timing.leaseMs) {
        log.info('stopped sending containers: the server did not renew its request')
        return
      }
      try {
        await tick(run, isFirst)
      } catch (error) {
        signal.throwIfAborted()
        if (availability.daemon) await availability.check()
        // Without a daemon, the server asks again when the feature returns.
        await availability.require()
        log.warn({ reason: error instanceof Error ? error.message : String(error) }, 'failed to read containers')
      }
      const wait = isFirst ? timing.firstMs : run.intervalMs
      isFirst = false
      await pause(Math.max(wait - (now() - startedAt), wait / 4), undefined, { signal })
    }
  }

  function stop(): void {
    current?.controller.abort()
    current = undefined
  }

  return {
    /** Starts sending, or continues if already started on this connection. */
    start(link: Link, intervalSeconds: number): void {
      const intervalMs = Math.max(intervalSeconds, 1) * 1000
      if (current && current.link === link) {
        Object.assign(current, { intervalMs, requestedAt: now() })
        return
      }
      stop()
      const controller = new AbortController()
      const run: Run = { link, controller, samples: new Map(), intervalMs, requestedAt: now() }
      current = run
      link.signal.addEventListener('abort', () => controller.abort(), { signal: controller.signal })
      log.debug('started sending containers')
      send(run)
        .catch((error: unknown) => {
          if (controller.signal.aborted) return
          link.send(DockerUnavailable, { error: (error as Error).message, code: 'unavailable' })
        })
        .finally(() => {
          log.debug('stopped sending containers')
          controller.abort()
          if (current === run) current = undefined
        })
    },
    stop,
  }
}
