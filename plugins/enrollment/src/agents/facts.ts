import { isIPv4, isIPv6 } from 'node:net'
import type { AgentCapabilitiesChanged, CapabilityTable, Grant, Payload, SystemInfo } from '@svc/protocol'

/** What an agent reports about its host, as stored. */
export interface AgentFacts {
  cpu_name: string | null
  cpu_cores: number | null
  cpu_arch: string | null
  os: string | null
  kernel_version: string | null
  mem_total: number | null
  swap_total: number | null
  disk_total: number | null
  ipv4: string | null
  ipv6: string | null
  virtualization: string | null
  agent_version: string | null
  protocol_version: number
}

// Agents are only as trustworthy as their hosts: truncate texts, clamp sizes, validate addresses.
const text = (value: string | null | undefined) => value?.slice(0, 256) || null
const size = (value: number) => Math.min(Math.max(value, 0), Number.MAX_SAFE_INTEGER)

export const parseIpv4 = (value: string | null | undefined) => (value && isIPv4(value) ? value : null)
export const parseIpv6 = (value: string | null | undefined) => (value && isIPv6(value) ? value : null)

export const parseFacts = (info: Payload<typeof SystemInfo>): AgentFacts => ({
  cpu_name: text(info.cpu_name),
  cpu_cores: size(info.cpu_cores),
  cpu_arch: text(info.cpu_arch),
  os: text(info.os),
  kernel_version: text(info.kernel_version),
  mem_total: size(info.mem_total),
  swap_total: size(info.swap_total),
  disk_total: size(info.disk_total),
  ipv4: parseIpv4(info.ipv4),
  ipv6: parseIpv6(info.ipv6),
  virtualization: text(info.virtualization),
  agent_version: text(info.agent_version),
  protocol_version: info.protocol_version ?? 1,
})

export const parseFeatures = (names: readonly string[]): string[] =>
  [...new Set(names.slice(0, 32).map((name) => name.slice(0, 64)))].sort()

/** Collapses a text to a single line for display and the audit log. */
const singleLine = (value: string | null | undefined) =>
  text(
    value
      ?.slice(0, 1024)
      .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
      .trim(),
  )

/** At most one grant per enabled capability; drops everything else. */
export const parseGrants = (grants: readonly Grant[], mask: number, capabilities: CapabilityTable): Grant[] => {
  const byCapability = new Map<string, Grant>()
  for (const { cap, granted_at, expires_at, granted_by, reason } of grants) {
    if ((mask & capabilities.bitOf(cap)) === 0) continue
    byCapability.set(cap, {
      cap,
      granted_at,
      expires_at,
      granted_by: singleLine(granted_by),
      reason: singleLine(reason),
    })
  }
  return [...byCapability.values()]
}

type Change = NonNullable<Payload<typeof AgentCapabilitiesChanged>['changes']>[number]

/** The changes that concern known capabilities. */
export const parseGrantChanges = (changes: readonly Change[], capabilities: CapabilityTable) =>
  changes.flatMap(({ cap, action, expires_at: expiresAt = null, granted_by, reason }) =>
    capabilities.has(cap)
      ? { cap, action, expiresAt, grantedBy: singleLine(granted_by), reason: singleLine(reason) }
      : [],
  )
