import { type Static, Type } from '@sinclair/typebox'
import { CodedTextSchema, nameSchemas, OneOf, Timestamp } from '@svc/plugin-sdk'

/** Why the database file cannot be used. */
export const Problem = OneOf('missing', 'unreadable', 'invalid', 'wrong_type')
export type Problem = Static<typeof Problem>

/** Why a download failed. */
export const DownloadError = OneOf(
  'not_published',
  'unreachable',
  'timeout',
  'refused',
  'too_large',
  'bad_answer',
  'invalid',
  'wrong_type',
  'not_saved',
  'stopped',
)
export type DownloadError = Static<typeof DownloadError>

/** The running download, or the last one since startup. */
export const DownloadState = Type.Object({
  state: OneOf('running', 'succeeded', 'failed'),
  month: Type.String({ description: 'requested edition, YYYY-MM' }),
  received_bytes: Type.Integer({ description: 'of the packed file' }),
  total_bytes: Type.Optional(Type.Integer({ description: 'if known' })),
  error: Type.Optional(DownloadError),
  message: Type.Optional(Type.String({ description: 'error message; for admins' })),
  message_text: Type.Optional(CodedTextSchema),
  started_at: Timestamp,
  ended_at: Type.Optional(Timestamp),
})
export type DownloadState = Static<typeof DownloadState>

export const GeoipStatus = Type.Object({
  installed: Type.Boolean({ description: 'a database is in use' }),
  custom: Type.Boolean({ description: '`geoip.mmdb_path` is set: nothing is downloaded' }),
  source: Type.Optional(OneOf('custom', 'downloaded')),
  file_size: Type.Optional(Type.Integer({ description: 'bytes' })),
  updated_at: Type.Optional(Timestamp),
  built_at: Type.Optional(Timestamp),
  type: Type.Optional(Type.String({ description: 'database type from the file' })),
  problem: Type.Optional(Problem),
  path: Type.Optional(Type.String({ description: 'for admins' })),
  download: Type.Optional(DownloadState),
})
export type GeoipStatus = Static<typeof GeoipStatus>

export const DownloadAnswer = Type.Object({ success: Type.Boolean(), message: Type.String() })
export type DownloadAnswer = Static<typeof DownloadAnswer>

nameSchemas({ GeoipStatus, DownloadAnswer })
