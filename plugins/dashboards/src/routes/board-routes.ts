import { Type } from '@sinclair/typebox'
import { data, invalid, Ok, ok, type Routes } from '@svc/plugin-sdk'
import { Board, BoardName, BoardWithWidgets, SortOrder, WidgetInputs } from '../board-schema.ts'
import { boardView, filledView } from '../board-view.ts'
import type { Boards } from '../boards.ts'
import type { Changes } from '../changes.ts'

export interface BoardRoutesDependencies {
  readonly boards: Boards
  readonly changes: Changes
}

export const BoardParams = Type.Object({ id: Type.String() })

/** Milliseconds of what an answer gave as `updated_at`. */
function instantOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const ms = Date.parse(text)
  if (Number.isNaN(ms)) throw invalid('expected_updated_at', 'must be the updated_at of an answer')
  return ms
}

/** Boards: everybody looks, admins arrange. */
export const boardRoutes =
  ({ boards, changes }: BoardRoutesDependencies): Routes =>
  async (app) => {
    app.get(
      '/api/dashboards',
      {
        config: { access: 'member' },
        schema: { summary: 'All dashboards, by order and then age', response: { 200: data(Type.Array(Board)) } },
      },
      async () => ({ data: boards.list().map(boardView) }),
    )

    app.get(
      '/api/dashboards/default',
      {
        config: { access: 'member' },
        schema: {
          summary: 'The dashboard that is shown first, with its widgets; made when there is none',
          response: { 200: data(BoardWithWidgets) },
        },
      },
      async () => {
        const { filled, isNew } = boards.default()
        if (isNew) changes.tell(filled.board.id)
        return { data: filledView(filled) }
      },
    )

    app.get(
      '/api/dashboards/:id',
      {
        config: { access: 'member' },
        schema: {
          summary: 'A dashboard with its widgets',
          params: BoardParams,
          response: { 200: data(BoardWithWidgets) },
        },
      },
      async (req) => ({ data: filledView(boards.get(req.params.id)) }),
    )

    app.post(
      '/api/dashboards',
      {
        config: { access: 'admin' },
        schema: {
          summary: 'Makes an empty dashboard; the first one is the default',
          body: Type.Object({ name: BoardName }),
          response: { 200: data(Board) },
        },
      },
      async (req) => {
        const { board } = changes.make(
          req,
          'create',
          () => boards.create(req.body.name),
          (made) => made,
        )
        return { data: boardView(board) }
      },
    )

    app.put(
      '/api/dashboards/:id',
      {
        config: { access: 'admin' },
        schema: {
          summary: 'Changes a dashboard; `widgets` replaces the whole list',
          params: BoardParams,
          body: Type.Object({
            name: Type.Optional(BoardName),
            is_default: Type.Optional(Type.Boolean()),
            sort_order: Type.Optional(SortOrder),
            widgets: Type.Optional(WidgetInputs),
            expected_updated_at: Type.Optional(
              Type.String({ description: 'fails with 409 DASHBOARD_CHANGED when the dashboard changed after it' }),
            ),
          }),
          response: { 200: data(BoardWithWidgets) },
        },
      },
      async (req) => {
        const { expected_updated_at, ...change } = req.body
        const filled = changes.make(
          req,
          'update',
          () => boards.change(req.params.id, change, instantOf(expected_updated_at)),
          ({ board }) => ({ board, detail: { changed: Object.keys(change) } }),
        )
        return { data: filledView(filled) }
      },
    )

    app.delete(
      '/api/dashboards/:id',
      {
        config: { access: 'admin' },
        schema: {
          summary: 'Deletes a dashboard; the default one and the last one stay',
          params: BoardParams,
          response: { 200: Ok },
        },
      },
      async (req) => {
        changes.make(
          req,
          'delete',
          () => boards.remove(req.params.id),
          (board) => ({ board }),
        )
        return ok
      },
    )

    app.patch(
      '/api/dashboards/:id/widgets/:widgetId/config',
      {
        config: { access: 'admin' },
        schema: {
          summary: 'Merges members into the configuration of one widget; null takes one out',
          params: Type.Object({ id: Type.String(), widgetId: Type.String() }),
          body: Type.Record(Type.String(), Type.Unknown()),
          response: { 200: data(BoardWithWidgets) },
        },
      },
      async (req) => {
        const { id, widgetId } = req.params
        const filled = changes.make(
          req,
          'update',
          () => boards.configure(id, widgetId, req.body),
          ({ board }) => ({ board, detail: { widget: widgetId, changed: Object.keys(req.body) } }),
        )
        return { data: filledView(filled) }
      },
    )
  }
