import { type Static, Type } from '@sinclair/typebox'
import { Nullable, OneOf, TimeRange, Timestamp } from '@svc/plugin-sdk'
import { FigureName } from '@svc/protocol'

export const FigureView = Type.Object({
  name: Type.String(),
  unit: Type.String({ description: 'for a counter, the unit of its total; values are per second' }),
  kind: OneOf('gauge', 'counter'),
  value: Nullable(Type.Number({ description: 'null while a counter has one report' })),
  reported_at: Timestamp,
})
export type FigureView = Static<typeof FigureView>

export const FigureQuery = Type.Composite([Type.Object({ name: FigureName }), TimeRange()])

export const FigureHistory = Type.Object({
  step: Type.Integer({ description: 'seconds per point' }),
  points: Type.Array(Type.Tuple([Type.Integer({ description: 'epoch seconds' }), Type.Number()]), {
    description: 'the mean of each step that has values',
  }),
})
export type FigureHistory = Static<typeof FigureHistory>
