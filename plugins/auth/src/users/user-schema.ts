import { type Static, Type } from '@sinclair/typebox'
import { Nullable, nameSchemas, Timestamp } from '@svc/plugin-sdk'
import { NewPassword, Username } from '../sign-in/credential-schema.ts'

const Role = Type.Union([Type.Literal('admin'), Type.Literal('member')])

/** An account as admins see it. */
export const UserView = Type.Object({
  id: Type.String(),
  username: Type.String(),
  role: Role,
  has_2fa: Type.Boolean(),
  has_password: Type.Boolean({ description: 'false for accounts that sign in through a provider only' }),
  must_change_password: Type.Boolean(),
  last_seen_at: Nullable(Type.String({ format: 'date-time', description: 'last use of a live web session' })),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type UserView = Static<typeof UserView>

export const UserPage = Type.Object({
  limit: Type.Integer({ minimum: 1, maximum: 500, default: 500 }),
  after: Type.Optional(Type.String({ maxLength: 64, description: 'id of the last account of the previous page' })),
})

export const UserParams = Type.Object({ id: Type.String({ maxLength: 64 }) })

export const CreateUser = Type.Object({
  username: Username,
  password: NewPassword,
  role: Type.Optional(Role),
  must_change_password: Type.Optional(Type.Boolean({ default: false })),
})

/** At least one member is required. */
export const UpdateUser = Type.Object({
  role: Type.Optional(Role),
  password: Type.Optional(Type.String({ ...NewPassword, description: 'ends all sessions of the account' })),
  must_change_password: Type.Optional(Type.Boolean()),
  revoke_api_keys: Type.Optional(
    Type.Boolean({ description: 'ends all API keys of the account; by default true with a password, otherwise false' }),
  ),
  reset_2fa: Type.Optional(Type.Literal(true, { description: 'removes the second factor and ends all sessions' })),
})

nameSchemas({ UserView, CreateUser, UpdateUser })
