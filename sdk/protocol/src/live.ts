import { type Static, Type } from '@sinclair/typebox'
import { Grant } from './link.ts'
import { defineMessage } from './message.ts'
import { defaulted, f64, i32, i64, nullable, orNull, str, timestamp, u32, u64, unixSeconds } from './types.ts'

/** Public metadata of an outstanding enrollment offer; never the code. */
export const OfferSummary = Type.Object({
  id: str(),
  code_prefix: str(),
  expires_at: timestamp(),
  created_at: timestamp(),
})
export type OfferSummary = Static<typeof OfferSummary>

export const AgentAuthority = Type.Object({
  status: Type.Union([Type.Literal('claimed'), Type.Literal('unclaimed')]),
  outstanding_offer: orNull(OfferSummary),
})
/** Whether an agent has claimed a server, and the offer that is open. */
export type AgentAuthority = Static<typeof AgentAuthority>

/** The live figures of a server: what `Update` carries. Units as in `Report`. */
export const ServerMetrics = Type.Object({
  id: str(),
  /** kept for old decoders; clients must not merge it, a rename would be undone */
  name: str(),
  online: Type.Boolean(),
  /** server clock at receipt of the report; clients drop duplicates by it */
  last_active: unixSeconds(),
  uptime: u64(),
  cpu: f64(),
  mem_used: i64(),
  swap_used: i64(),
  disk_used: i64(),
  net_in_speed: i64(),
  net_out_speed: i64(),
  net_in_transfer: i64(),
  net_out_transfer: i64(),
  load1: f64(),
  load5: f64(),
  load15: f64(),
  tcp_conn: i32(),
  udp_conn: i32(),
  process_count: i32(),
  disk_read_bytes_per_sec: u64(),
  disk_write_bytes_per_sec: u64(),
})
export type ServerMetrics = Static<typeof ServerMetrics>

/** One server of `FullSync`: the live figures plus what changes rarely. All members are always present. */
export const ServerStatus = Type.Composite([
  ServerMetrics,
  Type.Object({
    mem_total: i64(),
    swap_total: i64(),
    disk_total: i64(),
    cpu_name: orNull(str()),
    cpu_cores: orNull(i32()),
    os: orNull(str()),
    region: orNull(str()),
    country_code: orNull(str()),
    group_id: orNull(str()),
    features: Type.Array(str()),
    /** effective mask: what the connected agent offers, else what it offered last. Ours: other servers leave it out */
    capabilities: u32(),
    tags: Type.Array(str()),
    agent_authority: AgentAuthority,
    has_token: Type.Boolean(),
    outstanding_enrollment: orNull(OfferSummary),
  }),
])
export type ServerStatus = Static<typeof ServerStatus>

/** Server to browser, first frame, and again when a browser lags too far behind. */
export const FullSync = defineMessage('full_sync', {
  servers: Type.Array(ServerStatus),
  upgrades: Type.Array(Type.Unknown()),
})

/** Server to browser: the servers that reported since the last frame. Merge, never replace. */
export const Update = defineMessage('update', { servers: Type.Array(ServerMetrics) })

/** Server to browser. May repeat without a `ServerOffline` in between. */
export const ServerOnline = defineMessage('server_online', { server_id: str() })
/** Server to browser: the agent of a server is gone. */
export const ServerOffline = defineMessage('server_offline', { server_id: str() })

/** Server to browser: an enrollment or authority transition was committed. */
export const AgentAuthorityChanged = defineMessage('agent_authority_changed', {
  server_id: str(),
  agent_authority: AgentAuthority,
})

/** Server to browser: the agent reported its effective capability mask; the three numbers are equal. */
export const CapabilitiesChanged = defineMessage('capabilities_changed', {
  server_id: str(),
  capabilities: u32(),
  agent_local_capabilities: nullable(u32()),
  effective_capabilities: nullable(u32()),
  temporary: defaulted(Type.Array(Grant)),
})

/** Server to browser: static facts of the agent, read the rest by REST. */
export const AgentInfoUpdated = defineMessage('agent_info_updated', {
  server_id: str(),
  protocol_version: u32(),
  agent_version: nullable(str()),
})

/**
 * Server to browser: the set of servers or a profile changed (created, edited, deleted); read them again by REST. No ids:
 * so many changed that none is named.
 */
export const ServersChanged = defineMessage('servers_changed', { server_ids: Type.Array(str()) })

/** Server to browser: an agent's addresses changed; the `remote` pair is the connection's address, without port. */
export const ServerIpChanged = defineMessage('server_ip_changed', {
  server_id: str(),
  old_ipv4: orNull(str()),
  new_ipv4: orNull(str()),
  old_ipv6: orNull(str()),
  new_ipv6: orNull(str()),
  old_remote_addr: orNull(str()),
  new_remote_addr: orNull(str()),
})
