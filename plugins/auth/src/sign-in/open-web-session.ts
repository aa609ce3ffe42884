import type { Audit } from '@svc/plugin-system/contract'
import type { Revocation } from '../revocation.ts'
import type { OpenedSession, Sessions } from '../sessions/sessions.ts'
import type { Visitor } from '../sessions/visitor.ts'

interface Deps {
  readonly sessions: Sessions
  readonly revocation: Revocation
  readonly audit: Audit
}

/** Opens a web session and writes the audit entry. Call it in the transaction that verified the user. */
export const makeOpenWebSession =
  ({ sessions, revocation, audit }: Deps) =>
  (userId: string, visitor: Visitor, detail?: Readonly<Record<string, string>>): OpenedSession => {
    audit.write({ userId, action: 'login', ip: visitor.ip, ...(detail && { detail }) })
    const opened = sessions.open(userId, visitor)
    for (const { id, user_id } of opened.former)
      revocation.one(user_id, id, user_id === userId ? 'replaced' : undefined)
    for (const { id, user_id } of opened.dropped) revocation.one(user_id, id)
    return opened
  }
export type OpenWebSession = ReturnType<typeof makeOpenWebSession>
