import {
  ApiError,
  type EventRef,
  event,
  type PointRef,
  type Principal,
  point,
  type ServiceRef,
  service,
} from '@svc/plugin-sdk'
import type {
  Capability,
  Content,
  Failure,
  FleetTraffic,
  HealthReason,
  MessageDef,
  Payload,
  RequestDef,
  ServerHealth,
  ServerMetrics,
  StreamDef,
  UsageLimits,
} from '@svc/protocol'

export type {
  AuthorityEvent,
  BatchUpdate,
  BatchUpdated,
  Group,
  IssuedOffer,
  OnboardBody,
  Onboarded,
  ProfileInput,
  ServerRecord,
} from './server-schema.ts'

/** Price and traffic limit of a server, as entered by an admin. */
export interface Billing {
  /** per billing cycle */
  readonly price: number | null
  readonly currency: string | null
  /** `monthly`, `quarterly` or `yearly` */
  readonly cycle: string
  /** day of the month on which a cycle starts, 1 to 28 */
  readonly startDay: number
  /** epoch seconds */
  readonly expiresAt: number | null
  /** bytes per cycle */
  readonly trafficLimit: number | null
  /** `sum`, `up` or `down`; null counts as `sum` */
  readonly trafficLimitType: string | null
}

/** A monitored server as other plugins see it. */
export interface Server {
  readonly id: string
  /** stable small integer, never reused; fits into 20 bits, for packed storage keys */
  readonly number: number
  readonly name: string
  readonly hidden: boolean
  /** bytes; null until the agent has reported */
  readonly memTotal: number | null
  /** bytes; null until the agent has reported */
  readonly swapTotal: number | null
  /** bytes; null until the agent has reported */
  readonly diskTotal: number | null
  readonly cpuCores: number | null
  /** epoch seconds */
  readonly createdAt: number
  readonly billing: Billing
}

/** IP addresses of an agent, without port; `remote` is the client address of its last connection. */
export interface ServerAddresses {
  readonly ipv4: string | null
  readonly ipv6: string | null
  readonly remote: string | null
}

/** Two-letter upper-case country code, and the English name of a city or subdivision. */
export interface ServerLocation {
  readonly countryCode: string | null
  readonly region: string | null
}

/** Where a server belongs, as set by an admin or located by address. */
export interface ServerPlacement {
  readonly group: { readonly id: string; readonly name: string } | null
  readonly countryCode: string | null
  readonly region: string | null
}

/** Chooses servers; what does not exist chooses nothing. */
export interface ServerSelection {
  readonly serverIds?: readonly string[]
  readonly groupIds?: readonly string[]
  readonly tags?: readonly string[]
}

export interface Servers {
  get(id: string): Server | undefined
  /** By weight descending, then creation descending. */
  list(): readonly Server[]
  /** All ids; much cheaper than `list`. */
  ids(): readonly string[]
  /** The servers that a user may see, in the same order. Hidden servers exist for admins only. */
  visibleTo(viewer: Pick<Principal, 'role'>): readonly Server[]
  /** Whether the server exists for this user. */
  isVisible(id: string, viewer: Pick<Principal, 'role'>): boolean
  /**
   * Ids that must not reach this user, also not inside stored documents: hidden servers, and deleted ones that were hidden.
   * Empty for admins.
   */
  hiddenFrom(viewer: Pick<Principal, 'role'>): ReadonlySet<string>
  /**
   * The server, if it exists for this user; else throws 404. For ids in queries and bodies, and for the whole record; the
   * path parameter is checked by the kernel when the route declares `config.server`.
   */
  require(id: string, viewer: Pick<Principal, 'role'>): Server
  /** Servers that are named, in one of the groups, or have one of the tags; in the order of `list`, each once. */
  select(selection: ServerSelection): readonly Server[]
  /** Group and location; undefined for an unknown server. */
  placement(id: string): ServerPlacement | undefined
  /** As last reported; undefined for an unknown server. */
  addresses(id: string): ServerAddresses | undefined
  /**
   * Stores the location of a server and notifies browsers. Never overwrites a location pinned by an admin. Returns
   * whether it changed.
   */
  locate(id: string, place: ServerLocation): boolean
}

export const servers: ServiceRef<Servers> = service('enrollment.servers')

/** What strangers may know of a server: neither addresses nor host names, remarks or credentials. */
export interface PublishedServer {
  readonly id: string
  readonly number: number
  readonly name: string
  /** epoch seconds */
  readonly createdAt: number
  readonly groupName: string | null
  readonly region: string | null
  readonly countryCode: string | null
  readonly publicRemark: string | null
  readonly os: string | null
  readonly cpuName: string | null
  readonly cpuArch: string | null
  readonly cpuCores: number | null
  readonly kernelVersion: string | null
  readonly agentVersion: string | null
  /** bytes */
  readonly memTotal: number | null
  readonly swapTotal: number | null
  readonly diskTotal: number | null
}

/** The servers for pages without sign-in. */
export interface PublishedServers {
  /** Without hidden servers; by weight descending, then creation descending. */
  list(): readonly PublishedServer[]
  /** Grows whenever a write of this process may change `list`. */
  revision(): number
}

export const publishedServers: ServiceRef<PublishedServers> = service('enrollment.publishedServers')

/** Frames received from agents; dropped ones by reason: not JSON, unknown type, schema violation. */
export interface AgentFrameStats {
  readonly frames: number
  readonly dropped: { readonly malformed: number; readonly unknown: number; readonly invalid: number }
}

/** The fields of an opening message. The id is made up unless given. */
export type Opening<M, I extends string | null> = Content<M, I> & { readonly [K in Exclude<I, null>]?: string }

/** How a request is made. */
export interface RequestOptions {
  /** milliseconds, default 30 000: for the reply, and again after each progress message */
  readonly timeout?: number
  /** cancels it */
  readonly signal?: AbortSignal
}

/** A stream that an agent has opened. Iterate it once to read; leaving the loop closes the stream. */
export interface AgentStream<
  C extends MessageDef = MessageDef,
  R extends MessageDef = MessageDef,
  W extends MessageDef = MessageDef,
  A extends MessageDef = MessageDef,
  E extends MessageDef = MessageDef,
  I extends string = string,
  F extends MessageDef = MessageDef,
> extends AsyncIterable<Payload<C>> {
  readonly id: string
  /** what the agent said when it opened the stream */
  readonly ready: Payload<R>
  /** aborts when the stream has ended: by either side, with the connection, or because the capability was withdrawn */
  readonly signal: AbortSignal
  /** the end; rejects with the error if the stream fails or is closed */
  readonly ended: Promise<Payload<E>>
  /**
   * Writes a message. Resolves when the next one may be written: when agent and connection have room, or, if the stream
   * has them, with the acknowledgement of a peer that does not say how much room it has.
   */
  write<M extends W>(message: M, payload: Content<M, I>): Promise<Payload<A> | undefined>
  /** Nothing more is written. Resolves with the end. */
  finish(payload?: Content<F, I>): Promise<Payload<E>>
  /** Ends the stream; the agent is told to stop. */
  close(reason?: unknown): void
}

const failureStatuses = {
  denied: [403, 'FORBIDDEN'],
  invalid: [400, 'BAD_REQUEST'],
  failed: [400, 'BAD_REQUEST'],
  not_found: [404, 'NOT_FOUND'],
  conflict: [409, 'CONFLICT'],
  unavailable: [503, 'AGENT_UNAVAILABLE'],
} as const

/** The agent responded with an error, in its own words. */
export class AgentFailed extends ApiError {
  readonly failure: Failure

  constructor(failure: Failure) {
    const [status, code] = failureStatuses[failure.code]
    super(status, 'enrollment.AGENT_FAILED', { reason: failure.reason }, { code })
    this.failure = failure
  }
}

/** The connected agents. */
export interface Agents {
  /**
   * Sends a request and waits for its reply. Rejects with an `ApiError`: 404 for an unknown or disconnected server, 403
   * if the capability is off, 504 after the timeout, 429 with too many open requests, `AgentFailed` if the agent says no.
   */
  request<Q extends MessageDef, R extends MessageDef, P extends MessageDef, I extends string | null>(
    serverId: string,
    request: RequestDef<Q, R, P, I>,
    payload: Opening<Q, I>,
    options?: RequestOptions & { onProgress?(payload: Payload<P>): void },
  ): Promise<Payload<R>>
  /** Opens a stream; resolves when the agent is ready. Rejects like `request`. */
  open<
    O extends MessageDef,
    C extends MessageDef,
    R extends MessageDef,
    W extends MessageDef,
    A extends MessageDef,
    E extends MessageDef,
    I extends string,
    F extends MessageDef,
  >(
    serverId: string,
    stream: StreamDef<O, C, R, W, A, E, I, F>,
    payload: Opening<O, I>,
    options?: RequestOptions,
  ): Promise<AgentStream<C, R, W, A, E, I, F>>
  isOnline(serverId: string): boolean
  /** ids of all connected servers */
  online(): readonly string[]
  /**
   * Milliseconds; the agent's last report, or its connection if the program was killed since. Undefined if no agent has
   * ever connected, or for an unknown server.
   */
  lastSeen(serverId: string): number | undefined
  /** Queues a message. Returns false if the agent is not connected or its queue is full. */
  send<M extends MessageDef>(serverId: string, message: M, payload: Payload<M>): boolean
  /** what the agent reported on this connection, for example `docker`; empty while it is offline */
  features(serverId: string): readonly string[]
  /** effective capabilities as bits: as reported on the current connection, otherwise as last stored */
  capabilities(serverId: string): number
  /** as last reported; 1 until then, and 0 for an unknown server */
  protocolVersion(serverId: string): number
  /** since the program started */
  frameStats(): AgentFrameStats
}

export const agents: ServiceRef<Agents> = service('enrollment.agents')

/** Messages of a plugin for browsers that subscribe to them. */
export interface LiveTopic {
  /** `<plugin>.<name>` */
  readonly id: string
  readonly access: 'member' | 'admin'
  /** Whether this user gets the messages; asked again for each of them. Answer from memory. */
  allows?(principal: Principal): boolean
}

/** Topics that plugins publish on with `live.publish`. Keyed by id. */
export const liveTopics: PointRef<LiveTopic> = point('enrollment.liveTopics', ({ id }, contributor) => {
  if (!id.startsWith(`${contributor}.`)) throw new Error(`its topic ${id} must start with ${contributor}.`)
  return id
})

/** The live socket of the browsers. */
export interface Live {
  /**
   * Sends a message to every connected browser, serialised once. In a transaction it waits for the commit, and a rollback
   * drops it; the same holds for `update`.
   */
  broadcast<M extends MessageDef>(message: M, payload: Payload<M>): void
  /** Sends new metrics of one server. Metrics of several servers within 10 ms are combined into one `Update`. */
  update(metrics: ServerMetrics): void
  /**
   * Sends a message to those who watch a stream of this server, and adds `server_id`. For what happens now and then:
   * nothing is dropped, and later viewers do not get it. Waits for the commit like `broadcast`.
   */
  toViewers<M extends MessageDef>(
    stream: Pick<ViewerStream, 'subscribe'>,
    serverId: string,
    message: M,
    content: Content<M, 'server_id'>,
  ): void
  /**
   * Publishes the latest message of a topic of yours to the browsers that subscribed to it, as widgets do, and to those that
   * subscribe later. `data` is JSON of at most 64 KiB; of several within 100 ms, the latest is sent. Waits for the commit like
   * `broadcast`.
   */
  publish(topic: LiveTopic, data: unknown): void
  /** Sends every browser a fresh `FullSync`, for changes that concern many servers. */
  resync(): void
  /** number of connected browsers */
  viewers(): number
}

export const live: ServiceRef<Live> = service('enrollment.live')

/** The sender of an agent message. */
export interface AgentSource {
  readonly serverId: string
  readonly serverName: string
  /** stable integer of the server, see `Server.number` */
  readonly serverNumber: number
  /** milliseconds; server clock at receipt */
  readonly receivedAt: number
  reply<M extends MessageDef>(message: M, payload: Payload<M>): void
}

/** A handler for a message from agents. Made by `onAgent` and `onAgentState`. */
export interface AgentMessage {
  readonly message: MessageDef
  readonly handle: (payload: never, from: AgentSource) => void | Promise<void>
  /** of many that arrive, only the latest is handled, once a second */
  readonly isState?: boolean
}

/** Handles an agent message. The payload has been validated against the message's schema. Must not block. */
export const onAgent = <M extends MessageDef>(
  message: M,
  handle: (payload: Payload<M>, from: AgentSource) => void | Promise<void>,
): AgentMessage => ({ message, handle: handle as AgentMessage['handle'] })

/**
 * Handles an agent message that tells the whole state of something, so that only the latest one counts: an agent that sends
 * many is handled once a second.
 */
export const onAgentState = <M extends MessageDef>(
  message: M,
  handle: (payload: Payload<M>, from: AgentSource) => void | Promise<void>,
): AgentMessage => ({ ...onAgent(message, handle), isState: true })

/** Listeners for messages of agents; several plugins may listen for the same one. Keyed by type and plugin. */
export const agentMessages: PointRef<AgentMessage> = point(
  'enrollment.agentMessages',
  (item, plugin) => `${item.message.type} ${plugin}`,
)

/** A connected browser. */
export interface Viewer {
  readonly principal: Principal
  send<M extends MessageDef>(message: M, payload: Payload<M>): void
  /** aborted when the browser disconnects */
  readonly signal: AbortSignal
}

export interface LiveMessage {
  readonly message: MessageDef
  readonly handle: (payload: never, viewer: Viewer) => void | Promise<void>
}

/** Handles a message that browsers send on the live socket. */
export const onLive = <M extends MessageDef>(
  message: M,
  handle: (payload: Payload<M>, viewer: Viewer) => void | Promise<void>,
): LiveMessage => ({ message, handle: handle as LiveMessage['handle'] })

/** Messages that browsers send. Keyed by type. */
export const liveMessages: PointRef<LiveMessage> = point('enrollment.liveMessages', (item) => item.message.type)

/**
 * Why viewers of a stream get no data. `offline`: also for a server that does not exist for them. `denied`: the capability is
 * off. `unsupported`: the agent cannot do it on this host.
 */
export type Unavailable = 'offline' | 'denied' | 'unsupported'

/** A server whose agent sends data for its viewers. */
export interface WatchedServer {
  readonly serverId: string
  /** the last message of this kind that the agent sent since it was started */
  latest<M extends MessageDef>(message: M): Payload<M> | undefined
  /** Sends a message to the viewers; `server_id` is added. Later viewers get the last message of each kind at once. */
  send<M extends MessageDef>(message: M, payload: Content<M, 'server_id'>): void
  /** The agent says that it cannot do this on its host. */
  unavailable(): void
}

/** What happens with a message of the agent while there are viewers. Made by `whileWatched`. */
export interface StreamUpdate {
  readonly message: MessageDef
  readonly handle: (payload: never, server: WatchedServer) => void
}

/** Handles a message that agents send for viewers. */
export const whileWatched = <M extends MessageDef>(
  message: M,
  handle: (payload: Payload<M>, server: WatchedServer) => void,
): StreamUpdate => ({ message, handle: handle as StreamUpdate['handle'] })

/**
 * Live data of a server that its agent sends only while somebody watches. Enrollment starts the agent for the first viewer,
 * renews that while there are viewers, starts it again after a reconnect, and stops it shortly after the last viewer has
 * left. Who may no longer see the server is unsubscribed at once.
 */
export interface ViewerStream {
  /** browser to server; both messages have a `server_id` */
  readonly subscribe: MessageDef
  readonly unsubscribe: MessageDef
  /** what the agent needs; null for nothing */
  readonly capability: Capability | null
  /** a feature that the agent must report as well, for example `docker` */
  readonly feature?: string
  /** Sends the agent what starts it. Called again three times per lease, and must not start it twice. */
  start(send: <M extends MessageDef>(message: M, payload: Payload<M>) => void): void
  stop(send: <M extends MessageDef>(message: M, payload: Payload<M>) => void): void
  readonly updates: readonly StreamUpdate[]
  /** Tells viewers why there is no data; `server_id` is added. Without it they are not told. */
  unavailable?(
    reason: Unavailable,
    send: <M extends MessageDef>(message: M, payload: Content<M, 'server_id'>) => void,
  ): void
  /** milliseconds after which the agent stops unless it is started again; default 90 000 */
  readonly leaseMs?: number
  /** milliseconds from the last viewer to the stop, so that a page reload does not restart it; default 2000 */
  readonly lingerMs?: number
  /** a further server of the same browser replaces its oldest one; default 8 */
  readonly maxPerViewer?: number
  /** messages of one kind that arrive faster are dropped; default 500 ms */
  readonly minIntervalMs?: number
}

/** Streams for viewers. Keyed by the type of the message that subscribes. */
export const viewerStreams: PointRef<ViewerStream> = point(
  'enrollment.viewerStreams',
  ({ subscribe }) => subscribe.type,
)

/** Supplies the latest metrics of a server for `FullSync`. Missing metrics are sent as zero. */
export interface LiveStatus {
  readonly plugin: string
  metrics(serverId: string): Partial<ServerMetrics> | undefined
  /** what works for a server besides what its agent reports; tell browsers of a change with `live.resync` */
  features?(serverId: string): readonly string[]
  /** from which values on the metrics are too high, by metric */
  limits?(): Readonly<Record<string, UsageLimits>>
  /** the traffic of these servers together in the last minutes */
  traffic?(serverIds: Iterable<string>): FleetTraffic
}

export const liveStatus: PointRef<LiveStatus> = point('enrollment.liveStatus', (item) => item.plugin)

/** Supplies `upgrades` of `FullSync`: the upgrades of agents that run or ended lately. */
export interface LiveUpgrades {
  readonly plugin: string
  list(): readonly { readonly server_id: string }[]
}

export const liveUpgrades: PointRef<LiveUpgrades> = point('enrollment.liveUpgrades', (item) => item.plugin)

/** Finds what is wrong with servers. Tell `health.refresh` when that may have changed. */
export interface HealthSource {
  readonly plugin: string
  /** What is wrong with a server now. Called often: answer from memory or an index. */
  reasons(serverId: string): readonly Omit<HealthReason, 'plugin'>[]
}

/**
 * Contributes to the one health of each server, which lists, headers, maps, dashboards and the status page show. Keyed by
 * plugin.
 */
export const healthSources: PointRef<HealthSource> = point('enrollment.healthSources', (item) => item.plugin)

/** The health of servers: the worst of being offline and of what `healthSources` found. */
export interface Health {
  of(serverId: string): ServerHealth
  /** The reasons of these servers may have changed: notifies browsers if so. In a transaction it waits for the commit. */
  refresh(serverIds: readonly string[]): void
}

export const health: ServiceRef<Health> = service('enrollment.health')

/**
 * Callbacks that run inside the transaction that creates or deletes a server, so that both are atomic across plugins.
 * Synchronous; throwing rolls everything back. Rows of a deleted server need none: see `serverTables`. What follows the
 * deletion, such as forgetting caches, listens to `serverDeleted`.
 */
export interface ServerLifecycle {
  readonly plugin: string
  onCreate?(server: Server): void
  onDelete?(server: Server): void
}

export const serverLifecycle: PointRef<ServerLifecycle> = point('enrollment.serverLifecycle', (item) => item.plugin)

/** A table with rows about servers, whose ids are in `column`. */
export interface ServerTable {
  readonly table: string
  /** the first column of an index, so that deleting a server does not read the whole table */
  readonly column: string
}

const identifier = /^[a-z_][a-z0-9_]*$/

/**
 * Tables of other plugins whose rows end with their server: in the transaction that deletes it, and at the start for servers
 * that were deleted while the plugin was switched off. For some thousands of rows per server; longer histories have a queue
 * of their own and use `serverLifecycle`. A plugin may only name its own tables.
 */
export const serverTables: PointRef<ServerTable> = point(
  'enrollment.serverTables',
  ({ table, column }, contributor) => {
    const key = `${table}.${column}`
    if (!table.startsWith(`${contributor.replaceAll('-', '_')}_`)) {
      throw new Error(`it contributed ${key} to enrollment.serverTables, but the table does not belong to it`)
    }
    for (const name of [table, column]) {
      if (!identifier.test(name))
        throw new Error(`it contributed ${key} to enrollment.serverTables: ${name} is not a name`)
    }
    return key
  },
)

/** A server was deleted, with all rows of `serverTables`. For caches and running work. */
export const serverDeleted: EventRef<Server> = event('enrollment.serverDeleted')
/** An agent connected. Emitted again without `agentOffline` when a newer connection replaces the current one. */
export const agentOnline: EventRef<{ readonly serverId: string }> = event('enrollment.agentOnline')
export const agentOffline: EventRef<{ readonly serverId: string }> = event('enrollment.agentOffline')
/**
 * Someone on a host granted a capability temporarily, or extended a grant. Emitted for every capability, after storing
 * and auditing.
 */
export const capabilityGranted: EventRef<{
  readonly serverId: string
  readonly capability: Capability
  /** epoch seconds; null if not reported */
  readonly expiresAt: number | null
  readonly grantedBy: string | null
  readonly reason: string | null
  /** whether an existing grant got a new expiry */
  readonly extended: boolean
}> = event('enrollment.capabilityGranted')
/**
 * An agent reported its capabilities: after connecting, and when they change. `agents.capabilities` already returns the
 * new value.
 */
export const capabilitiesReported: EventRef<{ readonly serverId: string }> = event('enrollment.capabilitiesReported')
/** The features of a server changed: its agent reported others, connected or disconnected. */
export const featuresChanged: EventRef<{ readonly serverId: string; readonly features: readonly string[] }> =
  event('enrollment.featuresChanged')
/** An agent reported its addresses: after connecting, and when they change. Already stored. */
export const addressesReported: EventRef<{
  readonly serverId: string
  /** `remote` is the client address of the previous connection */
  readonly before: ServerAddresses
  readonly after: ServerAddresses
  /** whether no agent of this server has connected before */
  readonly firstConnection: boolean
}> = event('enrollment.addressesReported')
/** An admin removed the pinned location of a server; it may be located again. */
export const locationUnpinned: EventRef<{ readonly serverId: string }> = event('enrollment.locationUnpinned')
