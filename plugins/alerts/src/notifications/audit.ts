import type { Principal } from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'

interface Request {
  readonly principal: Principal
  readonly ip: string
}

/** Writes an audit entry for a request. */
export const makeWriteAudit =
  (audit: Audit) =>
  ({ principal, ip }: Request, action: string, detail: Readonly<Record<string, unknown>>): void =>
    audit.write({ userId: principal.userId, action, detail, ip })
export type WriteAudit = ReturnType<typeof makeWriteAudit>
