import type { Servers } from '@svc/plugin-enrollment/contract'
import type { Bounded, Core } from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'
import type { ProbesConfig } from '../config.ts'
import type { NumbersStore } from '../numbers-store.ts'
import { roundsStore } from '../rounds/rounds-store.ts'
import { pingTables } from '../rounds/tables.ts'
import { makeRoundWriter } from '../rounds/writer.ts'
import { pingRoutes } from './ping-routes.ts'
import { makeTasks } from './tasks.ts'

interface Dependencies extends Pick<Core, 'db' | 'clock' | 'log' | 'offload'> {
  readonly config: Pick<ProbesConfig, 'retention'>
  readonly servers: Servers
  readonly audit: Audit
  readonly numbers: NumbersStore
  readonly bounded: Bounded
  readonly purge: { schedule(): void }
  /** Called after tasks of these servers changed; empty: of all servers. */
  onChanged(serverIds: readonly string[]): void
}

/** Ping tasks and their results. */
export function makePing(deps: Dependencies) {
  const tasks = makeTasks(deps)
  const results = makeRoundWriter({ ...deps, name: 'PingResultWriter', store: roundsStore(deps.db, pingTables) })
  const routes = pingRoutes({
    ...deps,
    days: deps.config.retention.ping_records_days,
    tasks,
    results,
    onDeleted(number) {
      results.forgetSeries(number)
      deps.purge.schedule()
    },
  })
  return { tasks, results, routes }
}
export type Ping = ReturnType<typeof makePing>
