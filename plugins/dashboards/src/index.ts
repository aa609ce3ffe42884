import { live } from '@svc/plugin-enrollment/contract'
import { contribute, definePlugin, optional } from '@svc/plugin-sdk'
import { audit } from '@svc/plugin-system/contract'
import { widgetCatalog } from '@svc/plugin-widgets/contract'
import { makeBoards } from './boards.ts'
import { boardsStore } from './boards-store.ts'
import { widgetTypes } from './contract.ts'
import { boards as boardsMigration } from './migrations/001-boards.ts'
import type { AvailableTypes } from './parse-widgets.ts'
import { boardRoutes } from './routes/board-routes.ts'
import { transferRoutes } from './routes/transfer-routes.ts'

export default definePlugin({
  id: 'dashboards',
  requires: { audit, live, catalog: optional(widgetCatalog) },
  points: { types: widgetTypes },
  migrations: [boardsMigration],
  setup({ db, clock, audit, live, catalog, types }) {
    const available: AvailableTypes = {
      hasType: (type) => types.get(type) !== undefined,
      hasModule: (id) => catalog?.has(id) ?? false,
    }
    const boards = makeBoards({ db, store: boardsStore(db), clock, live, available })
    return {
      contributes: [...contribute(widgetTypes, { type: 'markdown' })],
      routes: async (app) => {
        await app.register(boardRoutes({ boards, audit }))
        await app.register(transferRoutes({ boards, audit }))
      },
    }
  },
})
