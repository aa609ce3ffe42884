import { randomUUID } from 'node:crypto'
import { ApiError, badRequest, type Clock, type Database, invalid, notFound, toSeconds } from '@svc/plugin-sdk'
import type { WidgetInput } from './board-schema.ts'
import type { BoardRow, BoardsStore, WidgetRow } from './boards-store.ts'
import { defaultName, defaultWidgets } from './default-board.ts'
import { configText, type KnownTypes, readWidgets } from './read-widgets.ts'

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
  readonly known: KnownTypes
}

/** A board and what is on it. */
export interface Filled {
  readonly board: BoardRow
  readonly widgets: readonly WidgetRow[]
}

const mostBoards = 100
const everything: KnownTypes = { hasType: () => true, hasModule: () => true }

function boardName(text: string): string {
  const name = text.trim()
  if (name.length < 1 || name.length > 100) throw invalid('name', 'must have 1 to 100 characters')
  if (/\p{Cc}/u.test(name)) throw invalid('name', 'must not contain control characters')
  return name
}

/** What can be done with boards; each act is one transaction. */
export function makeBoards({ db, store, clock, known }: Dependencies) {
  const existing = (id: string): BoardRow => {
    const board = store.get(id)
    if (!board) throw notFound('no such dashboard')
    return board
  }
  const filled = (board: BoardRow): Filled => ({ board, widgets: store.widgetsOf(board.id) })
  /** Later than the last change, whatever the clock says: it tells changes apart. */
  const stamp = (before?: BoardRow) => Math.max(clock.now(), (before?.updated_at_ms ?? 0) + 1)

  /** A new board with the widgets, whatever their kinds, that are to be `kept`. */
  function add(name: string, widgets: readonly WidgetInput[] = [], kept = (_row: WidgetRow) => true): Filled {
    const boards = store.list()
    if (boards.length >= mostBoards) throw badRequest(`there can be at most ${mostBoards} dashboards`)
    const now = toSeconds(clock.now())
    const id = randomUUID()
    const rows = readWidgets(widgets, { boardId: id, before: [], known: everything, now }).filter(kept)
    store.insert({
      id,
      name: boardName(name),
      is_default: boards.length === 0 ? 1 : 0,
      sort_order: Math.max(-1, ...boards.map(({ sort_order }) => sort_order)) + 1,
      created_at: now,
      updated_at_ms: stamp(),
    })
    for (const row of rows) store.putWidget(row)
    return filled(existing(id))
  }

  return {
    list: () => store.list(),
    get: (id: string): Filled => filled(existing(id)),
    /** The one that is shown first; makes it when there is none. */
    default: (): { readonly filled: Filled; readonly isNew: boolean } =>
      db.transaction(() => {
        const board = store.default()
        if (board) return { filled: filled(board), isNew: false }
        return { filled: add(defaultName, defaultWidgets), isNew: true }
      }),
    create: (name: string): Filled => db.transaction(() => add(name)),
    /** Makes a board of a file, without the widgets whose kind is not available here; those are judged all the same. */
    import: (name: string, widgets: readonly WidgetInput[]) =>
      db.transaction(() => {
        const leftOut: WidgetRow[] = []
        const filled = add(name, widgets, (row) => {
          const isHere = row.module_id === null ? known.hasType(row.widget_type) : known.hasModule(row.module_id)
          if (!isHere) leftOut.push(row)
          return isHere
        })
        return { filled, leftOut }
      }),
    /** Copies a board with all its widgets, those of absent plugins too. */
    copy: (id: string, name: string | undefined): Filled =>
      db.transaction(() => {
        const { board, widgets } = filled(existing(id))
        const inputs = widgets.map(({ id: _, ...row }) => row)
        // not between the halves of a character
        const start = board.name.slice(0, 96).replace(/[\ud800-\udbff]$/, '')
        return add(name ?? `${start} (2)`, inputs)
      }),
    /** Throws 409 `DASHBOARD_CHANGED` when `expected` is not the time of the last change. */
    change: (id: string, change: Change, expected?: number): Filled =>
      db.transaction(() => {
        const before = existing(id)
        if (expected !== undefined && expected !== before.updated_at_ms) {
          throw new ApiError(409, 'DASHBOARD_CHANGED', 'somebody else changed this dashboard in the meantime')
        }
        if (change.is_default === false && before.is_default === 1) {
          throw badRequest('one dashboard must be the default; make another one the default instead')
        }
        const board: BoardRow = {
          ...before,
          name: change.name === undefined ? before.name : boardName(change.name),
          is_default: change.is_default ? 1 : before.is_default,
          sort_order: change.sort_order ?? before.sort_order,
          updated_at_ms: stamp(before),
        }
        if (change.widgets) {
          const old = store.widgetsOf(id)
          const now = toSeconds(clock.now())
          const rows = readWidgets(change.widgets, { boardId: id, before: old, known, now })
          const kept = new Set(rows.map((row) => row.id))
          for (const row of old) if (!kept.has(row.id)) store.removeWidget(row.id)
          for (const row of rows) store.putWidget(row)
        }
        if (board.is_default === 1) store.demoteOthers(id)
        store.update(board)
        return filled(board)
      }),
    /** Merges `patch` into the configuration of one widget; a member that is null is taken out. */
    configure: (id: string, widgetId: string, patch: Readonly<Record<string, unknown>>): Filled =>
      db.transaction(() => {
        const before = existing(id)
        const widget = store.widgetsOf(id).find((row) => row.id === widgetId)
        if (!widget) throw notFound('no such widget on this dashboard')
        const merged = { ...(JSON.parse(widget.config_json) as object), ...patch }
        const config = Object.fromEntries(Object.entries(merged).filter(([name]) => patch[name] !== null))
        store.putWidget({ ...widget, config_json: configText('config', config) })
        const board = { ...before, updated_at_ms: stamp(before) }
        store.update(board)
        return filled(board)
      }),
    remove: (id: string): BoardRow =>
      db.transaction(() => {
        const board = existing(id)
        if (store.list().length === 1) throw badRequest('the last dashboard cannot be deleted')
        if (board.is_default === 1) throw badRequest('make another dashboard the default before you delete this one')
        store.remove(id)
        return board
      }),
  }
}
export type Boards = ReturnType<typeof makeBoards>
