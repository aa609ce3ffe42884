import { type Static, Type } from '@sinclair/typebox'
import { Nullable, nameSchemas } from '@svc/plugin-sdk'

export const GeneralSettings = Type.Object({
  site_name: Nullable(Type.String({ maxLength: 64, description: 'the title of pages unless the brand has one' })),
  site_description: Nullable(
    Type.String({ maxLength: 512, description: 'the description of the status page unless it has its own' }),
  ),
})
export type GeneralSettings = Static<typeof GeneralSettings>

nameSchemas({ GeneralSettings })
