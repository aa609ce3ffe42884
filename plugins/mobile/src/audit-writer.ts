import type { Audit } from '@svc/plugin-system/contract'
import type { SessionRow } from './sessions/sessions-store.ts'

export type MobileAction =
  | 'mobile_login'
  | 'mobile_pair'
  | 'mobile_logout'
  | 'mobile_revoke'
  | 'mobile_recover'
  | 'mobile_refresh_reused'

/** The audited fields of a session, as far as known. */
export type AuditedSession = Pick<SessionRow, 'user_id' | 'installation_id'> &
  Partial<Pick<SessionRow, 'id' | 'device_name'>>

/** Writes audit entries about sessions. Call it in the transaction of the action. */
export const makeAuditWriter =
  (audit: Audit) =>
  (
    action: MobileAction,
    { id, user_id: userId, installation_id, device_name }: AuditedSession,
    ip: string,
    more: Readonly<Record<string, string>> = {},
  ): void =>
    audit.write({
      userId,
      action,
      ip,
      detail: {
        installation_id,
        ...(device_name !== undefined && { device_name }),
        ...(id !== undefined && { session_id: id }),
        ...more,
      },
    })
export type AuditWriter = ReturnType<typeof makeAuditWriter>
