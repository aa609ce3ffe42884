import { Type } from '@sinclair/typebox'
import { data, type Routes } from '@svc/plugin-sdk'
import { BoardFile, BoardName, BoardWithWidgets } from '../board-schema.ts'
import { boardContentView, boardFile, withoutServers } from '../board-view.ts'
import type { WidgetRow } from '../boards-store.ts'
import { auditDetail, BoardParams, type BoardRoutesDependencies } from './board-routes.ts'

const extension = '.svc-dashboard.json'
/** With the extension, this many characters of any kind fit into the 255 bytes of a file name. */
const maxNameLength = 56

const fileName = (text: string) => `${text.replace(/^[-.]+|[-.]+$/g, '') || 'dashboard'}${extension}`

/** With an ASCII fallback; without characters that are invisible or not allowed in file names. */
function contentDisposition(name: string): string {
  const safe = [...name.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\\/:*?"<>|\s]+/gu, '-')]
    .slice(0, maxNameLength)
    .join('')
  const encoded = encodeURIComponent(fileName(safe)).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  return `attachment; filename="${fileName(safe.replace(/\W+/g, '-'))}"; filename*=UTF-8''${encoded}`
}

const typeOf = ({ widget_type, module_id }: WidgetRow): string =>
  widget_type === 'module' ? `module:${module_id}` : widget_type

/** Copying, exporting and importing boards. */
export const transferRoutes =
  ({ boards, servers, audit }: BoardRoutesDependencies): Routes =>
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
        const content = audit.act(
          req,
          'dashboard.create',
          () => boards.copy(req.params.id, req.body.name),
          ({ board }) => ({ ...auditDetail(board), copy_of: req.params.id }),
        )
        return { data: boardContentView(content) }
      },
    )

    app.get(
      '/api/dashboards/:id/export',
      {
        config: { access: 'member' },
        schema: {
          summary: 'Exports a dashboard as a file, without the data envelope',
          params: BoardParams,
          response: { 200: BoardFile },
        },
      },
      async (req, reply) => {
        const content = withoutServers(boards.get(req.params.id), servers.hiddenFrom(req.principal))
        reply.header('content-disposition', contentDisposition(content.board.name))
        return boardFile(content)
      },
    )

    app.post(
      '/api/dashboards/import',
      {
        config: { access: 'admin' },
        schema: {
          summary: 'Imports a dashboard from a file; widgets of unavailable types are skipped and listed',
          body: BoardFile,
          response: {
            200: data(
              Type.Object({
                dashboard: BoardWithWidgets,
                left_out: Type.Array(Type.String({ description: 'widget type; `module:<id>` for modules' })),
              }),
            ),
          },
        },
      },
      async (req) => {
        const { name, widgets } = req.body
        const { content, left_out } = audit.act(
          req,
          'dashboard.import',
          () => {
            const { content, skipped } = boards.import(name, widgets)
            return { content, left_out: skipped.map(typeOf) }
          },
          ({ content, left_out }) => ({ ...auditDetail(content.board), widgets: content.widgets.length, left_out }),
        )
        return { data: { dashboard: boardContentView(content), left_out } }
      },
    )
  }
