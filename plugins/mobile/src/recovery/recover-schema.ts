import { type Static, Type } from '@sinclair/typebox'
import { Nullable, Timestamp } from '@svc/plugin-sdk'
import { InstallationId } from '../installation-schema.ts'

/** The limit is above the length of any issued token. */
const Captured = Type.String({ maxLength: 512, description: 'empty if never received' })

/** Exactly one of password, pairing code and recovery token authenticates the request. */
export const RecoverBody = Type.Object({
  username: Type.Optional(Type.String({ maxLength: 1024 })),
  password: Type.Optional(Type.String({ maxLength: 4096 })),
  totp_code: Type.Optional(Type.String({ maxLength: 64, description: 'with username and password only' })),
  pairing_code: Type.Optional(Type.String({ maxLength: 512 })),
  recovery_token: Type.Optional(Type.String({ maxLength: 512 })),
  expected_user_id: Type.String({ maxLength: 128 }),
  installation_id: InstallationId,
  expected_session_id: Type.Optional(Type.String({ maxLength: 128, description: 'a UUID in either case' })),
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
