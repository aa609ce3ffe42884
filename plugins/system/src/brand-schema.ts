import { type Static, Type } from '@sinclair/typebox'
import { Nullable, nameSchemas, textRule } from '@svc/plugin-sdk'

const ImagePath = Nullable(
  Type.String({
    maxLength: 256,
    examples: ['/api/brand/logo'],
    ...textRule(/^\s*(?:$|\/api\/brand\/)/u, 'system.BRAND_PATH'),
  }),
)

export const Brand = Type.Object({
  logo_path: ImagePath,
  site_title: Nullable(Type.String({ maxLength: 64 })),
  favicon_path: ImagePath,
  footer_text: Nullable(Type.String({ maxLength: 512 })),
})
export type Brand = Static<typeof Brand>

nameSchemas({ Brand })
