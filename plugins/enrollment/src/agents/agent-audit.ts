import { type Clock, makeRateLimiter } from '@svc/plugin-sdk'
import type { Audit, AuditEntry } from '@svc/plugin-system/contract'

/** Audit entries per kind and agent: a misbehaving host must not fill the disk. */
const rateLimit = { max: 60, windowMs: 3_600_000 }

/** Writes rate-limited audit entries caused by agents. The first entry over the limit is replaced by a note about it. */
export function makeAgentAudit(audit: Audit, clock: Clock, kind: 'addresses' | 'capabilities' | 'denials') {
  const limiter = makeRateLimiter(rateLimit, clock)
  const limited = new Set<string>()

  const isWithinLimit = (serverId: string): boolean => {
    try {
      limiter.take(serverId)
      return true
    } catch {
      return false
    }
  }

  const write = (serverId: string, entry: Pick<AuditEntry, 'action' | 'detail'>): void => {
    if (isWithinLimit(serverId)) {
      limited.delete(serverId)
      audit.write({ userId: 'system', ...entry })
    } else if (!limited.has(serverId)) {
      limited.add(serverId)
      const detail = { server_id: serverId, kind, most_per_hour: rateLimit.max }
      audit.write({ userId: 'system', action: 'agent_rows_dropped', detail })
    }
  }
  return Object.assign(write, { forget: (serverId: string) => void limited.delete(serverId) })
}
