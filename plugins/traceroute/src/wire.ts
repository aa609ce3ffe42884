import { type Static, Type } from '@sinclair/typebox'
import { defineMessage, defineRequest, f64, nullish, optional, str, timestamp, u8, u16, u32, u64 } from '@svc/protocol'

/** What is sent. */
export const protocolNames = ['icmp', 'udp', 'tcp'] as const
export const Protocol = Type.Union(protocolNames.map((name) => Type.Literal(name)))
export type Protocol = (typeof protocolNames)[number]

/**
 * Routers choose one of several equal paths by the flow of a packet. `paris`: one flow per round, so that each round is a
 * path that exists; `fixed`: one flow for all rounds; `classic`: another flow for each packet.
 */
export const flowNames = ['paris', 'fixed', 'classic'] as const
export const Flow = Type.Union(flowNames.map((name) => Type.Literal(name)))
export type Flow = (typeof flowNames)[number]

export const maxHops = 30
export const defaultRounds = 5
export const maxRounds = 20
/** as probes of mtr and traceroute */
export const defaultPorts = { udp: 33_434, tcp: 80 } as const

/** An MPLS label that a router found on the packet. */
export const MplsLabel = Type.Object({
  label: u32(),
  /** traffic class */
  tc: u8(),
  bottom: Type.Boolean(),
  ttl: u8(),
})
export type MplsLabel = Static<typeof MplsLabel>

/** Why a router did not forward the packet. */
export const unreachableNames = ['network', 'host', 'protocol', 'port', 'prohibited', 'other'] as const

/** A hop, over all rounds. Times are milliseconds. */
export const Hop = Type.Object({
  /** time to live, from 1 */
  hop: u8(),
  /** every address that answered, first seen first; left out if none did */
  ips: optional(Type.Array(str())),
  hostname: nullish(str()),
  asn: nullish(str()),
  total_sent: optional(u32()),
  total_recv: optional(u32()),
  /** 0 to 100 */
  loss_pct: optional(f64()),
  best_ms: optional(f64()),
  avg_ms: optional(f64()),
  worst_ms: optional(f64()),
  /** difference of the last two */
  jitter_ms: optional(f64()),
  stddev_ms: optional(f64()),
  // The rest is ours.
  last_ms: optional(f64()),
  /** of the last answer */
  labels: optional(Type.Array(MplsLabel)),
  /** the reason, if an answer says that packets cannot get further */
  unreachable: optional(str()),
})
export type Hop = Static<typeof Hop>

/** The addresses of a round, by hop; null where nothing answered. */
export const TracedPath = Type.Object({
  ips: Type.Array(Type.Union([str(), Type.Null()])),
  /** how many rounds took it */
  rounds: u32(),
})
export type TracedPath = Static<typeof TracedPath>

/** Server to agent: trace the path to a host. */
export const Traceroute = defineMessage('traceroute', {
  request_id: str(),
  target: str(),
  max_hops: u8(),
  /** default `icmp` */
  protocol: nullish(Protocol),
  // The rest is ours; peers ignore it.
  rounds: nullish(u8()),
  flow: nullish(Flow),
  /** of UDP and TCP */
  port: nullish(u16()),
  /** 4 or 6; default: whichever the resolver prefers */
  ip_version: nullish(u8()),
})

/** Agent to server: after each round, with all hops so far; the last one is `completed`. */
export const TracerouteRoundUpdate = defineMessage('traceroute_round_update', {
  request_id: str(),
  target: str(),
  /** from 1; 0 with an error */
  round: u32(),
  total_rounds: u32(),
  hops: Type.Array(Hop),
  completed: Type.Boolean(),
  error: nullish(str()),
  // The rest is ours; peers do not send it.
  /** what the target resolved to */
  address: nullish(str()),
  /** whether the target answered */
  reached: nullish(Type.Boolean()),
  /** different paths of the rounds; not for `classic` */
  paths: nullish(Type.Array(TracedPath)),
  /** bytes; the largest packet that reaches the target in one piece */
  path_mtu: nullish(u32()),
  /** the hop that accepts no larger ones, if a router said so */
  path_mtu_hop: nullish(u8()),
})

/** Server to agent: stop. Ours; peers ignore it. */
export const TracerouteCancel = defineMessage('traceroute_cancel', { request_id: str() })

/** A trace. */
export const traceRoute = defineRequest({
  capability: 'ping_icmp',
  id: 'request_id',
  request: Traceroute,
  progress: TracerouteRoundUpdate,
  reply: TracerouteRoundUpdate,
  isFinal: ({ completed }) => completed,
  errorReply: (error, { target }) => ({ target, round: 0, total_rounds: 0, hops: [], completed: true, error }),
  cancel: TracerouteCancel,
})

/** What is known of an address of a hop. */
export const HopHost = Type.Object({
  ip: str(),
  hostname: Type.Union([str(), Type.Null()]),
  /** for example `AS64500` */
  asn: Type.Union([str(), Type.Null()]),
  /** the owner of the autonomous system */
  as_name: Type.Union([str(), Type.Null()]),
  /** two upper-case letters */
  country: Type.Union([str(), Type.Null()]),
  latitude: Type.Union([f64(), Type.Null()]),
  longitude: Type.Union([f64(), Type.Null()]),
})
export type HopHost = Static<typeof HopHost>

/** The alert that a trace was started for. */
export const TraceAlert = Type.Object({
  rule_id: str(),
  /** when it fired; with rule and server it identifies the alert */
  since: timestamp(),
})
export type TraceAlert = Static<typeof TraceAlert>

/** A trace as browsers get it: all rounds so far. */
export const snapshotFields = {
  server_id: str(),
  request_id: str(),
  target: str(),
  protocol: Type.Union([...Protocol.anyOf, Type.Literal('legacy')]),
  /** milliseconds since the epoch */
  started_at: u64(),
  completed_at: Type.Union([u64(), Type.Null()]),
  round: u32(),
  total_rounds: u32(),
  completed: Type.Boolean(),
  hops: Type.Array(Hop),
  error: Type.Union([str(), Type.Null()]),
  // Ours.
  /** the error by code, for the language of the reader */
  error_text: Type.Union([
    Type.Object({ code: str(), params: Type.Optional(Type.Record(str(), Type.Unknown())) }),
    Type.Null(),
  ]),
  /** the alert that it was started for */
  alert: Type.Union([TraceAlert, Type.Null()]),
  flow: Flow,
  port: Type.Union([u16(), Type.Null()]),
  max_hops: u8(),
  address: Type.Union([str(), Type.Null()]),
  reached: Type.Boolean(),
  paths: Type.Array(TracedPath),
  path_mtu: Type.Union([u32(), Type.Null()]),
  path_mtu_hop: Type.Union([u8(), Type.Null()]),
  /** of all addresses in `hops` */
  hosts: Type.Array(HopHost),
}

/** Server to browser: a round has completed, the trace has ended, or names were found. */
export const TracerouteUpdate = defineMessage('traceroute_update', snapshotFields)
