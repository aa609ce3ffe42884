import { ruleTypes } from '@svc/plugin-alerts/contract'
import {
  agentMessages,
  agents,
  live,
  liveStatus,
  onAgent,
  serverDeleted,
  serverTables,
} from '@svc/plugin-enrollment/contract'
import { contribute, definePlugin, listen } from '@svc/plugin-sdk'
import { retentionTiers } from '@svc/plugin-system/contract'
import { Figures } from '@svc/protocol'
import { config } from './config.ts'
import { figures } from './contract.ts'
import { makeFigures } from './figures.ts'
import { figuresStore } from './figures-store.ts'
import { createFigures } from './migrations/001-figures.ts'
import { addCounts } from './migrations/002-counts.ts'
import { figureRoutes } from './routes.ts'
import { ruleType } from './rule-type.ts'

/** New servers within this time are told together. */
const tellAfterMs = 1000

export default definePlugin({
  id: 'figures',
  config,
  requires: { agents, live },
  provides: { figures },
  migrations: [createFigures, addCounts],
  setup({ config, db, clock, log, agents, live }) {
    const days = config.retention.figures_days
    const store = figuresStore(db)
    let isTelling = false
    // Browsers show the tab of a server that only plugins of the server report for.
    const tellBrowsers = () => {
      if (isTelling) return
      isTelling = true
      clock.after(tellAfterMs, () => {
        isTelling = false
        live.resync()
      })
    }
    const onFirst = (id: string) => {
      if (!agents.features(id).includes('figures')) tellBrowsers()
    }
    const state = makeFigures({ store, clock, log, onFirst })
    return {
      provides: { figures: { report: state.report } },
      contributes: [
        ...contribute(
          agentMessages,
          onAgent(Figures, (message, { serverId }) => state.report(serverId, message.figures)),
        ),
        ...contribute(ruleTypes, ruleType(state)),
        ...contribute(retentionTiers, { table: 'figures_points', column: 'at', days }),
        ...contribute(liveStatus, {
          plugin: 'figures',
          metrics: () => undefined,
          features: (id) => (state.of(id).length > 0 ? ['figures'] : []),
        }),
        ...contribute(serverTables, { table: 'figures_series', column: 'server_id' }),
      ],
      on: [listen(serverDeleted, ({ id }) => state.forget(id))],
      jobs: [{ name: 'FigureWriter', every: 60_000, align: true, run: async () => state.write() }],
      routes: figureRoutes({ figures: state, store, clock, days }),
      close: state.write,
    }
  },
})
