import { live, servers } from '@svc/plugin-enrollment/contract'
import { definePlugin, optional, pluginAdministration } from '@svc/plugin-sdk'
import { audit } from '@svc/plugin-system/contract'
import { widgetCatalog } from '@svc/plugin-widgets/contract'
import { makeBoards } from './boards.ts'
import { boardsStore } from './boards-store.ts'
import { boards as boardsMigration } from './migrations/001-boards.ts'
import type { AvailableTypes } from './parse-widgets.ts'
import { boardRoutes } from './routes/board-routes.ts'
import { transferRoutes } from './routes/transfer-routes.ts'

export default definePlugin({
  id: 'dashboards',
  requires: { audit, live, servers, catalog: optional(widgetCatalog), plugins: pluginAdministration },
  migrations: [boardsMigration],
  setup({ db, clock, audit, live, servers, catalog, plugins }) {
    const available: AvailableTypes = {
      hasType: (type) => plugins.widgetTypes().includes(type),
      hasModule: (id) => catalog?.has(id) ?? false,
    }
    const boards = makeBoards({ db, store: boardsStore(db), clock, live, available })
    return {
      routes: async (app) => {
        await app.register(boardRoutes({ boards, servers, audit }))
        await app.register(transferRoutes({ boards, servers, audit }))
      },
    }
  },
})
