import { Type } from '@sinclair/typebox'
import type { Servers } from '@svc/plugin-enrollment/contract'
import { type Database, data, Ok, ok, type Routes } from '@svc/plugin-sdk'
import type { Auditing } from '../acting.ts'
import { visibleServer } from '../visible-server.ts'
import type { LatencyLimits } from './anomalies.ts'
import type { Catalogue } from './catalogue.ts'
import {
  NetworkSetting,
  NetworkSettingAnswer,
  NetworkTarget,
  NetworkTargetInput,
  TargetAssignment,
} from './network-schema.ts'

const params = Type.Object({ id: Type.String() })

interface Dependencies {
  readonly db: Pick<Database, 'transaction'>
  readonly servers: Pick<Servers, 'get'>
  readonly catalogue: Catalogue
  readonly limits: LatencyLimits
  readonly audited: Auditing
  /** What these servers are to probe changed; none: of all that probe anything. */
  changed(serverIds?: readonly string[]): void
  /** A target is gone, and this was its number. */
  forgotten(number: number | undefined): void
}

/** Targets, who probes them, and how often. */
export const targetRoutes =
  ({ db, servers, catalogue, limits, audited, changed, forgotten }: Dependencies): Routes =>
  async (app) => {
    app.get(
      '/api/network-probes/targets',
      {
        config: { access: 'member' },
        schema: {
          summary: 'All network targets: those that come with the program, then own ones by name',
          response: { 200: data(Type.Array(NetworkTarget)) },
        },
      },
      async () => ({ data: catalogue.list() }),
    )
    app.post(
      '/api/network-probes/targets',
      {
        config: { access: 'admin' },
        schema: { summary: 'Adds a network target', body: NetworkTargetInput, response: { 200: data(NetworkTarget) } },
      },
      async (req) => {
        const made = db.transaction(() => {
          const target = catalogue.create(req.body)
          audited(req, 'network_probe.target.create', { id: target.id, name: target.name, target: target.target })
          return target
        })
        return { data: made }
      },
    )
    app.put(
      '/api/network-probes/targets/:id',
      {
        config: { access: 'admin' },
        schema: {
          summary: 'Changes an own network target; what is left out stays',
          params,
          body: Type.Partial(NetworkTargetInput),
          response: { 200: data(NetworkTarget) },
        },
      },
      async (req) => {
        const { id } = req.params
        const made = db.transaction(() => {
          const { name, target } = catalogue.own(id)
          const after = catalogue.update(id, req.body)
          const to = { name: after.name, target: after.target }
          audited(req, 'network_probe.target.update', { id, from: { name, target }, to })
          return after
        })
        changed(catalogue.serversOf(id))
        return { data: made }
      },
    )
    app.delete(
      '/api/network-probes/targets/:id',
      {
        config: { access: 'admin' },
        schema: { summary: 'Deletes an own network target with its records', params, response: { 200: Ok } },
      },
      async (req) => {
        const { id } = req.params
        const { servers: had, number } = db.transaction(() => {
          const gone = catalogue.remove(id)
          audited(req, 'network_probe.target.delete', { id, name: gone.name })
          return gone
        })
        forgotten(number)
        changed(had)
        return ok
      },
    )
    app.get(
      '/api/network-probes/setting',
      {
        config: { access: 'member' },
        schema: {
          summary: 'How often targets are probed, and which ones new servers get',
          response: { 200: data(NetworkSettingAnswer) },
        },
      },
      async () => ({ data: { ...catalogue.setting(), ...limits } }),
    )
    app.put(
      '/api/network-probes/setting',
      {
        config: { access: 'admin' },
        schema: {
          summary: 'Sets how often targets are probed, and which ones new servers get',
          body: NetworkSetting,
          response: { 200: data(NetworkSettingAnswer) },
        },
      },
      async (req) => {
        const { from, to } = db.transaction(() => {
          const from = catalogue.setting()
          const to = catalogue.configure(req.body)
          audited(req, 'network_probe.setting', { from, to })
          return { from, to }
        })
        if (from.interval !== to.interval || from.packet_count !== to.packet_count) changed()
        return { data: { ...to, ...limits } }
      },
    )
    app.get(
      '/api/servers/:id/network-probes/targets',
      {
        config: { access: 'member' },
        schema: {
          summary: 'The network targets of a server',
          params,
          response: { 200: data(Type.Array(NetworkTarget)) },
        },
      },
      async (req) => ({ data: catalogue.assigned(visibleServer(servers, req.params.id, req.principal).id) }),
    )
    app.put(
      '/api/servers/:id/network-probes/targets',
      {
        config: { access: 'admin' },
        schema: {
          summary: 'Replaces the network targets of a server, at most 20',
          params,
          body: TargetAssignment,
          response: { 200: Ok },
        },
      },
      async (req) => {
        const { id: server_id } = visibleServer(servers, req.params.id, req.principal)
        db.transaction(() => {
          const from = catalogue.assigned(server_id).map(({ id }) => id)
          const to = catalogue.assign(server_id, req.body.target_ids)
          audited(req, 'network_probe.assign', { server_id, from, to })
        })
        changed([server_id])
        return ok
      },
    )
  }
