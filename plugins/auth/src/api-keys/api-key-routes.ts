import { type Static, Type } from '@sinclair/typebox'
import {
  DisplayName,
  data,
  Nullable,
  nameSchemas,
  normalizeName,
  Ok,
  ok,
  type Routes,
  Timestamp,
  toTimestamp,
} from '@svc/plugin-sdk'
import type { ApiKeys } from './api-keys.ts'
import type { ApiKeyRow } from './api-keys-store.ts'

const ApiKeyView = Type.Object({
  id: Type.String(),
  name: Type.String(),
  key_prefix: Type.String({ description: 'the 8 characters after svc_' }),
  created_at: Timestamp,
  expires_at: Nullable(Timestamp),
  last_used_at: Nullable(Timestamp),
  key: Nullable(Type.String({ description: 'the full key, only in the response to its creation' })),
})
type ApiKeyView = Static<typeof ApiKeyView>

const CreateApiKey = Type.Object({
  name: DisplayName(64),
  expires_in_days: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 3650 }))),
})

nameSchemas({ ApiKeyView, CreateApiKey })

const ApiKeyParams = Type.Object({ id: Type.String({ maxLength: 64 }) })

const toNullableTimestamp = (seconds: number | null) => (seconds === null ? null : toTimestamp(seconds))

const toView = (row: ApiKeyRow, key: string | null): ApiKeyView => ({
  id: row.id,
  name: row.name,
  key_prefix: row.key_prefix,
  created_at: toTimestamp(row.created_at),
  expires_at: toNullableTimestamp(row.expires_at),
  last_used_at: toNullableTimestamp(row.last_used_at),
  key,
})

/** The caller's own keys; only admins can create them. */
export const apiKeyRoutes =
  ({ apiKeys }: { readonly apiKeys: ApiKeys }): Routes =>
  async (app) => {
    app.post(
      '/api/auth/api-keys',
      {
        config: { access: 'admin' },
        schema: { summary: 'Create an API key', body: CreateApiKey, response: { 200: data(ApiKeyView) } },
      },
      async ({ principal, body, ip }) => {
        const name = normalizeName(body.name)
        const { key, ...row } = apiKeys.create(principal, { name, days: body.expires_in_days ?? null }, ip)
        return { data: toView(row, key) }
      },
    )

    app.get(
      '/api/auth/api-keys',
      {
        config: { access: 'member' },
        schema: { summary: 'Own API keys', response: { 200: data(Type.Array(ApiKeyView)) } },
      },
      async ({ principal }) => ({ data: apiKeys.list(principal.userId).map((row) => toView(row, null)) }),
    )

    app.delete(
      '/api/auth/api-keys/:id',
      {
        config: { access: 'member' },
        schema: { summary: 'Delete an API key', params: ApiKeyParams, response: { 200: Ok } },
      },
      async ({ principal, params, ip }) => {
        apiKeys.remove(principal, params.id, ip)
        return ok
      },
    )
  }
