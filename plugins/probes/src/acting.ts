import type { Principal } from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'

/** Who does something through a route, and from where. */
export interface Actor {
  readonly principal: Principal
  readonly ip: string
}

/** Writes an act to the audit log; in its transaction, so that there is both or neither. */
export const auditing =
  (audit: Audit) =>
  ({ principal, ip }: Actor, action: string, detail: Readonly<Record<string, unknown>>) =>
    audit.write({ userId: principal.userId, action, detail, ip })
export type Auditing = ReturnType<typeof auditing>
