import type { Database } from '@svc/plugin-sdk'

export interface BoardRow {
  readonly id: string
  readonly name: string
  /** 0 or 1 */
  readonly is_default: number
  readonly sort_order: number
  /** epoch seconds */
  readonly created_at: number
  /** strictly increasing with every change of the board or its widgets */
  readonly updated_at_ms: number
}

export interface WidgetRow {
  readonly id: string
  readonly board_id: string
  readonly widget_type: string
  readonly module_id: string | null
  readonly title: string | null
  readonly config_json: string
  readonly grid_x: number
  readonly grid_y: number
  readonly grid_w: number
  readonly grid_h: number
  readonly sort_order: number
  /** epoch seconds */
  readonly created_at: number
}

const widgetColumns = [
  'id',
  'board_id',
  'widget_type',
  'module_id',
  'title',
  'config_json',
  'grid_x',
  'grid_y',
  'grid_w',
  'grid_h',
  'sort_order',
  'created_at',
]
const updatedColumns = widgetColumns.filter((name) => !['id', 'board_id', 'created_at'].includes(name))

/** Boards and their widgets. */
export function boardsStore(db: Database) {
  const all = db.prepare<[], BoardRow>('SELECT * FROM dashboards_boards ORDER BY sort_order, created_at, id')
  const byId = db.prepare<[string], BoardRow>('SELECT * FROM dashboards_boards WHERE id = ?')
  const defaultBoard = db.prepare<[], BoardRow>('SELECT * FROM dashboards_boards WHERE is_default = 1')
  const insert = db.prepare<[BoardRow]>(`
    INSERT INTO dashboards_boards VALUES (@id, @name, @is_default, @sort_order, @created_at, @updated_at_ms)`)
  const update = db.prepare<[BoardRow]>(`
    UPDATE dashboards_boards SET name = @name, is_default = @is_default, sort_order = @sort_order,
      updated_at_ms = @updated_at_ms WHERE id = @id`)
  const demote = db.prepare<[string]>('UPDATE dashboards_boards SET is_default = 0 WHERE id <> ?')
  const remove = db.prepare<[string]>('DELETE FROM dashboards_boards WHERE id = ?')
  const widgets = db.prepare<[string], WidgetRow>(
    'SELECT * FROM dashboards_widgets WHERE board_id = ? ORDER BY sort_order, grid_y, grid_x, id',
  )
  const put = db.prepare<[WidgetRow]>(`
    INSERT INTO dashboards_widgets (${widgetColumns.join(', ')})
    VALUES (${widgetColumns.map((name) => `@${name}`).join(', ')})
    ON CONFLICT (id) DO UPDATE SET ${updatedColumns.map((name) => `${name} = excluded.${name}`).join(', ')}`)
  const removeWidget = db.prepare<[string]>('DELETE FROM dashboards_widgets WHERE id = ?')

  return {
    /** By sort order, then creation. */
    list: () => all.all(),
    get: (id: string) => byId.get(id),
    default: () => defaultBoard.get(),
    insert: (row: BoardRow) => void insert.run(row),
    update: (row: BoardRow) => void update.run(row),
    /** Clears the default flag of all other boards. */
    demoteOthers: (id: string) => void demote.run(id),
    remove: (id: string) => void remove.run(id),
    widgetsOf: (boardId: string) => widgets.all(boardId),
    /** Inserts or updates a widget. */
    putWidget: (row: WidgetRow) => void put.run(row),
    removeWidget: (id: string) => void removeWidget.run(id),
  }
}
export type BoardsStore = ReturnType<typeof boardsStore>
