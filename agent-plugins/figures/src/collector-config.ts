import { type Static, Type } from '@sinclair/typebox'
import { FigureName } from '@svc/protocol'

/** What a collector reads and how. Exactly one of `file` and `command`. */
export const Collector = Type.Object(
  {
    name: FigureName,
    file: Type.Optional(Type.String({ minLength: 1 })),
    command: Type.Optional(Type.Array(Type.String(), { minItems: 1, maxItems: 64 })),
    parser: Type.Optional(
      Type.Union(['number', 'regexp', 'json', 'prometheus', 'key'].map((parser) => Type.Literal(parser))),
    ),
    /** for `regexp`: the pattern with one group; `json`: the path; `prometheus`: the series; `key`: the key */
    select: Type.Optional(Type.String({ maxLength: 512 })),
    unit: Type.Optional(Type.String({ maxLength: 16 })),
    kind: Type.Optional(Type.Union([Type.Literal('gauge'), Type.Literal('counter')])),
    interval: Type.Optional(Type.Integer({ minimum: 5, maximum: 3600 })),
    timeout: Type.Optional(Type.Integer({ minimum: 1, maximum: 300 })),
  },
  { additionalProperties: false },
)
export type Collector = Static<typeof Collector>

export const config = Type.Object({
  figures: Type.Object({
    collectors: Type.Array(Collector, {
      default: [],
      maxItems: 64,
      description: 'custom metrics: files and commands to read, see the README',
    }),
  }),
})
