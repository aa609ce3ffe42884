import type { Principal } from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'

/** Who makes a request, and from which address. */
export interface Actor {
  readonly principal: Principal
  readonly ip: string
}

/** Writes an audit entry. Call it in the transaction of the change. */
export const makeWriteAudit =
  (audit: Audit) =>
  ({ principal, ip }: Actor, action: string, detail: Readonly<Record<string, unknown>>) =>
    audit.write({ userId: principal.userId, action, detail, ip })
export type WriteAudit = ReturnType<typeof makeWriteAudit>
