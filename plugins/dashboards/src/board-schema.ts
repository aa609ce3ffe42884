import { type Static, Type } from '@sinclair/typebox'
import { Nullable, Timestamp } from '@svc/plugin-sdk'

/** Columns of every board. */
export const boardColumns = 12
/** Rows a widget may reach down to; far below what anybody scrolls to. */
const lastRow = 1000

export const Board = Type.Object({
  id: Type.String(),
  name: Type.String(),
  is_default: Type.Boolean({ description: 'shown first; exactly one board is' }),
  sort_order: Type.Integer(),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type Board = Static<typeof Board>

export const BoardWidget = Type.Object({
  id: Type.String(),
  dashboard_id: Type.String(),
  widget_type: Type.String({ description: 'name of a built-in widget, or `module`' }),
  module_id: Nullable(Type.String({ description: 'of the installed module when the type is `module`' })),
  title: Nullable(Type.String()),
  config_json: Type.String({ description: 'JSON text of `config`' }),
  config: Type.Record(Type.String(), Type.Unknown()),
  grid_x: Type.Integer(),
  grid_y: Type.Integer(),
  grid_w: Type.Integer(),
  grid_h: Type.Integer(),
  sort_order: Type.Integer(),
  created_at: Timestamp,
})
export type BoardWidget = Static<typeof BoardWidget>

export const BoardWithWidgets = Type.Composite([Board, Type.Object({ widgets: Type.Array(BoardWidget) })])
export type BoardWithWidgets = Static<typeof BoardWithWidgets>

export const BoardName = Type.String({ description: '1 to 100 characters after trimming' })

const place = {
  grid_x: Type.Integer({ minimum: 0, maximum: boardColumns - 1 }),
  grid_y: Type.Integer({ minimum: 0, maximum: lastRow }),
  grid_w: Type.Integer({ minimum: 1, maximum: boardColumns }),
  grid_h: Type.Integer({ minimum: 1, maximum: 100 }),
}

/** Of boards among each other, and of the widgets of one. */
export const SortOrder = Type.Integer({ minimum: -1_000_000, maximum: 1_000_000 })

const Config = Type.Record(Type.String(), Type.Unknown())

/** A widget as it is sent; the configuration as an object, or as its JSON text. */
export const WidgetInput = Type.Object({
  id: Type.Optional(Type.String({ description: 'of a widget of this board; any other is a new widget' })),
  widget_type: Type.String({ minLength: 1, maxLength: 64 }),
  module_id: Type.Optional(Nullable(Type.String({ maxLength: 128 }))),
  title: Type.Optional(Nullable(Type.String({ maxLength: 100 }))),
  config_json: Type.Optional(Type.Union([Config, Type.String()])),
  config: Type.Optional(Config),
  ...place,
  sort_order: Type.Optional(SortOrder),
})
export type WidgetInput = Static<typeof WidgetInput>

const mostWidgets = 100
export const WidgetInputs = Type.Array(WidgetInput, { maxItems: mostWidgets })

/** A board as a file. */
export const BoardFile = Type.Object({
  format: Type.Literal('svc-dashboard'),
  version: Type.Literal(1),
  name: BoardName,
  widgets: Type.Array(
    Type.Object({
      widget_type: WidgetInput.properties.widget_type,
      module_id: WidgetInput.properties.module_id,
      title: WidgetInput.properties.title,
      config: Config,
      ...place,
    }),
    { maxItems: mostWidgets },
  ),
})
export type BoardFile = Static<typeof BoardFile>
