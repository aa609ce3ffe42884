import { type AgentAuthority, type OfferSummary, type ServerStatus, zeroMetrics } from '@svc/protocol'

/** What the live list takes from a server record of `GET /api/servers`. */
export interface ServerRecord {
  readonly id: string
  readonly name: string
  readonly cpu_name: string | null
  readonly cpu_cores: number | null
  readonly os: string | null
  readonly mem_total: number | null
  readonly swap_total: number | null
  readonly disk_total: number | null
  readonly region: string | null
  readonly country_code: string | null
  readonly group_id: string | null
  readonly features: readonly string[]
  /** as the agent reported last */
  readonly capabilities: number
  /** null while it is not connected */
  readonly effective_capabilities: number | null
  readonly agent_authority: AgentAuthority
  readonly has_token: boolean
  readonly outstanding_enrollment: OfferSummary | null
}

const silent = { online: false, last_active: 0, ...zeroMetrics }

/** The row of `record`: its profile over the live figures of `known`; tags are not part of a record. */
export function rowOf(record: ServerRecord, known: ServerStatus | undefined, tags: string[] | undefined): ServerStatus {
  return {
    ...silent,
    ...known,
    id: record.id,
    name: record.name,
    cpu_name: record.cpu_name,
    cpu_cores: record.cpu_cores,
    os: record.os,
    mem_total: record.mem_total ?? 0,
    swap_total: record.swap_total ?? 0,
    disk_total: record.disk_total ?? 0,
    region: record.region,
    country_code: record.country_code,
    group_id: record.group_id,
    features: [...record.features],
    capabilities: record.effective_capabilities ?? record.capabilities,
    tags: tags ?? known?.tags ?? [],
    agent_authority: record.agent_authority,
    has_token: record.has_token,
    outstanding_enrollment: record.outstanding_enrollment,
  }
}
