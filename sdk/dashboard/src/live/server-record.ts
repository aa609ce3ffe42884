import { type AgentAuthority, type OfferSummary, type ServerStatus, zeroMetrics } from '@svc/protocol'
import { healthy } from '../health.ts'

/** The part of a server record of `GET /api/servers` that the live list uses. */
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

const neverReported = { online: false, last_active: 0, health: healthy, ...zeroMetrics }

/** Merges the profile of `record` into the live metrics of `current`. Tags are not part of a record. */
export function rowOf(
  record: ServerRecord,
  current: ServerStatus | undefined,
  tags: string[] | undefined,
): ServerStatus {
  return {
    ...neverReported,
    ...current,
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
    tags: tags ?? current?.tags ?? [],
    agent_authority: record.agent_authority,
    has_token: record.has_token,
    outstanding_enrollment: record.outstanding_enrollment,
  }
}
