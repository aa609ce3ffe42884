import type { User } from '@svc/plugin-auth/contract'
import { refuseFlagged } from '../flagged.js'
import type { Trace } from '../trace.js'
import type { Installation, Sessions } from './sessions.js'
import type { TokenAnswer } from './token-answer.js'

interface Deps {
  readonly sessions: Sessions
  readonly trace: Trace
}

/** Lets a user in who proved who they are, in the transaction that found the proof good. */
export const makeEntry =
  ({ sessions, trace }: Deps) =>
  (action: 'mobile_login' | 'mobile_pair', user: User, installation: Installation): TokenAnswer => {
    refuseFlagged(user)
    const answer = sessions.open(user, installation)
    const { installationId, deviceName, ip } = installation
    const session = { id: answer.mobile_session_id, installation_id: installationId, device_name: deviceName }
    trace(action, { ...session, user_id: user.id }, ip)
    return answer
  }
export type Entry = ReturnType<typeof makeEntry>
