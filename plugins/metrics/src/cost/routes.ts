import { Type } from '@sinclair/typebox'
import type { Agents, Server, Servers } from '@svc/plugin-enrollment/contract'
import { type Core, data, makeBounded, type Routes, toSeconds } from '@svc/plugin-sdk'
import { CostInsights, CostOverview } from './cost-schema.ts'
import { insightsOf, overviewOf, type ServerState } from './insights.ts'
import { type FleetFacts, type FleetInput, readFleetFacts } from './read-fleet.ts'

interface Dependencies extends Pick<Core, 'db' | 'offload' | 'clock'> {
  readonly servers: Pick<Servers, 'require' | 'visibleTo'>
  readonly agents: Pick<Agents, 'isOnline'>
  today(): number
}

/** Reading a month of this many servers takes a few milliseconds; larger fleets go to the worker. */
const maxMainThreadServers = 20

export const costRoutes = ({ db, offload, clock, servers, agents, today }: Dependencies): Routes => {
  const bounded = makeBounded()
  const read = async (fleet: readonly Server[], now: number): Promise<ReadonlyMap<number, FleetFacts>> => {
    const input = { servers: fleet.map(({ number, createdAt }) => ({ number, createdAt })), now }
    const found =
      fleet.length <= maxMainThreadServers
        ? readFleetFacts(db, input)
        : await bounded(() => offload<FleetInput, FleetFacts[]>(new URL('./read-fleet.js', import.meta.url), input))
    return new Map(found.map((facts) => [facts.number, facts]))
  }
  const present = () => ({ now: toSeconds(clock.now()), today: today() })
  const stateOf = ({ id, number }: Server, found: ReadonlyMap<number, FleetFacts>): ServerState => ({
    facts: found.get(number),
    online: agents.isOnline(id),
  })

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
        const found = await read(fleet, at.now)
        const rows = fleet.map((server) => [server, stateOf(server, found)] as const)
        return { data: overviewOf(rows, at) }
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
        return { data: insightsOf(server, stateOf(server, await read([server], at.now)), at) }
      },
    )
  }
}
