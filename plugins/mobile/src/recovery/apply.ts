import type { AuditWriter } from '../audit-writer.ts'
import type { Removal } from '../sessions/removal.ts'
import type { Claim, Finding } from './find-session.ts'
import type { Mode } from './mode.ts'

interface Deps {
  readonly remove: Removal
  readonly writeAudit: AuditWriter
}

/**
 * Deletes the session if exactly one was found. Call it in the transaction of the search. Recoveries by code are always
 * audited, because they issue a grant.
 */
export const makeApply =
  ({ remove, writeAudit }: Deps) =>
  (finding: Finding, mode: Mode['kind'], userId: string, { installationId }: Claim, ip: string): void => {
    const detail = { mode, outcome: finding.outcome }
    if (finding.outcome === 'ok') {
      writeAudit('mobile_recover', finding.session, ip, detail)
      remove(finding.session)
    } else if (mode === 'code') {
      writeAudit('mobile_recover', { user_id: userId, installation_id: installationId }, ip, detail)
    }
  }
export type Apply = ReturnType<typeof makeApply>
