import { Type } from '@sinclair/typebox'
import type { Servers } from '@svc/plugin-enrollment/contract'
import { type Database, data, Ok, ok, type Routes } from '@svc/plugin-sdk'
import type { WriteAudit } from '../audit.ts'
import { visibleServer } from '../visible-server.ts'
import type { LatencyLimits } from './anomalies.ts'
import {
  NetworkSetting,
  NetworkSettingAnswer,
  NetworkTarget,
  NetworkTargetInput,
  TargetAssignment,
} from './network-schema.ts'
import type { TargetCatalog } from './target-catalog.ts'

const params = Type.Object({ id: Type.String() })

interface Dependencies {
  readonly db: Pick<Database, 'transaction'>
  readonly servers: Pick<Servers, 'get'>
  readonly catalog: TargetCatalog
  readonly limits: LatencyLimits
  readonly writeAudit: WriteAudit
  /** Call it after the targets of these servers changed; by default all servers with targets. */
  onChanged(serverIds?: readonly string[]): void
  /** Call it after a target was deleted. */
  onDeleted(number: number | undefined): void
}

/** Network targets, their assignment and the probe settings. */
export const targetRoutes =
  ({ db, servers, catalog, limits, writeAudit, onChanged, onDeleted }: Dependencies): Routes =>
  async (app) => {
    app.get(
      '/api/network-probes/targets',
      {
        config: { access: 'member' },
        schema: {
          summary: 'All network targets: presets, then custom ones by name',
          response: { 200: data(Type.Array(NetworkTarget)) },
        },
      },
      async () => ({ data: catalog.list() }),
    )
    app.post(
      '/api/network-probes/targets',
      {
        config: { access: 'admin' },
        schema: { summary: 'Adds a network target', body: NetworkTargetInput, response: { 200: data(NetworkTarget) } },
      },
      async (req) => {
        const target = db.transaction(() => {
          const target = catalog.create(req.body)
          writeAudit(req, 'network_probe.target.create', { id: target.id, name: target.name, target: target.target })
          return target
        })
        return { data: target }
      },
    )
    app.put(
      '/api/network-probes/targets/:id',
      {
        config: { access: 'admin' },
        schema: {
          summary: 'Updates a custom network target; omitted fields are unchanged',
          params,
          body: Type.Partial(NetworkTargetInput),
          response: { 200: data(NetworkTarget) },
        },
      },
      async (req) => {
        const { id } = req.params
        const target = db.transaction(() => {
          const { name, target } = catalog.getCustom(id)
          const after = catalog.update(id, req.body)
          const to = { name: after.name, target: after.target }
          writeAudit(req, 'network_probe.target.update', { id, from: { name, target }, to })
          return after
        })
        onChanged(catalog.serversOf(id))
        return { data: target }
      },
    )
    app.delete(
      '/api/network-probes/targets/:id',
      {
        config: { access: 'admin' },
        schema: { summary: 'Deletes a custom network target with its records', params, response: { 200: Ok } },
      },
      async (req) => {
        const { id } = req.params
        const { servers: affected, number } = db.transaction(() => {
          const deleted = catalog.remove(id)
          writeAudit(req, 'network_probe.target.delete', { id, name: deleted.name })
          return deleted
        })
        onDeleted(number)
        onChanged(affected)
        return ok
      },
    )
    app.get(
      '/api/network-probes/setting',
      {
        config: { access: 'member' },
        schema: {
          summary: 'Probe settings and default targets of new servers',
          response: { 200: data(NetworkSettingAnswer) },
        },
      },
      async () => ({ data: { ...catalog.setting(), ...limits } }),
    )
    app.put(
      '/api/network-probes/setting',
      {
        config: { access: 'admin' },
        schema: {
          summary: 'Sets the probe settings and default targets of new servers',
          body: NetworkSetting,
          response: { 200: data(NetworkSettingAnswer) },
        },
      },
      async (req) => {
        const { from, to } = db.transaction(() => {
          const from = catalog.setting()
          const to = catalog.configure(req.body)
          writeAudit(req, 'network_probe.setting', { from, to })
          return { from, to }
        })
        if (from.interval !== to.interval || from.packet_count !== to.packet_count) onChanged()
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
      async (req) => ({ data: catalog.assigned(visibleServer(servers, req.params.id, req.principal).id) }),
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
          const from = catalog.assigned(server_id).map(({ id }) => id)
          const to = catalog.assign(server_id, req.body.target_ids)
          writeAudit(req, 'network_probe.assign', { server_id, from, to })
        })
        onChanged([server_id])
        return ok
      },
    )
  }
