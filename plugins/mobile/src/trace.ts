import type { Audit } from '@svc/plugin-system/contract'
import type { SessionRow } from './sessions/sessions-store.ts'

export type MobileAct =
  | 'mobile_login'
  | 'mobile_pair'
  | 'mobile_logout'
  | 'mobile_revoke'
  | 'mobile_recover'
  | 'mobile_refresh_reused'

/** What is told of a session, as far as it is known. */
export type Traced = Pick<SessionRow, 'user_id' | 'installation_id'> & Partial<Pick<SessionRow, 'id' | 'device_name'>>

/** Writes what happened to a session into the audit log, with the act itself when called in its transaction. */
export const makeTrace =
  (audit: Audit) =>
  (
    action: MobileAct,
    { id, user_id: userId, installation_id, device_name }: Traced,
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
export type Trace = ReturnType<typeof makeTrace>

/** Writes that something was shown in place of a password and proved nothing. As many rows as the login limiter allows. */
export const makeTraceFailure =
  (audit: Audit) =>
  (method: 'pairing_code' | 'recovery_token', ip: string): void =>
    audit.write({ userId: 'anonymous', action: 'login_failed', detail: { method }, ip })
export type TraceFailure = ReturnType<typeof makeTraceFailure>
