import { setTimeout as pause } from 'node:timers/promises'
import type { Link, Logger } from '@svc/agent-sdk'
import { AgentDockerEvent, type DockerEvent, isNoise } from '@svc/plugin-docker/wire'
import type { Availability } from './availability.ts'
import type { Containers } from './containers.ts'
import { countOf, type Json, labelsOf, objectOf, textOf, textOrNull } from './json.ts'
import { jsonLines } from './json-lines.ts'
import { maskLabels } from './mask.ts'

const defaultRetryMs = 5000
const maxAttributeBytes = 4096

/** As many attributes as fit; those that name the container come first. */
function attributesOf(value: unknown): Record<string, string> {
  let bytes = 0
  const isNamed = ([name]: [string, string]) => name.startsWith('com.docker.compose.') || !name.includes('.')
  const entries = Object.entries(maskLabels(labelsOf(value)))
  const sorted = [...entries.filter(isNamed), ...entries.filter((entry) => !isNamed(entry))]
  return Object.fromEntries(
    sorted.filter(([name, text]) => {
      bytes += Buffer.byteLength(name) + Buffer.byteLength(text)
      return bytes <= maxAttributeBytes
    }),
  )
}

export function toEvent(event: Json): DockerEvent {
  const actor = objectOf(event.Actor)
  const { name } = objectOf(actor.Attributes)
  return {
    timestamp: countOf(event.time),
    event_type: textOf(event.Type),
    action: textOf(event.Action).slice(0, 256),
    actor_id: textOf(actor.ID).slice(0, 256),
    actor_name: textOrNull(name)?.slice(0, 256) ?? null,
    attributes: attributesOf(actor.Attributes),
  }
}

export interface EventsOptions {
  readonly availability: Availability
  readonly containers: Containers
  readonly log: Logger
  readonly retryMs?: number
}

interface Run {
  readonly link: Link
  readonly controller: AbortController
  /** epoch seconds from which the daemon is asked for events */
  since: number | undefined
  /** nanoseconds of the last event, which the daemon sends again after an interruption */
  last: number
}

/** Sends the events of the daemon, also after it was restarted, until stopped. */
export function makeEvents({ availability, containers, log, retryMs = defaultRetryMs }: EventsOptions) {
  let current: Run | undefined

  /** Reads events until the daemon ends them. */
  async function read(run: Run): Promise<void> {
    const { signal } = run.controller
    const daemon = await availability.require()
    const query = run.since === undefined ? undefined : { since: run.since }
    const lines = jsonLines(await daemon.open({ path: '/events', query, signal }))
    containers.setHasEvents(true)
    const resumedAfter = run.last
    run.since ??= Math.floor(Date.now() / 1000)
    for await (const line of lines) {
      const event = objectOf(line)
      containers.onEvent(event)
      const at = typeof event.timeNano === 'number' ? event.timeNano : 0
      const isRepeated = at > 0 && at <= resumedAfter
      run.since = Math.max(run.since, countOf(event.time))
      const action = textOf(event.Action)
      if (action === '' || isNoise(action) || isRepeated) continue
      run.last = Math.max(run.last, at)
      await run.link.write(AgentDockerEvent, { event: toEvent(event) })
    }
  }

  async function follow(run: Run): Promise<void> {
    const { signal } = run.controller
    while (!signal.aborted) {
      try {
        await read(run)
      } catch (error) {
        if (!signal.aborted) log.debug({ reason: (error as Error).message }, 'events ended')
      }
      if (current === run || !current) containers.setHasEvents(false)
      if (signal.aborted) return
      if (availability.daemon) await availability.check()
      await pause(retryMs, undefined, { signal }).catch(() => {})
    }
  }

  function stop(): void {
    current?.controller.abort()
    current = undefined
  }

  return {
    /** Starts sending what happened since then and what happens; does nothing if already started on this connection. */
    start(link: Link, since: number | null | undefined): void {
      if (current?.link === link) return
      stop()
      const run: Run = { link, controller: new AbortController(), since: since ?? undefined, last: 0 }
      current = run
      link.signal.addEventListener('abort', () => run.controller.abort(), { signal: run.controller.signal })
      void follow(run)
    },
    stop,
  }
}
