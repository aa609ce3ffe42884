import { type Static, Type } from '@sinclair/typebox'
import { CodedTextSchema, nameSchemas, Timestamp } from '@svc/plugin-sdk'

const Level = { minimum: 0, maximum: 2, description: '0 healthy, 1 warning, 2 critical' }

export const HealthOfServer = Type.Object({
  server_id: Type.String(),
  level: Type.Integer(Level),
  reasons: Type.Array(
    Type.Object({
      plugin: Type.String({ description: 'the plugin that found it' }),
      id: Type.String({ description: 'what it is, for that plugin' }),
      level: Type.Integer({ ...Level, minimum: 1 }),
      since: Timestamp,
      message: Type.String(),
      message_text: CodedTextSchema,
    }),
    { description: 'worst first' },
  ),
})
export type HealthOfServer = Static<typeof HealthOfServer>

nameSchemas({ HealthOfServer })
