import type { Agents, Live, Server, Servers } from '@svc/plugin-enrollment/contract'
import { type Core, makeBounded } from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'
import { auditing } from './acting.ts'
import type { ProbesConfig } from './config.ts'
import { makeIntake } from './intake/intake.ts'
import { assignmentsStore } from './network/assignments-store.ts'
import { makeCatalogue } from './network/catalogue.ts'
import { makeHistories } from './network/history/histories.ts'
import { makeOverview } from './network/overview.ts'
import { readingRoutes } from './network/reading-routes.ts'
import { makeReads } from './network/reads.ts'
import { networkRuleTypes } from './network/rule-types.ts'
import { makeSummaries } from './network/summaries.ts'
import { targetRoutes } from './network/target-routes.ts'
import { targetsStore } from './network/targets-store.ts'
import { makeTelling } from './network/telling.ts'
import { numbersStore } from './numbers-store.ts'
import { pingRoutes } from './ping/ping-routes.ts'
import { makeTasks } from './ping/tasks.ts'
import { tasksStore } from './ping/tasks-store.ts'
import { makeForgetting } from './rounds/forgetting.ts'
import { networkTables, pingTables } from './rounds/keys.ts'
import { roundsStore } from './rounds/rounds-store.ts'
import { makeSealer } from './rounds/sealer.ts'
import { makeRoundWriter } from './rounds/writer.ts'
import { makeSyncing } from './syncing.ts'

interface Context extends Pick<Core, 'db' | 'clock' | 'log' | 'offload'> {
  readonly config: ProbesConfig
  readonly agents: Agents
  readonly live: Live
  readonly servers: Servers
  readonly audit: Audit
}

/** Builds the plugin's objects, each from the ones above it. */
export function assemble(context: Context) {
  const { db, config, clock } = context
  const limits = config.network_probe
  const numbers = numbersStore(db)
  const catalogue = makeCatalogue({ ...context, numbers, targets: targetsStore(db), assignments: assignmentsStore(db) })
  const tasks = makeTasks({ ...context, numbers, store: tasksStore(db) })
  const syncing = makeSyncing({ ...context, catalogue, tasks })
  const rounds = makeRoundWriter({ ...context, name: 'NetworkRoundWriter', store: roundsStore(db, networkTables) })
  const pings = makeRoundWriter({ ...context, name: 'PingResultWriter', store: roundsStore(db, pingTables) })
  const sealer = makeSealer(context)
  const forgetting = makeForgetting(context)
  const histories = makeHistories({ ...context, limits })
  const telling = makeTelling(context)
  const intake = makeIntake({
    ...context,
    numbers,
    catalogue,
    tasks,
    rounds,
    pings,
    earliest: histories.earliest,
    taken({ serverId, serverNumber }, { id, number }, round) {
      histories.add(serverNumber, number, round)
      telling.add(serverId, id, round)
    },
  })
  const summaries = makeSummaries({ ...context, numbers, catalogue, histories })
  const overview = makeOverview({ ...context, summaries, histories })
  const bounded = makeBounded()
  const reads = makeReads({ ...context, bounded, numbers, catalogue, rounds, limits })
  const audited = auditing(context.audit)

  const routes = [
    targetRoutes({
      ...context,
      catalogue,
      limits,
      audited,
      changed(serverIds = catalogue.servers()) {
        overview.changed()
        syncing.network(serverIds)
      },
      forgotten(number) {
        if (number === undefined) return
        rounds.forgetSeries(number)
        histories.forgetSeries(number)
        forgetting.soon()
      },
    }),
    readingRoutes({ ...context, reads, summaries, overview, histories }),
    pingRoutes({
      ...context,
      tasks,
      numbers,
      pings,
      bounded,
      audited,
      changed: syncing.pings,
      forgotten(number) {
        if (number === undefined) return
        pings.forgetSeries(number)
        forgetting.soon()
      },
    }),
  ]

  /** In a transaction. */
  function leave(serverId: string) {
    catalogue.dismiss(serverId)
    tasks.dismiss(serverId)
  }

  /** After the commit; a deletion that was rolled back forgets nothing. */
  function forget({ id, number }: Server) {
    if (context.servers.get(id)) return
    rounds.forgetServer(number)
    pings.forgetServer(number)
    histories.forgetServer(number)
    overview.changed()
    forgetting.soon()
  }

  /** Servers that were deleted while this plugin was switched off. */
  function forgetUnknown() {
    const all = [...catalogue.servers(), ...tasks.list().flatMap(({ server_ids }) => server_ids)]
    const known = new Set(context.servers.ids())
    db.transaction(() => {
      for (const id of new Set(all)) if (!known.has(id)) leave(id)
    })
  }

  return {
    messages: intake.messages,
    ruleTypes: networkRuleTypes({ histories, catalogue }),
    jobs: [rounds.job, pings.job, sealer.job],
    routes,
    connected: syncing.connected,
    /** In the transaction that creates a server. */
    onCreate: ({ id }: Server) => catalogue.welcome(id),
    /** In the transaction that deletes a server. */
    onDelete(server: Server) {
      leave(server.id)
      numbers.forgetServer(server.number)
      clock.after(0, () => forget(server))
    },
    ready() {
      forgetUnknown()
      sealer.start()
      if (numbers.forgotten().length > 0) forgetting.soon()
      void histories.loaded()
    },
    close() {
      for (const part of [intake, syncing, telling, histories, sealer, forgetting, rounds, pings]) part.close()
    },
  }
}
