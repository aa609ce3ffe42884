import type { User } from '@svc/plugin-auth/contract'
import type { Audit } from '@svc/plugin-system/contract'
import type { AuditWriter } from '../audit-writer.ts'
import type { Installation, Sessions } from './sessions.ts'
import type { TokenResponse } from './token-response.ts'

interface Deps {
  readonly sessions: Sessions
  readonly audit: Audit
  readonly writeAudit: AuditWriter
}

/** Opens sessions for verified users, with the audit entry. Call it in the transaction that verified them. */
export function makeSignIn({ sessions, audit, writeAudit }: Deps) {
  const open = (action: 'mobile_login' | 'mobile_pair', user: User, installation: Installation): TokenResponse => {
    const response = sessions.open(user, installation)
    const { installationId, deviceName, ip } = installation
    const session = { id: response.mobile_session_id, installation_id: installationId, device_name: deviceName }
    writeAudit(action, { ...session, user_id: user.id }, ip)
    return response
  }
  return {
    pair: (user: User, installation: Installation) => open('mobile_pair', user, installation),
    /**
     * Undefined for accounts that must change their password. It does not throw, so that the used second factor is
     * committed and the attempt does not count as failed.
     */
    login(user: User, installation: Installation): TokenResponse | undefined {
      if (!user.flagged) return open('mobile_login', user, installation)
      const detail = { username: user.username, reason: 'MUST_CHANGE_PASSWORD' }
      audit.write({ userId: user.id, action: 'login_failed', detail, ip: installation.ip })
      return undefined
    },
  }
}
export type SignInSession = ReturnType<typeof makeSignIn>
