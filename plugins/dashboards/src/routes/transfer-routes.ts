import { Type } from '@sinclair/typebox'
import { data, type Routes } from '@svc/plugin-sdk'
import { BoardFile, BoardName, BoardWithWidgets } from '../board-schema.js'
import { boardFile, filledView } from '../board-view.js'
import type { KnownTypes } from '../read-widgets.js'
import { BoardParams, type BoardRoutesDependencies } from './board-routes.js'

/** What stays of a name that a file system or a header might stumble over. */
const fileName = (name: string) => name.replace(/[^A-Za-z0-9_-]+/g, '-').replace(/^-+|-+$/g, '') || 'dashboard'

/** Copies of boards, here and elsewhere. */
export const transferRoutes =
  ({ boards, changes, known }: BoardRoutesDependencies & { readonly known: KnownTypes }): Routes =>
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
        const filled = boards.copy(req.params.id, req.body.name)
        changes.done(req, 'create', filled.board, { copy_of: req.params.id })
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
        const name = `${fileName(filled.board.name)}.svc-dashboard.json`
        reply.header('content-disposition', `attachment; filename="${name}"`)
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
        const isKnown = ({ widget_type, module_id }: BoardFile['widgets'][number]) =>
          widget_type === 'module' ? known.hasModule(module_id ?? '') : known.hasType(widget_type)
        const filled = boards.create(name, widgets.filter(isKnown))
        const left = widgets.filter((widget) => !isKnown(widget))
        const left_out = left.map(({ widget_type, module_id }) =>
          widget_type === 'module' ? `module:${module_id ?? ''}` : widget_type,
        )
        changes.done(req, 'import', filled.board, { widgets: filled.widgets.length, left_out })
        return { data: { dashboard: filledView(filled), left_out } }
      },
    )
  }
