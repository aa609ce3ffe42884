import { type Static, Type } from '@sinclair/typebox'
import { FormField, nameSchemas } from '@svc/plugin-sdk'

const Values = Type.Record(Type.String(), Type.Unknown())

/** The stored settings of a plugin, with the form that describes them. */
export const PluginSettingsView = Type.Object({
  plugin: Type.String(),
  fields: Type.Array(FormField),
  values: Type.Unsafe<Record<string, unknown>>({
    ...Values,
    description: 'what is stored, secrets as a mask; defaults apply to the others',
  }),
  is_live: Type.Boolean({ description: 'changes apply at once; otherwise with the next restart' }),
  restart_pending: Type.Boolean({ description: 'a change waits for the next restart' }),
})
export type PluginSettingsView = Static<typeof PluginSettingsView>

export const PluginSettingsInput = Type.Object({
  values: Type.Unsafe<Record<string, unknown>>({
    ...Values,
    description: 'replaces what is stored. A secret that is left out or sent as its mask is kept; null removes it',
  }),
})

nameSchemas({ PluginSettingsView, PluginSettingsInput })
