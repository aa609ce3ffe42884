import { toTimestamp } from '@svc/plugin-sdk'
import type { Board, BoardFile, BoardWidget, BoardWithWidgets } from './board-schema.ts'
import type { BoardContent } from './boards.ts'
import type { BoardRow, WidgetRow } from './boards-store.ts'

const uuid = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/gi
/** The id of no server, so that widgets show it as a missing one. */
const noServer = '00000000-0000-0000-0000-000000000000'

/**
 * Replaces the ids of servers that the viewer must not know, wherever in a widget they are: modules name their fields as
 * they like, and texts may contain links.
 */
export function withoutServers({ board, widgets }: BoardContent, hidden: ReadonlySet<string>): BoardContent {
  if (hidden.size === 0) return { board, widgets }
  const redact = (text: string) => text.replace(uuid, (id) => (hidden.has(id.toLowerCase()) ? noServer : id))
  return {
    board,
    widgets: widgets.map((row) => ({
      ...row,
      title: row.title && redact(row.title),
      config_json: redact(row.config_json),
    })),
  }
}

const parseConfig = ({ config_json }: Pick<WidgetRow, 'config_json'>) =>
  JSON.parse(config_json) as Record<string, unknown>

export const boardView = ({ updated_at_ms, created_at, is_default, ...rest }: BoardRow): Board => ({
  ...rest,
  is_default: is_default === 1,
  created_at: toTimestamp(created_at),
  updated_at: new Date(updated_at_ms).toISOString(),
})

const widgetView = ({ board_id, created_at, ...row }: WidgetRow): BoardWidget => ({
  ...row,
  dashboard_id: board_id,
  config: parseConfig(row),
  created_at: toTimestamp(created_at),
})

export const boardContentView = ({ board, widgets }: BoardContent): BoardWithWidgets => ({
  ...boardView(board),
  widgets: widgets.map(widgetView),
})

/** Exports a board to a file that another installation can import. */
export const boardFile = ({ board, widgets }: BoardContent): BoardFile => ({
  format: 'svc-dashboard',
  version: 1,
  name: board.name,
  widgets: widgets.map((row) => ({
    widget_type: row.widget_type,
    ...(row.module_id ? { module_id: row.module_id } : {}),
    ...(row.title ? { title: row.title } : {}),
    config: parseConfig(row),
    grid_x: row.grid_x,
    grid_y: row.grid_y,
    grid_w: row.grid_w,
    grid_h: row.grid_h,
  })),
})
