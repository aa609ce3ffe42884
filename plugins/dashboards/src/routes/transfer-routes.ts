import { Type } from '@sinclair/typebox'
import { data, type Routes } from '@svc/plugin-sdk'
import { BoardFile, BoardName, BoardWithWidgets } from '../board-schema.ts'
import { boardFile, filledView } from '../board-view.ts'
import type { WidgetRow } from '../boards-store.ts'
import { BoardParams, type BoardRoutesDependencies } from './board-routes.ts'

const ending = '.svc-dashboard.json'
/** Characters of a name; with the ending they fit the 255 bytes of a file name, whatever they are. */
const longest = 56

const named = (text: string) => `${text.replace(/^[-.]+|[-.]+$/g, '') || 'dashboard'}${ending}`

/** As the header has it: for old programs in ASCII, for others as it is but for what file systems forbid or what hides. */
function dispositionOf(name: string): string {
  const safe = [...name.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\\/:*?"<>|\s]+/gu, '-')].slice(0, longest).join('')
  const encoded = encodeURIComponent(named(safe)).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  return `attachment; filename="${named(safe.replace(/\W+/g, '-'))}"; filename*=UTF-8''${encoded}`
}

const kindOf = ({ widget_type, module_id }: WidgetRow): string =>
  widget_type === 'module' ? `module:${module_id}` : widget_type

/** Copies of boards, here and elsewhere. */
export const transferRoutes =
  ({ boards, changes }: BoardRoutesDependencies): Routes =>
  async (app) => {
    app.post(
      '/api/dashboards/:id/copy',
      {
        config: { access: 'admin' },
        schema: {
          summary: 'Copies a dashboard with its widgets',
          params: BoardParams,
          body: Type.Object({ name: Type.Optional(BoardName) }),
          response: { 200: data(BoardWithWidgets) },
        },
      },
      async (req) => {
        const filled = changes.make(
          req,
          'create',
          () => boards.copy(req.params.id, req.body.name),
          ({ board }) => ({ board, detail: { copy_of: req.params.id } }),
        )
        return { data: filledView(filled) }
      },
    )

    app.get(
      '/api/dashboards/:id/export',
      {
        config: { access: 'member' },
        schema: {
          summary: 'A dashboard as a file, without the envelope',
          params: BoardParams,
          response: { 200: BoardFile },
        },
      },
      async (req, reply) => {
        const filled = boards.get(req.params.id)
        reply.header('content-disposition', dispositionOf(filled.board.name))
        return boardFile(filled)
      },
    )

    app.post(
      '/api/dashboards/import',
      {
        config: { access: 'admin' },
        schema: {
          summary: 'Makes a dashboard of a file; widgets that are not available here are left out and named',
          body: BoardFile,
          response: {
            200: data(
              Type.Object({
                dashboard: BoardWithWidgets,
                left_out: Type.Array(Type.String({ description: 'type of a widget, `module:<id>` for modules' })),
              }),
            ),
          },
        },
      },
      async (req) => {
        const { name, widgets } = req.body
        const { filled, left_out } = changes.make(
          req,
          'import',
          () => {
            const { filled, leftOut } = boards.import(name, widgets)
            return { filled, left_out: leftOut.map(kindOf) }
          },
          ({ filled: { board, widgets }, left_out }) => ({ board, detail: { widgets: widgets.length, left_out } }),
        )
        return { data: { dashboard: filledView(filled), left_out } }
      },
    )
  }
