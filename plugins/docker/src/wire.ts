import { type Static, Type } from '@sinclair/typebox'
import {
  defineMessage,
  defineRequest,
  defineStream,
  f64,
  i64,
  nullable,
  nullish,
  optional,
  str,
  u16,
  u32,
  u64,
  unixSeconds,
} from '@svc/protocol'

/**
 * The feature that an agent reports while its Docker daemon is reachable, and the one that says that the agent knows what
 * this file marks as ours. Peers report only the first.
 */
export const dockerFeature = 'docker'
export const dockerExtrasFeature = 'docker_extras'

/** Names and ids of containers: no slash, percent sign or dot segment, because they become part of a URL of the daemon. */
export const containerIdPattern = '^[a-zA-Z0-9][a-zA-Z0-9_.-]{0,127}$'
const containerId = () => Type.String({ pattern: containerIdPattern })

const labels = () => Type.Record(Type.String(), Type.String())

export const Port = Type.Object({
  private_port: u16(),
  public_port: nullish(u16()),
  /** `tcp`, `udp` or `sctp` */
  port_type: str(),
  ip: nullish(str()),
})
export type Port = Static<typeof Port>

export const Mount = Type.Object({
  /** `bind`, `volume` or `tmpfs` */
  type: str(),
  /** path on the host, or the name of the volume */
  source: str(),
  destination: str(),
  writable: Type.Boolean(),
})
export type Mount = Static<typeof Mount>

export const Container = Type.Object({
  /** 64 hexadecimal digits */
  id: str(),
  /** without the leading slash */
  name: str(),
  image: str(),
  /** `created`, `restarting`, `running`, `removing`, `paused`, `exited` or `dead` */
  state: str(),
  /** words of the daemon, for example `Up 2 hours (healthy)` */
  status: str(),
  created: unixSeconds(),
  ports: Type.Array(Port),
  /** compose project and service are `com.docker.compose.project` and `com.docker.compose.service` */
  labels: labels(),
  // The rest is ours; peers do not send it.
  image_id: nullish(str()),
  /** repository digest, `sha256:…` */
  image_digest: nullish(str()),
  /** `starting`, `healthy` or `unhealthy`; null without a health check */
  health: nullish(str()),
  /** restarts by the daemon's restart policy */
  restarts: nullish(u32()),
  started_at: nullish(unixSeconds()),
  finished_at: nullish(unixSeconds()),
  /** of a container that is not running */
  exit_code: nullish(i64()),
  oom_killed: nullish(Type.Boolean()),
  /** the daemon's own error, for example why a container could not start */
  error: nullish(str()),
  mounts: nullish(Type.Array(Mount)),
  networks: nullish(Type.Array(str())),
})
export type Container = Static<typeof Container>

/** As `docker stats` shows them. */
export const ContainerStats = Type.Object({
  id: str(),
  name: str(),
  /** percent of one core since the sample before; 400 for four busy cores */
  cpu_percent: f64(),
  /** bytes, without the page cache */
  memory_usage: u64(),
  /** bytes; of the host if the container has no limit */
  memory_limit: u64(),
  memory_percent: f64(),
  /** bytes since the container started */
  network_rx: u64(),
  network_tx: u64(),
  block_read: u64(),
  block_write: u64(),
  /** ours: processes and threads */
  pids: nullish(u32()),
})
export type ContainerStats = Static<typeof ContainerStats>

export const DockerInfo = Type.Object({
  docker_version: str(),
  api_version: str(),
  os: str(),
  arch: str(),
  containers_running: i64(),
  containers_paused: i64(),
  containers_stopped: i64(),
  images: i64(),
  /** bytes */
  memory_total: u64(),
})
export type DockerInfo = Static<typeof DockerInfo>

export const DockerEvent = Type.Object({
  timestamp: unixSeconds(),
  /** `container`, `image`, `network`, `volume`, `daemon` … */
  event_type: str(),
  /** `start`, `die`, `health_status: healthy` … */
  action: str(),
  actor_id: str(),
  actor_name: nullish(str()),
  attributes: labels(),
})
export type DockerEvent = Static<typeof DockerEvent>

/** Actions that health checks and `docker top` cause all the time: agents need not send them, and they are not stored. */
export const isNoise = (action: string) => /^(exec_|top$)/.test(action)

export const Network = Type.Object({
  id: str(),
  name: str(),
  driver: str(),
  scope: str(),
  /** names of containers by id */
  containers: labels(),
})
export type Network = Static<typeof Network>

export const Volume = Type.Object({
  name: str(),
  driver: str(),
  mountpoint: str(),
  /** RFC 3339 */
  created_at: nullish(str()),
  labels: labels(),
})
export type Volume = Static<typeof Volume>

export const Image = Type.Object({
  id: str(),
  /** `repository:tag`; empty for a dangling image */
  tags: Type.Array(str()),
  digests: Type.Array(str()),
  created: unixSeconds(),
  /** bytes */
  size: u64(),
  /** containers made from it, running or not */
  containers: u32(),
})
export type Image = Static<typeof Image>

export const LogEntry = Type.Object({
  /** RFC 3339 with nanoseconds, from the daemon */
  timestamp: nullish(str()),
  /** `stdout`, `stderr`, `stdin`, or `console` of a container with a TTY */
  stream: str(),
  /** one line with its line break, if it has one */
  message: str(),
})
export type LogEntry = Static<typeof LogEntry>

/** As on the wire of peers; pause, unpause, kill and removing volumes are ours. */
export const ContainerAction = Type.Union([
  Type.Literal('Start'),
  Type.Object({ Stop: Type.Object({ timeout: nullish(u32()) }) }),
  Type.Object({ Restart: Type.Object({ timeout: nullish(u32()) }) }),
  Type.Object({ Remove: Type.Object({ force: Type.Boolean(), volumes: nullish(Type.Boolean()) }) }),
  Type.Literal('Pause'),
  Type.Literal('Unpause'),
  Type.Object({ Kill: Type.Object({ signal: nullish(str()) }) }),
])
export type ContainerAction = Static<typeof ContainerAction>

const request = { msg_id: str() }

/**
 * Agent to server: the daemon cannot be reached, or a request to it failed. `error` and `code` are ours: `unavailable` if
 * there is none, it does not answer or the agent may not use its socket, which `error` says in words; otherwise `invalid`,
 * `not_found`, `conflict` or `failed` as the daemon said. Without an id, ours send it when they connect and when they lose
 * the daemon.
 */
export const DockerUnavailable = defineMessage('docker_unavailable', {
  msg_id: optional(str()),
  error: nullish(str()),
  code: nullish(str()),
})

const conversation = { capability: 'docker', id: 'msg_id', error: DockerUnavailable } as const

/** Server to agent. */
export const DockerListContainers = defineMessage('docker_list_containers', request)
/** Agent to server: the reply to `DockerListContainers`, or without `msg_id` with each tick of the statistics. */
export const DockerContainers = defineMessage('docker_containers', {
  msg_id: nullish(str()),
  containers: Type.Array(Container),
})
/** Agent to server: with each tick, of running containers only. */
export const DockerStats = defineMessage('docker_stats', { stats: Type.Array(ContainerStats) })
/** Server to agent: send containers and statistics now and then every `interval_secs`. Ours stop after 90 s without it. */
export const DockerStartStats = defineMessage('docker_start_stats', { interval_secs: u32() })
/** Server to agent. */
export const DockerStopStats = defineMessage('docker_stop_stats', {})

/** Server to agent: send events of the daemon. `since` (ours) asks for what the daemon still remembers from then on. */
export const DockerEventsStart = defineMessage('docker_events_start', { since: nullish(unixSeconds()) })
/** Server to agent. */
export const DockerEventsStop = defineMessage('docker_events_stop', {})
/** Agent to server. */
export const AgentDockerEvent = defineMessage('docker_event', { event: DockerEvent })

/** Server to agent. */
export const DockerGetInfo = defineMessage('docker_get_info', request)
/** Agent to server. */
export const AgentDockerInfo = defineMessage('docker_info', { msg_id: nullish(str()), info: DockerInfo })
/** Server to agent. */
export const DockerListNetworks = defineMessage('docker_list_networks', request)
/** Agent to server. */
export const DockerNetworks = defineMessage('docker_networks', { ...request, networks: Type.Array(Network) })
/** Server to agent. */
export const DockerListVolumes = defineMessage('docker_list_volumes', request)
/** Agent to server. */
export const DockerVolumes = defineMessage('docker_volumes', { ...request, volumes: Type.Array(Volume) })
/** Server to agent. Ours. */
export const DockerListImages = defineMessage('docker_list_images', request)
/** Agent to server. Ours. */
export const DockerImages = defineMessage('docker_images', { ...request, images: Type.Array(Image) })
/** Server to agent. Ours. The values of environment variables are masked on the host unless `reveal` is set. */
export const DockerInspect = defineMessage('docker_inspect', {
  ...request,
  container_id: containerId(),
  reveal: Type.Boolean(),
})
/** Agent to server. Ours. */
export const DockerInspected = defineMessage('docker_inspected', {
  ...request,
  /** what the daemon says, at most 512 KiB of JSON */
  container: Type.Record(Type.String(), Type.Unknown()),
})
/** Server to agent. */
export const DockerContainerAction = defineMessage('docker_container_action', {
  ...request,
  container_id: containerId(),
  action: ContainerAction,
})
/** Agent to server. `code` is ours. */
export const DockerActionResult = defineMessage('docker_action_result', {
  ...request,
  success: Type.Boolean(),
  error: nullish(str()),
  code: nullish(str()),
})

const session = { session_id: str() }

/** Server to agent: send the log of a container. `since` and `timestamps` of entries to continue after are ours. */
export const DockerLogsStart = defineMessage('docker_logs_start', {
  ...session,
  container_id: containerId(),
  /** lines; null for 100 */
  tail: nullish(u64()),
  /** ours: RFC 3339 with nanoseconds or unix seconds, only what is newer */
  since: nullish(str()),
  follow: Type.Boolean(),
})
/** Agent to server: up to 50 entries or 50 ms. */
export const DockerLog = defineMessage('docker_log', {
  ...session,
  entries: Type.Array(LogEntry),
  /** ours: lines that were dropped before these because they came faster than they could be sent */
  dropped: nullish(u64()),
})
/** Agent to server. Ours: the log is over, because it is not followed, the container was removed, or reading it failed. */
export const DockerLogsEnd = defineMessage('docker_logs_end', {
  ...session,
  error: nullish(str()),
  code: nullish(str()),
})
/** Server to agent. */
export const DockerLogsStop = defineMessage('docker_logs_stop', session)

export const listContainers = defineRequest({
  ...conversation,
  request: DockerListContainers,
  reply: DockerContainers,
})
export const getInfo = defineRequest({ ...conversation, request: DockerGetInfo, reply: AgentDockerInfo })
export const listNetworks = defineRequest({ ...conversation, request: DockerListNetworks, reply: DockerNetworks })
export const listVolumes = defineRequest({ ...conversation, request: DockerListVolumes, reply: DockerVolumes })
export const listImages = defineRequest({ ...conversation, request: DockerListImages, reply: DockerImages })
export const inspectContainer = defineRequest({ ...conversation, request: DockerInspect, reply: DockerInspected })
export const actOnContainer = defineRequest({
  ...conversation,
  request: DockerContainerAction,
  reply: DockerActionResult,
  errorReply: (error) => ({ success: false, error }),
})
/** The next statistics. They go on after the reply until `DockerStopStats`. */
export const sampleStats = defineRequest({
  capability: 'docker',
  id: null,
  request: DockerStartStats,
  reply: DockerStats,
})
export const readLogs = defineStream({
  capability: 'docker',
  id: 'session_id',
  open: DockerLogsStart,
  chunk: DockerLog,
  end: DockerLogsEnd,
  cancel: DockerLogsStop,
})

// The socket of logs, `/api/ws/docker/logs/{server_id}`. The first frame from the server is `LogSession`.

/** Server to browser. */
export const LogSession = defineMessage('session', { session_id: str() })
/** Browser to server: send the log of this container, instead of the one before. `since` is ours, as in `DockerLogsStart`. */
export const LogSubscribe = defineMessage('subscribe', {
  container_id: containerId(),
  /** lines; default 100 */
  tail: nullish(u64()),
  since: nullish(Type.String({ pattern: '^[0-9TZ:.+-]{1,40}$' })),
  /** default true */
  follow: nullish(Type.Boolean()),
})
/** Browser to server: no more. */
export const LogUnsubscribe = defineMessage('unsubscribe', {})
/** Server to browser. */
export const Logs = defineMessage('logs', {
  entries: Type.Array(LogEntry),
  /** ours: lines that are missing before these, because they came faster than they could be sent */
  dropped: optional(u64()),
})
/**
 * Server to browser. Ours: the log is over; another `LogSubscribe` may follow. Without an error it was read to its end.
 * `code` is a `FailureCode`, `invalid` for a bad `LogSubscribe`, `timeout`, or `too_many_requests`.
 */
export const LogEnd = defineMessage('end', { error: nullable(str()), code: nullable(str()) })

/** Browser to server: send `DockerUpdate` of this server, until unsubscribed or disconnected. */
export const DockerSubscribe = defineMessage('docker_subscribe', { server_id: str() })
/** Browser to server. */
export const DockerUnsubscribe = defineMessage('docker_unsubscribe', { server_id: str() })
/** Server to browser: to subscribers. `stats` is null before the first sample. */
export const DockerUpdate = defineMessage('docker_update', {
  server_id: str(),
  containers: Type.Array(Container),
  stats: nullish(Type.Array(ContainerStats)),
})
/** Server to browser: to subscribers. */
export const DockerEventUpdate = defineMessage('docker_event', { server_id: str(), event: DockerEvent })
/** Server to browser: to everyone who may see the server. */
export const DockerAvailabilityChanged = defineMessage('docker_availability_changed', {
  server_id: str(),
  available: Type.Boolean(),
})
/** Server to browser: to subscribers, no data for now. `DockerUpdate` follows when there is some. Ours. */
export const DockerUpdateUnavailable = defineMessage('docker_update_unavailable', {
  server_id: str(),
  reason: Type.Union([Type.Literal('offline'), Type.Literal('denied'), Type.Literal('unsupported')]),
})
