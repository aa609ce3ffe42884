import { type Static, Type } from '@sinclair/typebox'

/** What sign-in, pairing and refresh answer. */
export const TokenAnswer = Type.Object({
  access_token: Type.String(),
  access_expires_in_secs: Type.Integer(),
  refresh_token: Type.String(),
  refresh_expires_in_secs: Type.Integer(),
  token_type: Type.Literal('Bearer'),
  user: Type.Object({
    id: Type.String(),
    username: Type.String(),
    role: Type.Union([Type.Literal('admin'), Type.Literal('member')]),
  }),
  mobile_session_id: Type.String({ description: 'stays the same when tokens are refreshed' }),
  revocation_token: Type.Optional(
    Type.String({ description: 'removes the session and nothing else; told once, refreshing does not change it' }),
  ),
})
export type TokenAnswer = Static<typeof TokenAnswer>
