import { type Static, Type } from '@sinclair/typebox'
import { Nullable, Timestamp } from '@svc/plugin-sdk'

const Id = Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: 64 })))

/** At least one of rule and server. */
export const SilenceInput = Type.Object({
  rule_id: Id,
  server_id: Id,
  until: Type.String({ format: 'date-time', maxLength: 40, description: 'at most a year ahead' }),
})
export type SilenceInput = Static<typeof SilenceInput>

export const AlertSilence = Type.Object({
  id: Type.String(),
  rule_id: Nullable(Type.String({ description: 'null: alerts of all rules' })),
  rule_name: Nullable(Type.String()),
  server_id: Nullable(Type.String({ description: 'null: alerts on all servers' })),
  server_name: Nullable(Type.String()),
  until: Timestamp,
  created_by: Type.String(),
  created_at: Timestamp,
})
export type AlertSilence = Static<typeof AlertSilence>
