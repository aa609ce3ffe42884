import { plainText } from '@svc/protocol'
import {
  type Container,
  type ContainerStats,
  containerIdPattern,
  type DockerEvent,
  type DockerInfo,
  type Image,
  type LogEntry,
  type Mount,
  type Network,
  type Port,
  type Volume,
} from './wire.ts'

/** More than any host is likely to have; a page shows no more. */
const maxContainers = 2000
const maxItems = 1000
const maxPerContainer = 128
/** Percent of one core; far above any real machine. */
const maxPercent = 10_000_000
/** 9999-12-31T23:59:59Z */
const maxEpochSeconds = 253_402_300_799
/** Characters of the names and values of one map of labels. */
const maxLabelCharacters = 4096

const isId = (id: string) => new RegExp(containerIdPattern).test(id)
const amount = (value: number, max = Number.MAX_SAFE_INTEGER) => (value > 0 ? Math.min(value, max) : 0)
const optionalAmount = (value: number | null | undefined) => (value == null ? null : amount(value))
const instant = (value: number) => amount(value, maxEpochSeconds)
const optionalInstant = (value: number | null | undefined) => (value == null || value <= 0 ? null : instant(value))
const name = (value: string) => plainText(value, 256)
const optionalName = (value: string | null | undefined) => (value == null ? null : name(value))
const path = (value: string) => plainText(value, 1024)

/** One item per id; the last one wins. */
function unique<T>(items: readonly T[], idOf: (item: T) => string, max: number): T[] {
  return [...new Map(items.slice(0, max).map((item) => [idOf(item), item])).values()]
}

/** As many as fit into the limit, in their order. */
function labels(map: Readonly<Record<string, string>>): Record<string, string> {
  let left = maxLabelCharacters
  const entries: [string, string][] = []
  for (const [key, value] of Object.entries(map)) {
    const entry: [string, string] = [name(key), path(value)]
    left -= entry[0].length + entry[1].length
    if (left < 0) break
    entries.push(entry)
  }
  return Object.fromEntries(entries)
}

const port = ({ private_port, public_port, port_type, ip }: Port): Port => ({
  private_port,
  public_port: public_port ?? null,
  port_type: name(port_type),
  ip: optionalName(ip),
})

const mount = ({ type, source, destination, writable }: Mount): Mount => ({
  type: name(type),
  source: path(source),
  destination: path(destination),
  writable,
})

const container = (one: Container): Container => ({
  id: one.id,
  name: name(one.name),
  image: path(one.image),
  state: name(one.state),
  status: name(one.status),
  created: instant(one.created),
  ports: one.ports.slice(0, maxPerContainer).map(port),
  labels: labels(one.labels),
  image_id: optionalName(one.image_id),
  image_digest: optionalName(one.image_digest),
  health: optionalName(one.health),
  restarts: optionalAmount(one.restarts),
  started_at: optionalInstant(one.started_at),
  finished_at: optionalInstant(one.finished_at),
  exit_code: one.exit_code == null ? null : Math.max(-maxEpochSeconds, Math.min(one.exit_code, maxEpochSeconds)),
  oom_killed: one.oom_killed ?? null,
  error: one.error == null ? null : path(one.error),
  mounts: one.mounts?.slice(0, maxPerContainer).map(mount) ?? null,
  networks: one.networks?.slice(0, maxPerContainer).map(name) ?? null,
})

const stat = (one: ContainerStats): ContainerStats => ({
  id: one.id,
  name: name(one.name),
  cpu_percent: amount(one.cpu_percent, maxPercent),
  memory_usage: amount(one.memory_usage),
  memory_limit: amount(one.memory_limit),
  memory_percent: amount(one.memory_percent, 100),
  network_rx: amount(one.network_rx),
  network_tx: amount(one.network_tx),
  block_read: amount(one.block_read),
  block_write: amount(one.block_write),
  pids: optionalAmount(one.pids),
})

// What agents send goes to browsers only in these forms: no unknown fields, no duplicates, no ids that are none, plain text,
// and numbers within their range. The types have been checked before.

export const sanitizeContainers = (list: readonly Container[]): Container[] =>
  unique(
    list.filter(({ id }) => isId(id)),
    ({ id }) => id,
    maxContainers,
  ).map(container)

export const sanitizeStats = (list: readonly ContainerStats[]): ContainerStats[] =>
  unique(
    list.filter(({ id }) => isId(id)),
    ({ id }) => id,
    maxContainers,
  ).map(stat)

export const sanitizeInfo = (info: DockerInfo): DockerInfo => ({
  docker_version: name(info.docker_version),
  api_version: name(info.api_version),
  os: name(info.os),
  arch: name(info.arch),
  containers_running: amount(info.containers_running),
  containers_paused: amount(info.containers_paused),
  containers_stopped: amount(info.containers_stopped),
  images: amount(info.images),
  memory_total: amount(info.memory_total),
})

export const sanitizeNetworks = (list: readonly Network[]): Network[] =>
  unique(list, ({ id }) => id, maxItems).map((one) => ({
    id: name(one.id),
    name: name(one.name),
    driver: name(one.driver),
    scope: name(one.scope),
    containers: labels(one.containers),
  }))

export const sanitizeVolumes = (list: readonly Volume[]): Volume[] =>
  unique(list, (one) => one.name, maxItems).map((one) => ({
    name: name(one.name),
    driver: name(one.driver),
    mountpoint: path(one.mountpoint),
    created_at: optionalName(one.created_at),
    labels: labels(one.labels),
  }))

export const sanitizeImages = (list: readonly Image[]): Image[] =>
  unique(list, ({ id }) => id, maxItems).map((one) => ({
    id: name(one.id),
    tags: one.tags.slice(0, maxPerContainer).map(path),
    digests: one.digests.slice(0, maxPerContainer).map(path),
    created: instant(one.created),
    size: amount(one.size),
    containers: one.containers,
  }))

/** `now` in epoch seconds. */
export const sanitizeEvent = (event: DockerEvent, now: number): DockerEvent => ({
  // A time in the future would stay the newest one, from which the events after a reconnect are requested.
  timestamp: event.timestamp > now + 86_400 ? now : instant(event.timestamp),
  event_type: name(event.event_type),
  action: name(event.action),
  actor_id: name(event.actor_id),
  actor_name: optionalName(event.actor_name),
  attributes: labels(event.attributes),
})

/** The text is what the container printed and stays as it is. */
export const sanitizeLogEntry = ({ timestamp, stream, message }: LogEntry): LogEntry => ({
  timestamp: optionalName(timestamp),
  stream: name(stream),
  message,
})
