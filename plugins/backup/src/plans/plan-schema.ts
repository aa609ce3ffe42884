import { type Static, Type } from '@sinclair/typebox'
import { OwnerProofBody } from '@svc/plugin-auth/contract'
import { CodedTextSchema, DisplayName, Line, Nullable, nameSchemas, OneOf, Timestamp, textRule } from '@svc/plugin-sdk'

export const Passphrase = Type.String({
  minLength: 12,
  maxLength: 1024,
  description: 'encrypts the backup; needed to restore it',
})

const folder = { path: Line(1024, { minLength: 1, description: 'absolute, in one of the allowed folders' }) }

const bucket = {
  endpoint: Line(500, { minLength: 1, description: 'URL of the store, without the bucket' }),
  region: Type.String({ maxLength: 64, ...textRule(/^[\w-]+$/u, 'backup.REGION') }),
  bucket: Type.String({ maxLength: 63, ...textRule(/^[a-z0-9][a-z0-9.-]+[a-z0-9]$/u, 'backup.BUCKET') }),
  prefix: Type.String({
    maxLength: 200,
    description: 'folder in the bucket; may be empty',
    ...textRule(/^(?:\w[\w.!-]*(?:\/\w[\w.!-]*)*)?$/u, 'backup.PREFIX'),
  }),
  access_key_id: Type.String({ maxLength: 128, ...textRule(/^[\x21-\x7e]+$/u, 'backup.KEY_ID') }),
}

/** In one object, so that errors name the field. */
export const DestinationInput = Type.Object({
  kind: OneOf('directory', 's3'),
  ...Type.Partial(Type.Object({ ...folder, ...bucket })).properties,
  secret_access_key: Type.Optional(
    Line(256, { minLength: 1, description: 'left out: as before, for the same endpoint' }),
  ),
})
export type DestinationInput = Static<typeof DestinationInput>

export const PlanDestination = Type.Union([
  Type.Object({ kind: Type.Literal('directory'), ...folder }),
  Type.Object({ kind: Type.Literal('s3'), ...bucket }),
])
export type PlanDestination = Static<typeof PlanDestination>

/** The members of a schedule that its frequency does not use are ignored. */
export const Schedule = Type.Object({
  frequency: OneOf('hourly', 'daily', 'weekly', 'monthly'),
  time: Type.String({
    description: '`HH:MM` in `scheduler.timezone`; of hourly backups the minute counts',
    examples: ['03:30'],
    ...textRule(/^(?:[01]\d|2[0-3]):[0-5]\d$/u, 'backup.TIME'),
  }),
  weekday: Type.Integer({ minimum: 1, maximum: 7, description: 'of weekly backups; 1 is Monday' }),
  day: Type.Integer({ minimum: 1, maximum: 28, description: 'of monthly backups' }),
})
export type Schedule = Static<typeof Schedule>

const settings = {
  name: DisplayName(),
  enabled: Type.Boolean(),
  schedule: Schedule,
  keep_last: Nullable(Type.Integer({ minimum: 1, maximum: 10_000, description: 'keeps so many of the newest' })),
  keep_days: Nullable(
    Type.Integer({ minimum: 1, maximum: 36_500, description: 'keeps all of so many days. Both null: all' }),
  ),
  notification_group_id: Nullable(
    Type.String({ maxLength: 64, description: 'notified when backups fail, and when they work again' }),
  ),
}

export const PlanInput = Type.Object({
  ...settings,
  ...Type.Partial(Type.Pick(Type.Object(settings), ['enabled', 'keep_last', 'keep_days', 'notification_group_id']))
    .properties,
  destination: DestinationInput,
  passphrase: Passphrase,
  ...OwnerProofBody.properties,
})
export type PlanInput = Static<typeof PlanInput>

/** A new destination or passphrase needs the proof. */
export const PlanUpdate = Type.Partial(PlanInput)
export type PlanUpdate = Static<typeof PlanUpdate>

export const BackupRun = Type.Object({
  id: Type.Integer(),
  trigger: OneOf('schedule', 'manual'),
  started_at: Timestamp,
  finished_at: Timestamp,
  state: OneOf('succeeded', 'failed'),
  name: Nullable(Type.String({ description: 'of the backup; null after a failure' })),
  size: Nullable(Type.Integer({ description: 'bytes' })),
  removed: Type.Integer({ description: 'old backups that were deleted' }),
  error: Nullable(Type.String({ description: 'why it failed, or why old backups could not be deleted' })),
  error_text: Nullable(CodedTextSchema),
})
export type BackupRun = Static<typeof BackupRun>

export const Plan = Type.Object({
  id: Type.String(),
  ...settings,
  destination: PlanDestination,
  created_at: Timestamp,
  next_run_at: Nullable(Timestamp),
  is_running: Type.Boolean(),
  last_run: Nullable(BackupRun),
  last_success_at: Nullable(Timestamp),
})
export type Plan = Static<typeof Plan>

export const StoredBackupView = Type.Object({
  name: Type.String(),
  size: Type.Integer({ description: 'bytes' }),
  created_at: Timestamp,
  is_own: Type.Boolean({ description: 'made by this plan; others are never deleted by its retention' }),
})
export type StoredBackupView = Static<typeof StoredBackupView>

nameSchemas({ DestinationInput, Schedule, PlanInput, PlanUpdate, BackupRun, Plan, StoredBackupView })
