import { type Static, Type } from '@sinclair/typebox'
import { CodedTextSchema, nameSchemas, Timestamp } from '@svc/plugin-sdk'

const cells = () => Type.Integer({ minimum: 1 })

const ModuleManifest = Type.Object({
  id: Type.String(),
  version: Type.String(),
  name: Type.String(),
  description: Type.Optional(Type.String()),
  author: Type.Optional(Type.String()),
  category: Type.Union([Type.Literal('Real-time'), Type.Literal('Charts'), Type.Literal('Status')]),
  sizing: Type.Object({
    defaultW: cells(),
    defaultH: cells(),
    minW: cells(),
    minH: cells(),
    maxW: Type.Optional(cells()),
    maxH: Type.Optional(cells()),
    strategy: Type.Union([
      Type.Literal('free'),
      Type.Literal('fixed'),
      Type.Literal('aspect-square'),
      Type.Literal('content-height'),
    ]),
  }),
  sdkVersion: Type.String({ description: 'semver range of the widget SDK' }),
})

export const Module = Type.Object({
  id: Type.String(),
  version: Type.String(),
  source_type: Type.Union([Type.Literal('Builtin'), Type.Literal('Url'), Type.Literal('Upload')]),
  source_url: Type.Optional(Type.String({ description: 'for admins' })),
  entry_path: Type.String({ description: '`index.js`, or the path in the archive' }),
  code_sha256: Type.String({ description: 'of the entry file, 64 hex digits' }),
  package_sha256: Type.String({ description: 'of the file that was installed; names the version of all its files' }),
  manifest: ModuleManifest,
  enabled: Type.Boolean(),
  installed_at: Timestamp,
})
export type Module = Static<typeof Module>

export const Installed = Type.Object({
  id: Type.String(),
  version: Type.String(),
  notes: Type.Optional(
    Type.Array(CodedTextSchema, { description: 'present if sizes were clamped, or the SDK version does not fit' }),
  ),
})

nameSchemas({ ModuleManifest, Module, Installed })
