import { type Static, Type } from '@sinclair/typebox'
import { DisplayName, Nullable, nameSchemas, Timestamp } from '@svc/plugin-sdk'

export const boardColumns = 12
/** Far more rows than anyone scrolls to. */
const maxRow = 1000

export const Board = Type.Object({
  id: Type.String(),
  name: Type.String(),
  is_default: Type.Boolean({ description: 'shown by default; true for exactly one board' }),
  sort_order: Type.Integer(),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type Board = Static<typeof Board>

export const BoardWidget = Type.Object({
  id: Type.String(),
  dashboard_id: Type.String(),
  widget_type: Type.String({ description: 'name of a built-in widget, or `module`' }),
  module_id: Nullable(Type.String({ description: 'id of the installed module if the type is `module`' })),
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

export const BoardName = DisplayName()

const position = {
  grid_x: Type.Integer({ minimum: 0, maximum: boardColumns - 1 }),
  grid_y: Type.Integer({ minimum: 0, maximum: maxRow }),
  grid_w: Type.Integer({ minimum: 1, maximum: boardColumns }),
  grid_h: Type.Integer({ minimum: 1, maximum: 100 }),
}

/** The order of boards, and of the widgets of a board. */
export const SortOrder = Type.Integer({ minimum: -1_000_000, maximum: 1_000_000 })

const Config = Type.Record(Type.String(), Type.Unknown())

/** A widget in a request; the configuration as an object or as JSON text. */
export const WidgetInput = Type.Object({
  id: Type.Optional(
    Type.String({ description: 'id of an existing widget of this board; otherwise a new widget is created' }),
  ),
  widget_type: Type.String({ minLength: 1, maxLength: 64 }),
  module_id: Type.Optional(Nullable(Type.String({ maxLength: 128 }))),
  title: Type.Optional(Nullable(Type.String({ maxLength: 100 }))),
  config_json: Type.Optional(Type.Union([Config, Type.String()])),
  config: Type.Optional(Config),
  ...position,
  sort_order: Type.Optional(SortOrder),
})
export type WidgetInput = Static<typeof WidgetInput>

const maxWidgets = 100
export const WidgetInputs = Type.Array(WidgetInput, { maxItems: maxWidgets })

/** An exported board. */
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
      ...position,
    }),
    { maxItems: maxWidgets },
  ),
})
export type BoardFile = Static<typeof BoardFile>

nameSchemas({ Board, BoardWidget, BoardWithWidgets, WidgetInput, BoardFile })
