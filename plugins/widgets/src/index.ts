import { live } from '@svc/plugin-enrollment/contract'
import { definePlugin } from '@svc/plugin-sdk'
import { audit, outbound } from '@svc/plugin-system/contract'
import { config } from './config.ts'
import { widgetCatalog } from './contract.ts'
import { modules as modulesMigration } from './migrations/001-modules.ts'
import { makeApplyChange } from './modules/apply-change.ts'
import { installBuiltin } from './modules/builtin.ts'
import { makeModules } from './modules/modules.ts'
import { modulesStore } from './modules/modules-store.ts'
import { assetRoute } from './routes/asset-route.ts'
import { installRoute } from './routes/install-route.ts'
import { moduleRoutes } from './routes/module-routes.ts'

export default definePlugin({
  id: 'widgets',
  config,
  requires: { audit, live, outbound },
  provides: { catalog: widgetCatalog },
  migrations: [modulesMigration],
  async setup({ config, db, clock, audit, live, outbound }) {
    const store = modulesStore(db)
    const modules = makeModules({ db, store, clock })
    const applyChange = makeApplyChange({ db, audit, live })
    await installBuiltin(modules)
    return {
      provides: { catalog: modules.catalog },
      routes: async (app) => {
        await app.register(
          installRoute({ modules, outbound: outbound.withPrivate(config.widgets.allow_private), applyChange }),
        )
        await app.register(moduleRoutes({ modules, applyChange }))
        await app.register(assetRoute({ modules, store }))
      },
    }
  },
})
