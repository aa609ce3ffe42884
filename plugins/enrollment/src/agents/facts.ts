import { isIPv4, isIPv6 } from 'node:net'
import {
  type AgentCapabilitiesChanged,
  capabilityBits,
  type Grant,
  isCapability,
  type Payload,
  type SystemInfo,
} from '@svc/protocol'

/** What an agent says about its host, as stored. */
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

/** Agents are only as trustworthy as their hosts: texts are cut, sizes clamped, addresses checked. */
const text = (value: string | null | undefined) => value?.slice(0, 256) || null
const size = (value: number) => Math.min(Math.max(value, 0), Number.MAX_SAFE_INTEGER)

export const ipv4Of = (value: string | null | undefined) => (value && isIPv4(value) ? value : null)
export const ipv6Of = (value: string | null | undefined) => (value && isIPv6(value) ? value : null)

export const factsOf = (info: Payload<typeof SystemInfo>): AgentFacts => ({
  cpu_name: text(info.cpu_name),
  cpu_cores: size(info.cpu_cores),
  cpu_arch: text(info.cpu_arch),
  os: text(info.os),
  kernel_version: text(info.kernel_version),
  mem_total: size(info.mem_total),
  swap_total: size(info.swap_total),
  disk_total: size(info.disk_total),
  ipv4: ipv4Of(info.ipv4),
  ipv6: ipv6Of(info.ipv6),
  virtualization: text(info.virtualization),
  agent_version: text(info.agent_version),
  protocol_version: info.protocol_version ?? 1,
})

export const featuresOf = (names: readonly string[]): string[] =>
  [...new Set(names.slice(0, 32).map((name) => name.slice(0, 64)))].sort()

/** One line: who granted something and why is shown and audited. */
const lineOf = (value: string | null | undefined) =>
  text(
    value
      ?.slice(0, 1024)
      .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
      .trim(),
  )

/** One grant per capability that is on; anything else is dropped. */
export const grantsOf = (grants: readonly Grant[], mask: number): Grant[] => {
  const byCapability = new Map<string, Grant>()
  for (const { cap, granted_at, expires_at, granted_by, reason } of grants) {
    if (!isCapability(cap) || (mask & capabilityBits[cap]) === 0) continue
    byCapability.set(cap, { cap, granted_at, expires_at, granted_by: lineOf(granted_by), reason: lineOf(reason) })
  }
  return [...byCapability.values()]
}

type Change = NonNullable<Payload<typeof AgentCapabilitiesChanged>['changes']>[number]

/** What happened to known capabilities. */
export const changesOf = (changes: readonly Change[]) =>
  changes.flatMap(({ cap, action, expires_at: expiresAt = null, granted_by, reason }) =>
    isCapability(cap) ? { cap, action, expiresAt, grantedBy: lineOf(granted_by), reason: lineOf(reason) } : [],
  )
