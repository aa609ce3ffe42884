import type { AgentSource, Agents, Live, Servers } from '@svc/plugin-enrollment/contract'
import type { Bounded, Core } from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'
import type { ProbesConfig } from '../config.ts'
import type { NumbersStore } from '../numbers-store.ts'
import type { Round } from '../rounds/round.ts'
import { roundsStore } from '../rounds/rounds-store.ts'
import { networkTables } from '../rounds/tables.ts'
import { makeRoundWriter } from '../rounds/writer.ts'
import { makeDependencyTargets } from './dependency-targets.ts'
import { makeHistories } from './history/histories.ts'
import { makeLiveUpdates } from './live-updates.ts'
import { makeMeasurementReader } from './measurement-reader.ts'
import { measurementRoutes } from './measurement-routes.ts'
import { makeOverview } from './overview.ts'
import { makeNetworkQuality } from './quality.ts'
import { makeRuleHistories } from './rule-histories.ts'
import { networkRuleTypes } from './rule-types.ts'
import { makeSummaries } from './summaries.ts'
import { makeTargetCatalog } from './target-catalog.ts'
import { targetRoutes } from './target-routes.ts'

interface Dependencies extends Pick<Core, 'db' | 'clock' | 'log' | 'offload'> {
  readonly config: Pick<ProbesConfig, 'network_probe' | 'retention'>
  readonly agents: Agents
  readonly live: Live
  readonly servers: Servers
  readonly audit: Audit
  readonly numbers: NumbersStore
  readonly bounded: Bounded
  readonly purge: { schedule(): void }
  /** Called after the targets or settings of these servers changed. */
  onChanged(serverIds: readonly string[]): void
}

/** Network targets: their settings and assignment, and what agents measure. */
export function makeNetwork(deps: Dependencies) {
  const { db, config, servers, purge } = deps
  const limits = config.network_probe
  const catalog = makeTargetCatalog(deps)
  const rounds = makeRoundWriter({ ...deps, name: 'NetworkRoundWriter', store: roundsStore(db, networkTables) })
  const histories = makeHistories({ ...deps, limits })
  const liveUpdates = makeLiveUpdates(deps)
  const summaries = makeSummaries({ ...deps, catalog, histories })
  const overview = makeOverview({ ...deps, summaries, histories })
  const reader = makeMeasurementReader({ ...deps, catalog, rounds, limits })
  return {
    catalog,
    rounds,
    quality: makeNetworkQuality({ ...deps, summaries, histories, reader, catalog }),
    ruleTypes: networkRuleTypes({ histories, catalog }),
    ruleHistories: makeRuleHistories({ ...deps, catalog }),
    dependencyTargets: makeDependencyTargets({ ...deps, catalog, histories }),
    routes: [
      targetRoutes({
        ...deps,
        catalog,
        limits,
        onChanged(serverIds = catalog.servers()) {
          overview.invalidate()
          deps.onChanged(serverIds)
        },
        onDeleted(number) {
          rounds.forgetSeries(number)
          histories.forgetSeries(number)
          purge.schedule()
        },
      }),
      measurementRoutes({ servers, reader, summaries, overview, histories }),
    ],
    /** An agent measured a round, with a time that is not before `earliest`. */
    add(
      { serverId, serverNumber }: AgentSource,
      target: { readonly id: string; readonly number: number },
      round: Round,
    ) {
      rounds.add(serverNumber, target.number, round)
      histories.add(serverNumber, target.number, round)
      liveUpdates.add(serverId, target.id, round)
    },
    earliest: histories.earliest,
    forgetServer(number: number) {
      rounds.forgetServer(number)
      histories.forgetServer(number)
      overview.invalidate()
    },
    /** Loads the history in the background. */
    load: () => void histories.loaded(),
    close() {
      liveUpdates.close()
      histories.close()
    },
  }
}
export type Network = ReturnType<typeof makeNetwork>
