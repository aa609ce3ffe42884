import type { Audit } from '@svc/plugin-system/contract'
import type { SessionRow } from './sessions/sessions-store.js'

export type MobileAct =
  | 'mobile_login'
  | 'mobile_pair'
  | 'mobile_logout'
  | 'mobile_revoke'
  | 'mobile_recover'
  | 'mobile_refresh_reused'

/** Writes what happened to a session into the audit log, with the act itself when called in its transaction. */
export const makeTrace =
  (audit: Audit) =>
  (
    action: MobileAct,
    session: Pick<SessionRow, 'id' | 'user_id' | 'installation_id' | 'device_name'>,
    ip: string,
    more: Readonly<Record<string, string>> = {},
  ): void =>
    audit.write({
      userId: session.user_id,
      action,
      ip,
      detail: {
        installation_id: session.installation_id,
        device_name: session.device_name,
        session_id: session.id,
        ...more,
      },
    })
export type Trace = ReturnType<typeof makeTrace>
