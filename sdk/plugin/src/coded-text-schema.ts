import { Type } from '@sinclair/typebox'
import type { CodedText } from '@svc/protocol/text'

/** Schema of a `CodedText` in responses and messages. */
export const CodedTextSchema = Type.Unsafe<CodedText>(
  Type.Object({ code: Type.String(), params: Type.Optional(Type.Record(Type.String(), Type.Unknown())) }),
)
