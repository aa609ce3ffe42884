import { type Static, Type } from '@sinclair/typebox'
import { Nullable, Timestamp } from '@svc/plugin-sdk'

export const ApiKeyView = Type.Object({
  id: Type.String(),
  name: Type.String(),
  key_prefix: Type.String({ description: 'the 8 characters after svc_' }),
  created_at: Timestamp,
  expires_at: Nullable(Timestamp),
  last_used_at: Nullable(Timestamp),
  key: Nullable(Type.String({ description: 'the full key, only in the response to its creation' })),
})
export type ApiKeyView = Static<typeof ApiKeyView>

export const CreateApiKey = Type.Object({
  name: Type.String({ description: '1 to 64 visible characters' }),
  expires_in_days: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 3650 }))),
})

export const ApiKeyParams = Type.Object({ id: Type.String({ maxLength: 64 }) })
