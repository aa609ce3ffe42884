import type { Container, Mount, Port } from '@svc/plugin-docker/wire'
import { type Daemon, DaemonError } from './daemon.ts'
import {
  countOf,
  type Json,
  labelsOf,
  listOf,
  numberOf,
  objectOf,
  secondsOf,
  textOf,
  textOrNull,
  textsOf,
} from './json.ts'
import { maskLabels } from './mask.ts'
import { parallel } from './parallel.ts'

/** What a list does not say. */
type Details = Pick<
  Container,
  'health' | 'restarts' | 'started_at' | 'finished_at' | 'exit_code' | 'oom_killed' | 'error' | 'image_digest'
> & { readonly image: string }

interface Entry {
  /** the state of the container when it was inspected */
  readonly state: string
  readonly at: number
  readonly details: Promise<Details | null>
}

/** Requests to the daemon at a time. */
const maxParallel = 16
/** How long details are used while no events say that they changed. */
const maxAgeMs = 30_000

const portOf = ({ PrivatePort, PublicPort, Type, IP }: Json): Port => ({
  private_port: countOf(PrivatePort),
  public_port: countOf(PublicPort) || null,
  port_type: textOf(Type),
  ip: textOrNull(IP),
})

const mountOf = ({ Type, Name, Source, Destination, RW }: Json): Mount => ({
  type: textOf(Type),
  source: (Type === 'volume' && textOf(Name)) || textOf(Source),
  destination: textOf(Destination),
  writable: RW === true,
})

/** The part of `repository@sha256:…` after the `@`. */
const digestOf = (image: unknown): string | null =>
  textsOf(objectOf(image).RepoDigests)
    .map((digest) => digest.split('@')[1])
    .find((digest) => digest !== undefined) ?? null

const nameOf = ({ Names, Id }: Json): string => textsOf(Names)[0]?.replace(/^\//, '') ?? textOf(Id).slice(0, 12)

/** `Up 2 hours (healthy)` changes with each minute; what is in parentheses only with the health or exit code. */
const stateOf = ({ State, Status }: Json): string => `${textOf(State)} ${/\([^)]*\)/.exec(textOf(Status))?.[0] ?? ''}`

function detailsOf(inspected: Json, digest: string | null): Details {
  const state = objectOf(inspected.State)
  const isRunning = state.Running === true
  const health = textOf(objectOf(state.Health).Status)
  return {
    health: health === 'none' ? null : health || null,
    restarts: countOf(inspected.RestartCount),
    started_at: secondsOf(state.StartedAt),
    finished_at: secondsOf(state.FinishedAt),
    exit_code: isRunning || state.Status === 'created' ? null : Math.trunc(numberOf(state.ExitCode)),
    oom_killed: state.OOMKilled === true,
    error: textOrNull(state.Error),
    image: textOf(objectOf(inspected.Config).Image),
    image_digest: digest,
  }
}

export interface ContainersOptions {
  /** ends inspections, which callers share, so that none of them can end those of the others */
  readonly signal: AbortSignal
  readonly now?: () => number
}

/**
 * Lists the containers of a daemon. What only an inspection of each says is cached, until an event or a changed state says
 * that it is stale; without events also for a limited time.
 */
export function makeContainers({ signal, now = Date.now }: ContainersOptions) {
  const entries = new Map<string, Entry>()
  const digests = new Map<string, Promise<string | null>>()
  let hasEvents = false

  function digest(daemon: Daemon, imageId: string): Promise<string | null> {
    const known = digests.get(imageId)
    if (known) return known
    const asked = daemon.call({ path: `/images/${encodeURIComponent(imageId)}/json`, signal }).then(digestOf, () => {
      digests.delete(imageId)
      return null
    })
    digests.set(imageId, asked)
    return asked
  }

  async function inspect(daemon: Daemon, id: string, imageId: string): Promise<Details | null> {
    try {
      const path = `/containers/${encodeURIComponent(id)}/json`
      const [inspected, found] = await Promise.all([daemon.call({ path, signal }), digest(daemon, imageId)])
      return detailsOf(objectOf(inspected), found)
    } catch (error) {
      entries.delete(id)
      // removed since it was listed
      if (error instanceof DaemonError) return null
      throw error
    }
  }

  function detailed(daemon: Daemon, item: Json): Promise<Details | null> {
    const id = textOf(item.Id)
    const state = stateOf(item)
    const known = entries.get(id)
    if (known?.state === state && (hasEvents || now() - known.at < maxAgeMs)) return known.details
    const details = inspect(daemon, id, textOf(item.ImageID))
    entries.set(id, { state, at: now(), details })
    return details
  }

  async function containerOf(daemon: Daemon, item: Json): Promise<Container> {
    const { image, ...details } = (await detailed(daemon, item)) ?? {}
    const listed = textOf(item.Image)
    return {
      id: textOf(item.Id),
      name: nameOf(item),
      // A list says the id of an image whose tag has moved to another one.
      image: listed.startsWith('sha256:') ? image || listed : listed,
      state: textOf(item.State),
      status: textOf(item.Status),
      created: countOf(item.Created),
      ports: listOf(item.Ports).map(portOf),
      labels: maskLabels(labelsOf(item.Labels)),
      image_id: textOrNull(item.ImageID),
      ...details,
      mounts: listOf(item.Mounts).map(mountOf),
      networks: Object.keys(objectOf(objectOf(item.NetworkSettings).Networks)),
    }
  }

  return {
    async list(daemon: Daemon, until: AbortSignal): Promise<Container[]> {
      const listed = listOf(await daemon.call({ path: '/containers/json', query: { all: 1 }, signal: until }))
      const ids = new Set(listed.map(({ Id }) => Id))
      for (const id of entries.keys()) if (!ids.has(id)) entries.delete(id)
      const images = new Set(listed.map(({ ImageID }) => ImageID))
      for (const id of digests.keys()) if (!images.has(id)) digests.delete(id)
      return parallel(listed, maxParallel, (item) => containerOf(daemon, item))
    },
    /** Events are read from now on, or no longer. */
    setHasEvents(isReading: boolean) {
      hasEvents = isReading
      // What happened before is not known.
      entries.clear()
      digests.clear()
    },
    /** An event of the daemon. */
    onEvent({ Type, Actor }: Json) {
      if (Type === 'container') entries.delete(textOf(objectOf(Actor).ID))
      if (Type === 'image') digests.clear()
    },
  }
}

export type Containers = ReturnType<typeof makeContainers>
