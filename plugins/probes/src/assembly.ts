import type { Agents, Live, Server, Servers } from '@svc/plugin-enrollment/contract'
import { type Core, makeBounded } from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'
import { makeAgentSync } from './agent-sync.ts'
import { makeWriteAudit } from './audit.ts'
import type { ProbesConfig } from './config.ts'
import { makeIntake } from './intake/intake.ts'
import { assignmentsStore } from './network/assignments-store.ts'
import { makeHistories } from './network/history/histories.ts'
import { makeLiveUpdates } from './network/live-updates.ts'
import { makeMeasurementReader } from './network/measurement-reader.ts'
import { measurementRoutes } from './network/measurement-routes.ts'
import { makeOverview } from './network/overview.ts'
import { networkRuleTypes } from './network/rule-types.ts'
import { makeSummaries } from './network/summaries.ts'
import { makeTargetCatalog } from './network/target-catalog.ts'
import { targetRoutes } from './network/target-routes.ts'
import { targetsStore } from './network/targets-store.ts'
import { numbersStore } from './numbers-store.ts'
import { pingRoutes } from './ping/ping-routes.ts'
import { makeTasks } from './ping/tasks.ts'
import { tasksStore } from './ping/tasks-store.ts'
import { networkTables, pingTables } from './rounds/keys.ts'
import { makePurge } from './rounds/purge.ts'
import { roundsStore } from './rounds/rounds-store.ts'
import { makeSealer } from './rounds/sealer.ts'
import { makeRoundWriter } from './rounds/writer.ts'

interface Context extends Pick<Core, 'db' | 'clock' | 'log' | 'offload'> {
  readonly config: ProbesConfig
  readonly agents: Agents
  readonly live: Live
  readonly servers: Servers
  readonly audit: Audit
}

/** Wires the plugin together. */
export function assemble(context: Context) {
  const { db, config, clock } = context
  const limits = config.network_probe
  const numbers = numbersStore(db)
  const catalog = makeTargetCatalog({
    ...context,
    numbers,
    targets: targetsStore(db),
    assignments: assignmentsStore(db),
  })
  const tasks = makeTasks({ ...context, numbers, store: tasksStore(db) })
  const agentSync = makeAgentSync({ ...context, catalog, tasks })
  const rounds = makeRoundWriter({ ...context, name: 'NetworkRoundWriter', store: roundsStore(db, networkTables) })
  const pings = makeRoundWriter({ ...context, name: 'PingResultWriter', store: roundsStore(db, pingTables) })
  const sealer = makeSealer(context)
  const purge = makePurge(context)
  const histories = makeHistories({ ...context, limits })
  const liveUpdates = makeLiveUpdates(context)
  const intake = makeIntake({
    ...context,
    numbers,
    catalog,
    tasks,
    rounds,
    pings,
    earliest: histories.earliest,
    onRound({ serverId, serverNumber }, { id, number }, round) {
      histories.add(serverNumber, number, round)
      liveUpdates.add(serverId, id, round)
    },
  })
  const summaries = makeSummaries({ ...context, numbers, catalog, histories })
  const overview = makeOverview({ ...context, summaries, histories })
  const limitConcurrency = makeBounded()
  const reader = makeMeasurementReader({ ...context, bounded: limitConcurrency, numbers, catalog, rounds, limits })
  const writeAudit = makeWriteAudit(context.audit)

  const routes = [
    targetRoutes({
      ...context,
      catalog,
      limits,
      writeAudit,
      onChanged(serverIds = catalog.servers()) {
        overview.invalidate()
        agentSync.network(serverIds)
      },
      onDeleted(number) {
        if (number === undefined) return
        rounds.forgetSeries(number)
        histories.forgetSeries(number)
        purge.schedule()
      },
    }),
    measurementRoutes({ ...context, reader, summaries, overview, histories }),
    pingRoutes({
      ...context,
      tasks,
      numbers,
      pings,
      bounded: limitConcurrency,
      writeAudit,
      onChanged: agentSync.pings,
      onDeleted(number) {
        if (number === undefined) return
        pings.forgetSeries(number)
        purge.schedule()
      },
    }),
  ]

  /** Call it in a transaction. */
  function removeReferences(serverId: string) {
    catalog.unassignAll(serverId)
    tasks.removeServer(serverId)
  }

  /** Runs after the transaction, and does nothing if it was rolled back. */
  function afterDelete({ id, number }: Server) {
    if (context.servers.get(id)) return
    rounds.forgetServer(number)
    pings.forgetServer(number)
    histories.forgetServer(number)
    overview.invalidate()
    purge.schedule()
  }

  /** Removes servers that were deleted while this plugin was disabled. */
  function removeDanglingReferences() {
    const referenced = [...catalog.servers(), ...tasks.list().flatMap(({ server_ids }) => server_ids)]
    const existing = new Set(context.servers.ids())
    db.transaction(() => {
      for (const id of new Set(referenced)) if (!existing.has(id)) removeReferences(id)
    })
  }

  return {
    messages: intake.messages,
    ruleTypes: networkRuleTypes({ histories, catalog }),
    jobs: [rounds.job, pings.job, sealer.job],
    routes,
    connected: agentSync.connected,
    /** In the transaction that creates a server. */
    onCreate: ({ id }: Server) => catalog.assignDefaults(id),
    /** In the transaction that deletes a server. */
    onDelete(server: Server) {
      removeReferences(server.id)
      numbers.forgetServer(server.number)
      clock.after(0, () => afterDelete(server))
    },
    ready() {
      removeDanglingReferences()
      sealer.start()
      if (numbers.forgotten().length > 0) purge.schedule()
      void histories.loaded()
    },
    close() {
      for (const part of [intake, agentSync, liveUpdates, histories, sealer, purge, rounds, pings]) part.close()
    },
  }
}
