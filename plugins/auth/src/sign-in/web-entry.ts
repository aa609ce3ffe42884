import type { Audit } from '@svc/plugin-system/contract'
import type { Revocation } from '../revocation.ts'
import type { Opened, Sessions, Visitor } from '../sessions/sessions.ts'

interface Deps {
  readonly sessions: Sessions
  readonly revocation: Revocation
  readonly audit: Audit
}

/** Lets a verified user in by browser. Inside the transaction that verified them. */
export const makeWebEntry =
  ({ sessions, revocation, audit }: Deps) =>
  (userId: string, visitor: Visitor, detail?: Readonly<Record<string, string>>): Opened => {
    audit.write({ userId, action: 'login', ip: visitor.ip, ...(detail && { detail }) })
    const opened = sessions.open(userId, visitor)
    for (const { id, user_id } of opened.dropped) revocation.one(user_id, id)
    return opened
  }
export type WebEntry = ReturnType<typeof makeWebEntry>
