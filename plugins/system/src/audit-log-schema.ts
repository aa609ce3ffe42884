import { type Static, Type } from '@sinclair/typebox'
import { Nullable, nameSchemas, Timestamp } from '@svc/plugin-sdk'

export const AuditLogEntry = Type.Object({
  id: Type.Integer(),
  user_id: Type.String({ description: 'user id, anonymous or system' }),
  user_label: Type.String({ description: 'name of the user when the entry was written, otherwise the id' }),
  action: Type.String(),
  detail: Nullable(Type.String({ description: 'JSON text of an object' })),
  ip: Type.String(),
  created_at: Timestamp,
})
export type AuditLogEntry = Static<typeof AuditLogEntry>

export const AuditLogPage = Type.Object({ entries: Type.Array(AuditLogEntry), total: Type.Integer() })
export type AuditLogPage = Static<typeof AuditLogPage>

export const AuditLogOptions = Type.Object({
  actions: Type.Array(Type.String()),
  users: Type.Array(Type.Object({ id: Type.String(), label: Type.String() })),
})
export type AuditLogOptions = Static<typeof AuditLogOptions>

nameSchemas({ AuditLogEntry, AuditLogPage, AuditLogOptions })
