import { type EventRef, event, type PointRef, type Principal, point, type ServiceRef, service } from '@svc/plugin-sdk'
import type { Capability, MessageDef, Payload, ServerMetrics } from '@svc/protocol'

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

/** What a server costs and how much traffic it may make, as an admin entered it. */
export interface Billing {
  /** per billing cycle */
  readonly price: number | null
  readonly currency: string | null
  /** `monthly`, `quarterly` or `yearly` */
  readonly cycle: string | null
  /** day of the month on which a cycle starts, 1 to 28; null counts as 1 */
  readonly startDay: number | null
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
  /** small integer, stable for the life of the server and never reused; fits 20 bits, for packed storage keys */
  readonly number: number
  readonly name: string
  readonly hidden: boolean
  /** bytes, null until the agent reported */
  readonly memTotal: number | null
  /** bytes, null until the agent reported */
  readonly swapTotal: number | null
  /** bytes, null until the agent reported */
  readonly diskTotal: number | null
  readonly cpuCores: number | null
  /** epoch seconds */
  readonly createdAt: number
  readonly billing: Billing
}

/** Where an agent can be found, as texts without port; `remote` is the client end of its last connection. */
export interface ServerAddresses {
  readonly ipv4: string | null
  readonly ipv6: string | null
  readonly remote: string | null
}

/** Where a server stands: two upper-case letters, and the English name of a city or subdivision. */
export interface ServerPlace {
  readonly countryCode: string | null
  readonly region: string | null
}

export interface Servers {
  get(id: string): Server | undefined
  /** By weight descending, then creation descending. */
  list(): readonly Server[]
  /** All of them; far cheaper than `list` for a walk over the fleet. */
  ids(): readonly string[]
  /** As last reported; undefined when there is no such server. */
  addresses(id: string): ServerAddresses | undefined
  /**
   * Stores where a server stands and tells the browsers. Never overwrites a place that an admin pinned. True when
   * something changed.
   */
  locate(id: string, place: ServerPlace): boolean
}

export const servers: ServiceRef<Servers> = service('enrollment.servers')

/** Frames from agents; dropped ones by reason (not JSON, a type nobody knows, a member of the wrong type). */
export interface AgentTraffic {
  readonly frames: number
  readonly dropped: { readonly malformed: number; readonly unknown: number; readonly invalid: number }
}

/** The connected agents. */
export interface Agents {
  isOnline(serverId: string): boolean
  /** ids of all connected servers */
  online(): readonly string[]
  /**
   * Milliseconds; when the agent was last connected, or reported last before it left. To the connection when the program
   * was killed meanwhile; undefined when none ever was, or there is no such server.
   */
  lastSeen(serverId: string): number | undefined
  /** Queues a message; false when the agent is not connected or its queue is full. */
  send<M extends MessageDef>(serverId: string, message: M, payload: Payload<M>): boolean
  /** effective capability mask: live report, else the stored mirror */
  capabilities(serverId: string): number
  /** what arrived from agents since the program started */
  traffic(): AgentTraffic
}

export const agents: ServiceRef<Agents> = service('enrollment.agents')

/** The live socket of the browsers. */
export interface Live {
  /** Sends a message to every connected browser, serialised once. */
  broadcast<M extends MessageDef>(message: M, payload: Payload<M>): void
  /** New figures of one server: coalesced for 10 ms with others into one `Update`. */
  update(metrics: ServerMetrics): void
  /** number of connected browsers */
  viewers(): number
}

export const live: ServiceRef<Live> = service('enrollment.live')

/** Where an agent message came from. */
export interface AgentSource {
  readonly serverId: string
  readonly serverName: string
  /** stable integer of the server, see `Server.number` */
  readonly serverNumber: number
  /** milliseconds; server clock at receipt */
  readonly receivedAt: number
  reply<M extends MessageDef>(message: M, payload: Payload<M>): void
}

/** A message from agents this plugin acts on. Made by `onAgent`. */
export interface AgentMessage {
  readonly message: MessageDef
  readonly handle: (payload: never, from: AgentSource) => void
}

/** Acts on an agent message; the payload was validated against the message's schema. Must not block. */
export const onAgent = <M extends MessageDef>(
  message: M,
  handle: (payload: Payload<M>, from: AgentSource) => void,
): AgentMessage => ({ message, handle: handle as AgentMessage['handle'] })

/** Messages that agents send. Keyed by type. */
export const agentMessages: PointRef<AgentMessage> = point('enrollment.agentMessages', (item) => item.message.type)

/** A connected browser. */
export interface Viewer {
  readonly principal: Principal
  send<M extends MessageDef>(message: M, payload: Payload<M>): void
  /** aborts when the browser leaves */
  readonly signal: AbortSignal
}

export interface LiveMessage {
  readonly message: MessageDef
  readonly handle: (payload: never, viewer: Viewer) => void
}

/** Acts on a message that browsers send over the live socket. */
export const onLive = <M extends MessageDef>(
  message: M,
  handle: (payload: Payload<M>, viewer: Viewer) => void,
): LiveMessage => ({ message, handle: handle as LiveMessage['handle'] })

/** Messages that browsers send. Keyed by type. */
export const liveMessages: PointRef<LiveMessage> = point('enrollment.liveMessages', (item) => item.message.type)

/** Supplies a server's last figures for `FullSync`; what it leaves out is shown as zero. */
export interface LiveStatus {
  readonly plugin: string
  metrics(serverId: string): Partial<ServerMetrics> | undefined
}

export const liveStatus: PointRef<LiveStatus> = point('enrollment.liveStatus', (item) => item.plugin)

/**
 * What other features do inside the transaction that creates or deletes a server, so that onboarding and deletion are
 * atomic across features. Synchronous; a throw rolls everything back.
 */
export interface ServerLifecycle {
  readonly plugin: string
  onCreate?(server: Server): void
  onDelete?(server: Server): void
}

export const serverLifecycle: PointRef<ServerLifecycle> = point('enrollment.serverLifecycle', (item) => item.plugin)

/** An agent was admitted. May repeat without `agentOffline` when a newer connection replaced an older one. */
export const agentOnline: EventRef<{ readonly serverId: string }> = event('enrollment.agentOnline')
export const agentOffline: EventRef<{ readonly serverId: string }> = event('enrollment.agentOffline')
/**
 * Someone on a host switched a capability on for a while, or set a new end for one that is on. Stored and audited
 * already; every capability is told, whoever listens knows which ones matter.
 */
export const capabilityGranted: EventRef<{
  readonly serverId: string
  readonly capability: Capability
  /** epoch seconds; null when the agent did not say */
  readonly expiresAt: number | null
  readonly grantedBy: string | null
  readonly reason: string | null
  /** it was granted already: only its end is new */
  readonly extended: boolean
}> = event('enrollment.capabilityGranted')
/**
 * An agent said what it can do: after each connection, and when that changed. Stored already, so that
 * `agents.capabilities` answers with it.
 */
export const capabilitiesReported: EventRef<{ readonly serverId: string }> = event('enrollment.capabilitiesReported')
/** An agent said where it is: on each connection, and when its addresses changed. Stored already. */
export const addressesReported: EventRef<{
  readonly serverId: string
  /** where it was as far as known; `remote` is the client end of the connection before this one */
  readonly before: ServerAddresses
  readonly after: ServerAddresses
  /** no agent of this server was ever connected before: all that it says is new */
  readonly firstConnection: boolean
}> = event('enrollment.addressesReported')
/** An admin gave up the place pinned for a server: it may be located again. */
export const placeReleased: EventRef<{ readonly serverId: string }> = event('enrollment.placeReleased')
