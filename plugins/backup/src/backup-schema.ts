import { type Static, Type } from '@sinclair/typebox'
import { Timestamp } from '@svc/plugin-sdk'

export const FormerDatabase = Type.Object({
  name: Type.String({ description: 'in the folder of the database' }),
  size: Type.Integer({ description: 'bytes' }),
  replaced_at: Timestamp,
})
export type FormerDatabase = Static<typeof FormerDatabase>

export const BackupState = Type.Object({
  database_size: Type.Integer({ description: 'bytes of a backup, at most' }),
  free_space: Type.Integer({ description: 'bytes that a restored file may have, as far as the disk has space' }),
  max_restore_size: Type.Integer({ description: '`backup.max_restore_size`' }),
  former: Type.Array(FormerDatabase, { description: 'databases that were replaced by a restore, newest first' }),
})
export type BackupState = Static<typeof BackupState>
