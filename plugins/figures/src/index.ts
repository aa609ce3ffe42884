import { ruleTypes } from '@svc/plugin-alerts/contract'
import {
  agentMessages,
  agents,
  live,
  liveStatus,
  onAgent,
  serverDeleted,
  servers,
  serverTables,
} from '@svc/plugin-enrollment/contract'
import { contribute, definePlugin, listen, makeBounded } from '@svc/plugin-sdk'
import { retentionTiers } from '@svc/plugin-system/contract'
import { Figures, maxFigures } from '@svc/protocol'
import { makeServerDeletion } from '@svc/series'
import { config } from './config.ts'
import { figures } from './contract.ts'
import { makeFigures } from './figures.ts'
import { figuresStore } from './figures-store.ts'
import { createFigures } from './migrations/001-figures.ts'
import { figureRoutes } from './routes.ts'
import { ruleType } from './rule-type.ts'
import { makeSealer } from './sealer.ts'
import { retention } from './tables.ts'
import { makeFigureWriter } from './writer.ts'

/** New servers within this time are told together. */
const tellAfterMs = 1000
/** At once: the page of a server asks for all its figures. */
const maxReads = 4 * maxFigures

export default definePlugin({
  id: 'figures',
  config,
  requires: { agents, live, servers },
  provides: { figures },
  migrations: [createFigures],
  setup(context) {
    const { config, db, clock, log, agents, live, servers } = context
    const days = config.retention.figures_days
    const store = figuresStore(db, log)
    const writer = makeFigureWriter({ clock, log, store })
    const sealer = makeSealer(context)
    const deletion = makeServerDeletion(context, new URL('./server-deletion.js', import.meta.url))
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
    const state = makeFigures({ store, writer, clock, log, onFirst })
    return {
      provides: {
        figures: {
          report(serverId, figures) {
            const server = servers.get(serverId)
            if (server) state.report(server, figures)
          },
        },
      },
      contributes: [
        ...contribute(
          agentMessages,
          onAgent(Figures, ({ figures }, { serverId: id, serverNumber: number }) =>
            state.report({ id, number }, figures),
          ),
        ),
        ...contribute(ruleTypes, ruleType(state)),
        ...contribute(retentionTiers, ...retention(days)),
        ...contribute(liveStatus, {
          plugin: 'figures',
          metrics: () => undefined,
          features: (id) => (state.of(id).length > 0 ? ['figures'] : []),
        }),
        ...contribute(serverTables, { table: 'figures_series', column: 'server_id' }),
      ],
      on: [
        listen(serverDeleted, (server) => {
          state.forget(server)
          deletion.start(server)
        }),
      ],
      jobs: [writer.job, sealer.job],
      routes: figureRoutes({ ...context, figures: state, writer, bounded: makeBounded(maxReads), days }),
      ready: sealer.start,
      close() {
        sealer.close()
        deletion.stop()
        writer.close()
      },
    }
  },
})
