import type { TestKernel } from '@svc/kernel/testing'
import { whoOf } from './audit.ts'
import type { Audit, AuditEntry, Settings } from './contract.ts'

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

/** Details of the audit entries of an action, oldest first. */
export const auditedDetails = ({ database }: Pick<TestKernel, 'database'>, action: string): Record<string, unknown>[] =>
  database
    .prepare<[string], { detail: string }>('SELECT detail FROM system_audit_logs WHERE action = ? ORDER BY id')
    .all(action)
    .map(({ detail }) => JSON.parse(detail))

/** Settings for tests without this plugin, in memory. */
export function fakeSettings(): Settings {
  const values = new Map<string, string>()
  return {
    get<T>(key: string) {
      const found = values.get(key)
      return found === undefined ? undefined : (JSON.parse(found) as T)
    },
    set: (key, value) => void values.set(key, JSON.stringify(value)),
  }
}
