import type { Principal } from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'

/** Who asks, from where. */
interface Asked {
  readonly principal: Principal
  readonly ip: string
}

/** Writes what an admin did into the audit log. */
export const makeTrace =
  (audit: Audit) =>
  ({ principal, ip }: Asked, action: string, detail: Readonly<Record<string, unknown>>): void =>
    audit.write({ userId: principal.userId, action, detail, ip })
export type Trace = ReturnType<typeof makeTrace>
