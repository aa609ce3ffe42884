import { Type } from '@sinclair/typebox'
import type { Servers } from '@svc/plugin-enrollment/contract'
import { data, invalid, Ok, ok, type Routes, textRule } from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'
import { Board, BoardName, BoardWithWidgets, SortOrder, WidgetInputs } from '../board-schema.ts'
import { boardContentView, boardView, withoutServers } from '../board-view.ts'
import type { Boards } from '../boards.ts'
import type { BoardRow } from '../boards-store.ts'

export interface BoardRoutesDependencies {
  readonly boards: Boards
  readonly servers: Pick<Servers, 'hiddenFrom'>
  readonly audit: Pick<Audit, 'act'>
}

export const BoardParams = Type.Object({ id: Type.String() })

/** Identifies a board in an audit entry. */
export const auditDetail = ({ id, name }: BoardRow) => ({ id, name })

/** Parses `expected_updated_at` to milliseconds. */
function parseUpdatedAt(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const ms = Date.parse(text)
  if (Number.isNaN(ms)) throw invalid('expected_updated_at', 'dashboards.UPDATED_AT')
  return ms
}

/** Members can view boards, admins can edit them. */
export const boardRoutes =
  ({ boards, servers, audit }: BoardRoutesDependencies): Routes =>
  async (app) => {
    app.get(
      '/api/dashboards',
      {
        config: { access: 'member' },
        schema: {
          summary: 'All dashboards, by sort order and then creation',
          response: { 200: data(Type.Array(Board)) },
        },
      },
      async () => ({ data: boards.list().map(boardView) }),
    )

    app.get(
      '/api/dashboards/default',
      {
        config: { access: 'member' },
        schema: {
          summary: 'The default dashboard with its widgets; created if there is none',
          response: { 200: data(BoardWithWidgets) },
        },
      },
      async (req) => ({ data: boardContentView(withoutServers(boards.default(), servers.hiddenFrom(req.principal))) }),
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
      async (req) => ({
        data: boardContentView(withoutServers(boards.get(req.params.id), servers.hiddenFrom(req.principal))),
      }),
    )

    app.post(
      '/api/dashboards',
      {
        config: { access: 'admin' },
        schema: {
          summary: 'Creates an empty dashboard; the first one is the default',
          body: Type.Object({ name: BoardName }),
          response: { 200: data(Board) },
        },
      },
      async (req) => {
        const { board } = audit.act(
          req,
          'dashboard.create',
          () => boards.create(req.body.name),
          ({ board }) => auditDetail(board),
        )
        return { data: boardView(board) }
      },
    )

    app.put(
      '/api/dashboards/:id',
      {
        config: { access: 'admin' },
        schema: {
          summary: 'Updates a dashboard; `widgets` replaces the whole list',
          params: BoardParams,
          body: Type.Object({
            name: Type.Optional(BoardName),
            is_default: Type.Optional(Type.Boolean()),
            sort_order: Type.Optional(SortOrder),
            widgets: Type.Optional(WidgetInputs),
            expected_updated_at: Type.Optional(
              Type.String({
                examples: ['2026-01-31T08:00:00Z'],
                ...textRule(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/u, 'dashboards.UPDATED_AT'),
                description: 'if given, fails with 409 DASHBOARD_CHANGED if the dashboard has changed since',
              }),
            ),
          }),
          response: { 200: data(BoardWithWidgets) },
        },
      },
      async (req) => {
        const { expected_updated_at, ...change } = req.body
        const content = audit.act(
          req,
          'dashboard.update',
          () => boards.change(req.params.id, change, parseUpdatedAt(expected_updated_at)),
          ({ board }) => ({ ...auditDetail(board), changed: Object.keys(change) }),
        )
        return { data: boardContentView(content) }
      },
    )

    app.delete(
      '/api/dashboards/:id',
      {
        config: { access: 'admin' },
        schema: {
          summary: 'Deletes a dashboard; the default one and the last one cannot be deleted',
          params: BoardParams,
          response: { 200: Ok },
        },
      },
      async (req) => {
        audit.act(req, 'dashboard.delete', () => boards.remove(req.params.id), auditDetail)
        return ok
      },
    )

    app.patch(
      '/api/dashboards/:id/widgets/:widgetId/config',
      {
        config: { access: 'admin' },
        schema: {
          summary: 'Merges keys into the configuration of a widget; null removes a key',
          params: Type.Object({ id: Type.String(), widgetId: Type.String() }),
          body: Type.Record(Type.String(), Type.Unknown()),
          response: { 200: data(BoardWithWidgets) },
        },
      },
      async (req) => {
        const { id, widgetId } = req.params
        const content = audit.act(
          req,
          'dashboard.update',
          () => boards.configure(id, widgetId, req.body),
          ({ board }) => ({ ...auditDetail(board), widget: widgetId, changed: Object.keys(req.body) }),
        )
        return { data: boardContentView(content) }
      },
    )
  }
