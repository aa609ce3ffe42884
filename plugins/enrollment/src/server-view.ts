import { type Role, toTimestamp } from '@svc/plugin-sdk'
import type { Grant, OfferSummary } from '@svc/protocol'
import type { Server } from './contract.ts'
import type { ServerRecord } from './server-schema.ts'
import type { PublicRow, ServerRow } from './servers-store.ts'

/** Capabilities as reported on the current connection. */
export interface LiveCapabilities {
  readonly capabilities: number | null
  readonly temporary: readonly Grant[]
}

export const publicServer = (row: PublicRow): Server => ({
  id: row.id,
  number: row.number,
  name: row.name,
  hidden: row.hidden === 1,
  memTotal: row.mem_total,
  swapTotal: row.swap_total,
  diskTotal: row.disk_total,
  cpuCores: row.cpu_cores,
  createdAt: row.created_at,
  billing: {
    price: row.price,
    currency: row.currency,
    cycle: row.billing_cycle,
    startDay: row.billing_start_day,
    expiresAt: row.expired_at,
    trafficLimit: row.traffic_limit,
    trafficLimitType: row.traffic_limit_type,
  },
})

export const parseStoredFeatures = (row: Pick<ServerRow, 'features'>) => JSON.parse(row.features) as string[]

/** Leaves out who granted it and why, which only admins may see. */
export const publicGrant = ({ cap, granted_at, expires_at }: Grant): Grant => ({ cap, granted_at, expires_at })

/** Never contains tokens or the client address; internal remarks and the reasons of grants are for admins only. */
export function serverRecord(
  row: ServerRow,
  offer: OfferSummary | null,
  connection: LiveCapabilities | undefined,
  role: Role,
): ServerRecord {
  const reported = connection?.capabilities ?? null
  return {
    id: row.id,
    name: row.name,
    cpu_name: row.cpu_name,
    cpu_cores: row.cpu_cores,
    cpu_arch: row.cpu_arch,
    os: row.os,
    kernel_version: row.kernel_version,
    virtualization: row.virtualization,
    mem_total: row.mem_total,
    swap_total: row.swap_total,
    disk_total: row.disk_total,
    ipv4: row.ipv4,
    ipv6: row.ipv6,
    region: row.region,
    country_code: row.country_code,
    geo_manual: row.geo_manual === 1,
    agent_version: row.agent_version,
    group_id: row.group_id,
    weight: row.weight,
    hidden: row.hidden === 1,
    remark: role === 'admin' ? row.remark : null,
    public_remark: row.public_remark,
    price: row.price,
    currency: row.currency,
    billing_cycle: row.billing_cycle,
    billing_start_day: row.billing_start_day,
    expired_at: row.expired_at === null ? null : toTimestamp(row.expired_at),
    traffic_limit: row.traffic_limit,
    traffic_limit_type: row.traffic_limit_type,
    capabilities: row.capabilities,
    agent_local_capabilities: reported,
    effective_capabilities: reported,
    temporary: (connection?.temporary ?? []).map((grant) => (role === 'admin' ? grant : publicGrant(grant))),
    protocol_version: row.protocol_version,
    features: parseStoredFeatures(row),
    agent_authority: { status: row.token_hash === null ? 'unclaimed' : 'claimed', outstanding_offer: offer },
    has_token: row.token_hash !== null,
    outstanding_enrollment: offer,
    created_at: toTimestamp(row.created_at),
    updated_at: toTimestamp(row.updated_at),
  }
}
