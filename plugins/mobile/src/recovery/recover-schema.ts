import { type Static, Type } from '@sinclair/typebox'
import { PasswordText, UsernameText } from '@svc/plugin-auth/contract'
import { Nullable, nameSchemas, Timestamp, textRule } from '@svc/plugin-sdk'
import { InstallationId } from '../installation-schema.ts'

/** Others could not be confirmed to be absent. Some platforms write upper case. */
const SessionId = Type.String({
  maxLength: 128,
  examples: ['3f2b8c1e-7d44-4a7e-9c55-0b6f1d0e5c0a'],
  ...textRule(/^[\da-fA-F]{8}(?:-[\da-fA-F]{4}){3}-[\da-fA-F]{12}$/u, 'mobile.NOT_A_UUID'),
})

/** The limit is above the length of any issued token. */
const Captured = Type.String({ maxLength: 512, description: 'empty if never received' })

/** Exactly one of password, pairing code and recovery token authenticates the request. */
export const RecoverBody = Type.Object({
  username: Type.Optional(UsernameText),
  password: Type.Optional(PasswordText),
  totp_code: Type.Optional(Type.String({ maxLength: 64, description: 'with username and password only' })),
  pairing_code: Type.Optional(Type.String({ maxLength: 512 })),
  recovery_token: Type.Optional(Type.String({ maxLength: 512 })),
  expected_user_id: Type.String({ maxLength: 128 }),
  installation_id: InstallationId,
  expected_session_id: Type.Optional(SessionId),
  access_token: Captured,
  refresh_token: Captured,
  revocation_token: Captured,
})
export type RecoverBody = Static<typeof RecoverBody>

const RecoverCandidate = Type.Object({
  mobile_session_id: Type.String(),
  device_name: Type.String(),
  created_at: Timestamp,
  last_used_at: Timestamp,
})

export const RecoverResponse = Type.Object({
  outcome: Type.Union([Type.Literal('ok'), Type.Literal('already_absent'), Type.Literal('selection_required')]),
  user_id: Type.String(),
  installation_id: Type.String(),
  mobile_session_id: Nullable(Type.String()),
  candidates: Type.Array(RecoverCandidate),
  recovery_token: Type.Optional(
    Type.String({ description: 'can only repeat or finish this recovery; valid for five minutes' }),
  ),
})
export type RecoverResponse = Static<typeof RecoverResponse>

nameSchemas({ RecoverBody, RecoverCandidate, RecoverResponse })
