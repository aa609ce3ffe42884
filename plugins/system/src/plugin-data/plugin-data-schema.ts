import { type Static, Type } from '@sinclair/typebox'
import { nameSchemas } from '@svc/plugin-sdk'

/** What a plugin has stored. */
export const PluginData = Type.Object({
  bytes: Type.Integer({ description: 'size of its tables with their indexes' }),
  tables: Type.Array(Type.Object({ name: Type.String(), bytes: Type.Integer() })),
  settings: Type.Integer({ description: 'number of its stored settings' }),
})
export type PluginData = Static<typeof PluginData>

export const PluginPurge = Type.Object({
  tables: Type.Array(Type.String(), { description: 'the deleted tables' }),
  settings: Type.Integer({ description: 'number of deleted settings' }),
})
export type PluginPurge = Static<typeof PluginPurge>

nameSchemas({ PluginData, PluginPurge })
