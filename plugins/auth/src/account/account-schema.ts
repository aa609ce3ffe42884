import { type Static, Type } from '@sinclair/typebox'
import { nameSchemas, Timestamp } from '@svc/plugin-sdk'

const Identity = Type.Object({
  user_id: Type.String(),
  username: Type.String(),
  role: Type.Union([Type.Literal('admin'), Type.Literal('member')]),
  must_change_password: Type.Boolean(),
})

/** The signed-in user. */
export const Account = Type.Composite([
  Identity,
  Type.Object({
    has_password: Type.Boolean({ description: 'false for accounts that sign in through a provider only' }),
  }),
])
export type Account = Static<typeof Account>

/** Response to a sign-in. */
export const SignedIn = Type.Composite([
  Identity,
  Type.Object({ warning: Type.Optional(Type.String({ description: 'why the browser will drop the session cookie' })) }),
])
export type SignedIn = Static<typeof SignedIn>

export const SessionView = Type.Object({
  id: Type.String(),
  source: Type.String({ description: 'how it was opened: web' }),
  ip: Type.String(),
  user_agent: Type.String(),
  created_at: Timestamp,
  last_seen_at: Timestamp,
  expires_at: Timestamp,
  current: Type.Boolean({ description: 'the session of this request' }),
})
export type SessionView = Static<typeof SessionView>

nameSchemas({ Account, SignedIn, SessionView })
