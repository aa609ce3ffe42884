import { type Static, Type } from '@sinclair/typebox'
import { Nullable, nameSchemas } from '@svc/plugin-sdk'

const Value = Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Array(Type.Unknown()), Type.Null()])

/** A key of the configuration. */
export const ConfigurationEntry = Type.Object({
  key: Type.String({ description: 'dotted path' }),
  owner: Type.String({ description: 'id of the plugin that declares it, or `kernel`' }),
  description: Type.String(),
  default: Value,
  value: Value,
  is_secret: Type.Boolean({ description: 'value and default are left out' }),
  source: Nullable(
    Type.String({ description: 'the file or environment variable that sets it; null: the default applies' }),
  ),
  env: Type.String({ description: 'the environment variable that can set it' }),
})
export type ConfigurationEntry = Static<typeof ConfigurationEntry>

nameSchemas({ ConfigurationEntry })
