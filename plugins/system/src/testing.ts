import { whoOf } from './audit.ts'
import type { Audit, AuditEntry } from './contract.ts'

/** An audit log for tests without this plugin: hands each entry to `write`, without transactions. */
export const fakeAudit = (write: (entry: AuditEntry) => void): Audit => ({
  write,
  act(by, action, act, detailOf) {
    const result = act()
    const detail = detailOf(result)
    if (detail !== undefined) write({ ...whoOf(by), action, detail })
    return result
  },
})
