import { Type } from '@sinclair/typebox'
import type { Agents, Server, Servers } from '@svc/plugin-enrollment/contract'
import type { History } from '@svc/plugin-metrics/contract'
import { type Core, data, makeBounded, type Routes, toSeconds } from '@svc/plugin-sdk'
import { type ActivityInput, activityOf } from './activity-store.ts'
import type { Activity } from './advisories.ts'
import { CostInsights, CostOverview } from './cost-schema.ts'
import { insightsOf, overviewOf, type Present, type ServerState } from './insights.ts'

interface Dependencies extends Pick<Core, 'db' | 'offload' | 'clock'> {
  readonly servers: Pick<Servers, 'require' | 'visibleTo'>
  readonly agents: Pick<Agents, 'isOnline'>
  readonly history: Pick<History, 'uptimeTotals'>
  today(): number
}

/** Reading the activity of this many servers takes a few milliseconds; larger fleets go to the worker. */
const maxMainThreadServers = 20
/** UTC days of uptime that advisories look at. */
const uptimeDays = 30

export const costRoutes = ({ db, offload, clock, servers, agents, history, today }: Dependencies): Routes => {
  const bounded = makeBounded()
  const readActivity = async (input: ActivityInput): Promise<ReadonlyMap<number, Activity>> =>
    input.numbers.length <= maxMainThreadServers
      ? activityOf(db, input)
      : bounded(() => offload(new URL('./read-activity.js', import.meta.url), input))
  const read = async (fleet: readonly Server[], { now }: Present): Promise<(server: Server) => ServerState> => {
    const [activity, uptime] = await Promise.all([
      readActivity({ numbers: fleet.map(({ number }) => number), now }),
      history.uptimeTotals(fleet, uptimeDays),
    ])
    return ({ id, number }) => ({
      activity: activity.get(number),
      uptime: uptime.get(id) ?? { online: 0, total: 0 },
      online: agents.isOnline(id),
    })
  }
  const present = (): Present => ({ now: toSeconds(clock.now()), today: today() })

  return async (app) => {
    app.get(
      '/api/cost/overview',
      {
        config: { access: 'member' },
        schema: { summary: 'Costs of all servers, by currency', response: { 200: data(CostOverview) } },
      },
      async ({ principal }) => {
        const fleet = servers.visibleTo(principal)
        const at = present()
        const stateOf = await read(fleet, at)
        return {
          data: overviewOf(
            fleet.map((server) => [server, stateOf(server)] as const),
            at,
          ),
        }
      },
    )
    app.get(
      '/api/servers/:id/cost-insights',
      {
        config: { access: 'member', server: 'id' },
        schema: {
          summary: 'Costs of a server: current cycle and per resource',
          params: Type.Object({ id: Type.String() }),
          response: { 200: data(CostInsights) },
        },
      },
      async ({ params, principal }) => {
        const server = servers.require(params.id, principal)
        const at = present()
        const stateOf = await read([server], at)
        return { data: insightsOf(server, stateOf(server), at) }
      },
    )
  }
}
