import { type Static, Type } from '@sinclair/typebox'
import { Nullable, nameSchemas, OneOf, Timestamp } from '@svc/plugin-sdk'

export const FormerDatabase = Type.Object({
  name: Type.String({ description: 'in the folder of the database' }),
  size: Type.Integer({ description: 'bytes, with the files that were replaced together with it' }),
  replaced_at: Timestamp,
  kind: OneOf('restored', 'failed', 'migrated'),
  migrated_to: Nullable(Type.String({ description: 'the version that this is a copy for' })),
})
export type FormerDatabase = Static<typeof FormerDatabase>

/** What is going on. At most one backup or restore does at a time; downloads of the database alone do not count. */
export const Operation = Type.Object({
  kind: OneOf('download', 'backup', 'restore'),
  plan_id: Nullable(Type.String()),
  step: OneOf('receiving', 'copying', 'packing', 'storing', 'fetching', 'unpacking', 'checking'),
  done: Type.Integer({ description: 'bytes of this step' }),
  total: Type.Integer({ description: 'bytes of this step; 0: not known' }),
  started_at: Timestamp,
})
export type Operation = Static<typeof Operation>

export const BackupState = Type.Object({
  database_size: Type.Integer({ description: 'bytes of a copy of the database, at most' }),
  free_space: Type.Integer({ description: 'bytes that a restored file may have, as far as the disk has space' }),
  max_restore_size: Type.Integer({ description: '`backup.max_restore_size`' }),
  folders: Type.Array(Type.String(), { description: 'folders of this server in which backups may be stored' }),
  timezone: Type.String({ description: 'in which schedules are written' }),
  operation: Nullable(Operation),
  former: Type.Array(FormerDatabase, {
    description:
      'databases that a restore has replaced, that were restored but could not be used (`failed`), or that were copied before ' +
      'a migration; newest first',
  }),
})
export type BackupState = Static<typeof BackupState>

nameSchemas({ FormerDatabase, Operation, BackupState })
