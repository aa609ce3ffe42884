import { type Clock, makeRateLimiter } from '@svc/plugin-sdk'
import type { Audit, AuditEntry } from '@svc/plugin-system/contract'

/** Rows of one kind that one agent may cause in an hour: a host gone wild must not fill the disk with them. */
const budget = { max: 60, windowMs: 3_600_000 }

/** Writes rows of one kind that agents cause. The first one past the budget is replaced by a row that says so. */
export function makeAgentAudit(audit: Audit, clock: Clock, kind: 'addresses' | 'capabilities') {
  const limiter = makeRateLimiter(budget, clock)
  const limited = new Set<string>()

  const within = (serverId: string): boolean => {
    try {
      limiter.take(serverId)
      return true
    } catch {
      return false
    }
  }

  return (serverId: string, entry: Pick<AuditEntry, 'action' | 'detail'>): void => {
    if (within(serverId)) {
      limited.delete(serverId)
      audit.write({ userId: 'system', ...entry })
    } else if (!limited.has(serverId)) {
      limited.add(serverId)
      const detail = { server_id: serverId, kind, most_per_hour: budget.max }
      audit.write({ userId: 'system', action: 'agent_rows_dropped', detail })
    }
  }
}
