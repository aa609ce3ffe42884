import { type Static, Type } from '@sinclair/typebox'
import { nameSchemas } from '@svc/plugin-sdk'

/** Response to sign-in, pairing and refresh. */
export const TokenResponse = Type.Object({
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
    Type.String({ description: 'can only delete the session; returned once and not changed by refreshes' }),
  ),
})
export type TokenResponse = Static<typeof TokenResponse>

nameSchemas({ TokenResponse })
