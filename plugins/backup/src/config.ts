import { Type } from '@sinclair/typebox'
import { AllowPrivate } from '@svc/plugin-system/contract'

export const config = Type.Object({
  backup: Type.Object({
    max_restore_size: Type.Integer({
      default: 64 * 1024 ** 3,
      minimum: 1024,
      description: 'limit of a restored file, in bytes',
    }),
    directories: Type.Array(Type.String({ minLength: 1 }), {
      default: [],
      description: 'folders, besides `backups` in the data directory, in which scheduled backups may be stored',
    }),
    allow_private: AllowPrivate('private address ranges of S3-compatible stores for scheduled backups'),
  }),
  retention: Type.Object({
    backup_runs_days: Type.Integer({ default: 90, minimum: 1, description: 'history of scheduled backups' }),
  }),
})
