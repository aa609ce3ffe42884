import { randomUUID } from 'node:crypto'
import type { Live } from '@svc/plugin-enrollment/contract'
import { ApiError, badRequest, type Clock, type Database, normalizeName, notFound, toSeconds } from '@svc/plugin-sdk'
import { DashboardsChanged } from '@svc/protocol'
import type { WidgetInput } from './board-schema.ts'
import type { BoardRow, BoardsStore, WidgetRow } from './boards-store.ts'
import { defaultName, defaultWidgets } from './default-board.ts'
import { type AvailableTypes, parseWidgets, serializeConfig } from './parse-widgets.ts'

export interface Change {
  readonly name?: string
  readonly is_default?: boolean
  readonly sort_order?: number
  readonly widgets?: readonly WidgetInput[]
}

interface Dependencies {
  readonly db: Pick<Database, 'transaction'>
  readonly store: BoardsStore
  readonly clock: Pick<Clock, 'now'>
  readonly live: Pick<Live, 'broadcast'>
  readonly available: AvailableTypes
}

/** A board with its widgets. */
export interface BoardContent {
  readonly board: BoardRow
  readonly widgets: readonly WidgetRow[]
}

const maxBoards = 100
const acceptAll: AvailableTypes = { hasType: () => true, hasModule: () => true }

/** Operations on boards; each is one transaction, and notifies browsers. */
export function makeBoards({ db, store, clock, live, available }: Dependencies) {
  const requireBoard = (id: string): BoardRow => {
    const board = store.get(id)
    if (!board) throw notFound('dashboards.UNKNOWN_DASHBOARD')
    return board
  }
  const contentOf = (board: BoardRow): BoardContent => ({ board, widgets: store.widgetsOf(board.id) })
  const notify = ({ id }: BoardRow) => live.broadcast(DashboardsChanged, { dashboard_id: id })
  /** Always later than the last change, even if the clock has not advanced, because it identifies a version. */
  const nextUpdatedAt = (before?: BoardRow) => Math.max(clock.now(), (before?.updated_at_ms ?? 0) + 1)

  /** Creates a board with those widgets, of any type, that pass the filter. */
  function add(name: string, widgets: readonly WidgetInput[] = [], filter = (_row: WidgetRow) => true): BoardContent {
    const boards = store.list()
    if (boards.length >= maxBoards) throw badRequest('dashboards.DASHBOARD_LIMIT', { limit: maxBoards })
    const now = toSeconds(clock.now())
    const id = randomUUID()
    const rows = parseWidgets(widgets, { boardId: id, before: [], available: acceptAll, now }).filter(filter)
    store.insert({
      id,
      name: normalizeName(name),
      is_default: boards.length === 0 ? 1 : 0,
      sort_order: Math.max(-1, ...boards.map(({ sort_order }) => sort_order)) + 1,
      created_at: now,
      updated_at_ms: nextUpdatedAt(),
    })
    for (const row of rows) store.putWidget(row)
    const board = requireBoard(id)
    notify(board)
    return contentOf(board)
  }

  return {
    list: () => store.list(),
    get: (id: string): BoardContent => contentOf(requireBoard(id)),
    /** The default board; creates one if there is none. */
    default: (): BoardContent =>
      db.transaction(() => {
        const board = store.default()
        return board ? contentOf(board) : add(defaultName, defaultWidgets)
      }),
    create: (name: string): BoardContent => db.transaction(() => add(name)),
    /** Creates a board from a file. Widgets of unavailable types are validated too, but skipped. */
    import: (name: string, widgets: readonly WidgetInput[]) =>
      db.transaction(() => {
        const skipped: WidgetRow[] = []
        const content = add(name, widgets, (row) => {
          const isAvailable =
            row.module_id === null ? available.hasType(row.widget_type) : available.hasModule(row.module_id)
          if (!isAvailable) skipped.push(row)
          return isAvailable
        })
        return { content, skipped }
      }),
    /** Copies a board with all its widgets, even those of unavailable types. */
    copy: (id: string, name: string | undefined): BoardContent =>
      db.transaction(() => {
        const { board, widgets } = contentOf(requireBoard(id))
        const inputs = widgets.map(({ id: _, ...row }) => row)
        // Do not split a surrogate pair.
        const start = board.name.slice(0, 96).replace(/[\ud800-\udbff]$/, '')
        return add(name ?? `${start} (2)`, inputs)
      }),
    /** Throws 409 `DASHBOARD_CHANGED` if the board has changed since `expected`. */
    change: (id: string, change: Change, expected?: number): BoardContent =>
      db.transaction(() => {
        const before = requireBoard(id)
        if (expected !== undefined && expected !== before.updated_at_ms) {
          throw new ApiError(409, 'dashboards.DASHBOARD_CHANGED')
        }
        if (change.is_default === false && before.is_default === 1) {
          throw badRequest('dashboards.DEFAULT_REQUIRED')
        }
        const board: BoardRow = {
          ...before,
          name: change.name === undefined ? before.name : normalizeName(change.name),
          is_default: change.is_default ? 1 : before.is_default,
          sort_order: change.sort_order ?? before.sort_order,
          updated_at_ms: nextUpdatedAt(before),
        }
        if (change.widgets) {
          const old = store.widgetsOf(id)
          const now = toSeconds(clock.now())
          const rows = parseWidgets(change.widgets, { boardId: id, before: old, available, now })
          const ids = new Set(rows.map((row) => row.id))
          for (const row of old) if (!ids.has(row.id)) store.removeWidget(row.id)
          for (const row of rows) store.putWidget(row)
        }
        if (board.is_default === 1) store.demoteOthers(id)
        store.update(board)
        notify(board)
        return contentOf(board)
      }),
    /** Merges `patch` into the configuration of a widget; null removes a key. */
    configure: (id: string, widgetId: string, patch: Readonly<Record<string, unknown>>): BoardContent =>
      db.transaction(() => {
        const before = requireBoard(id)
        const widget = store.widgetsOf(id).find((row) => row.id === widgetId)
        if (!widget) throw notFound('dashboards.UNKNOWN_WIDGET')
        const merged = { ...(JSON.parse(widget.config_json) as object), ...patch }
        const config = Object.fromEntries(Object.entries(merged).filter(([name]) => patch[name] !== null))
        store.putWidget({ ...widget, config_json: serializeConfig('config', config) })
        const board = { ...before, updated_at_ms: nextUpdatedAt(before) }
        store.update(board)
        notify(board)
        return contentOf(board)
      }),
    remove: (id: string): BoardRow =>
      db.transaction(() => {
        const board = requireBoard(id)
        if (store.list().length === 1) throw badRequest('dashboards.LAST_DASHBOARD')
        if (board.is_default === 1) throw badRequest('dashboards.DEFAULT_DASHBOARD')
        store.remove(id)
        notify(board)
        return board
      }),
  }
}
export type Boards = ReturnType<typeof makeBoards>
