import { type Static, Type } from '@sinclair/typebox'
import { defineMessage } from './message.ts'

/** Names of figures per server. */
export const maxFigures = 64

/** The name of a figure: letters, digits and `_`. */
export const FigureName = Type.String({ pattern: '^[a-z][a-z0-9_]{0,63}$' })

/** A metric of your own, with its current value. A `counter` only grows; it is stored as its increase per second. */
export const Figure = Type.Object({
  name: FigureName,
  /** shown behind values, for example `rpm`; `bytes`, `percent` and `celsius` are formatted; empty: none */
  unit: Type.String({ maxLength: 16 }),
  kind: Type.Union([Type.Literal('gauge'), Type.Literal('counter')]),
  value: Type.Number(),
})
export type Figure = Static<typeof Figure>

/** Agent to server: values of figures now. Those that did not change are repeated at least every five minutes. */
export const Figures = defineMessage('figures', { figures: Type.Array(Figure, { maxItems: maxFigures }) })
