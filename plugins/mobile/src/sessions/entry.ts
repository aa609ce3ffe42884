import type { User } from '@svc/plugin-auth/contract'
import type { Audit } from '@svc/plugin-system/contract'
import type { Trace } from '../trace.ts'
import type { Installation, Sessions } from './sessions.ts'
import type { TokenAnswer } from './token-answer.ts'

interface Deps {
  readonly sessions: Sessions
  readonly audit: Audit
  readonly trace: Trace
}

/** Lets users in who proved who they are, in the transaction that found the proof good. */
export function makeEntry({ sessions, audit, trace }: Deps) {
  const open = (action: 'mobile_login' | 'mobile_pair', user: User, installation: Installation): TokenAnswer => {
    const answer = sessions.open(user, installation)
    const { installationId, deviceName, ip } = installation
    const session = { id: answer.mobile_session_id, installation_id: installationId, device_name: deviceName }
    trace(action, { ...session, user_id: user.id }, ip)
    return answer
  }
  return {
    pair: (user: User, installation: Installation) => open('mobile_pair', user, installation),
    /**
     * Undefined for accounts that must change their password. Not thrown: the second factor that was shown is used up,
     * and the attempt was no wrong one.
     */
    login(user: User, installation: Installation): TokenAnswer | undefined {
      if (!user.flagged) return open('mobile_login', user, installation)
      const detail = { username: user.username, reason: 'MUST_CHANGE_PASSWORD' }
      audit.write({ userId: user.id, action: 'login_failed', detail, ip: installation.ip })
      return undefined
    },
  }
}
export type Entry = ReturnType<typeof makeEntry>
