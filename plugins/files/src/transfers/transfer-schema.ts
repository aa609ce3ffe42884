import { type Static, Type } from '@sinclair/typebox'
import { CodedTextSchema, Nullable, nameSchemas, OneOf } from '@svc/plugin-sdk'

/** A transfer in responses. */
export const TransferView = Type.Object({
  transfer_id: Type.String(),
  server_id: Type.String(),
  direction: OneOf('download', 'upload'),
  file_path: Type.String(),
  file_size: Nullable(Type.Integer({ description: 'bytes; null until known' })),
  bytes_transferred: Type.Integer(),
  bytes_per_second: Type.Integer(),
  status: OneOf('pending', 'in_progress', 'ready', 'failed', 'cancelled'),
  error: Nullable(Type.String()),
  error_text: Nullable(CodedTextSchema),
  sha256: Nullable(Type.String({ description: 'of the whole file, hexadecimal; null until known' })),
  created_at_secs_ago: Type.Integer(),
})
export type TransferView = Static<typeof TransferView>

nameSchemas({ TransferView })
