import { Type } from '@sinclair/typebox'
import type { Servers } from '@svc/plugin-enrollment/contract'
import { data, Ok, ok, type Principal, type Routes } from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'
import { maskQuery } from '@svc/protocol'
import type { LatencyLimits } from './anomalies.ts'
import {
  NetworkSetting,
  NetworkSettingAnswer,
  NetworkTarget,
  NetworkTargetInput,
  TargetAssignment,
  TargetAssignments,
} from './network-schema.ts'
import type { TargetCatalog } from './target-catalog.ts'

const params = Type.Object({ id: Type.String() })

const auditDetail = ({ name, target }: Pick<NetworkTarget, 'name' | 'target'>) => ({
  name,
  target: maskQuery(target),
})

/** Members do not see credentials in the query of a target. */
const targetsFor = ({ role }: Principal, targets: readonly NetworkTarget[]): NetworkTarget[] =>
  targets.map((row) => (role === 'admin' ? row : { ...row, target: maskQuery(row.target) }))

interface Dependencies {
  readonly audit: Pick<Audit, 'act'>
  readonly catalog: TargetCatalog
  readonly servers: Pick<Servers, 'require'>
  readonly limits: LatencyLimits
  /** Call it after the targets of these servers changed; by default all servers with targets. */
  onChanged(serverIds?: readonly string[]): void
  /** Call it after a target was deleted. */
  onDeleted(number: number): void
}

/** Network targets, their assignment and the probe settings. */
export const targetRoutes =
  ({ audit, catalog, servers, limits, onChanged, onDeleted }: Dependencies): Routes =>
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
      async ({ principal }) => ({ data: targetsFor(principal, catalog.list()) }),
    )
    app.post(
      '/api/network-probes/targets',
      {
        config: { access: 'admin' },
        schema: { summary: 'Adds a network target', body: NetworkTargetInput, response: { 200: data(NetworkTarget) } },
      },
      async (req) => ({
        data: audit.act(
          req,
          'network_probe.target.create',
          () => catalog.create(req.body),
          ({ id, name, target }) => ({ id, name, target: maskQuery(target) }),
        ),
      }),
    )
    app.put(
      '/api/network-probes/targets/:id',
      {
        config: { access: 'admin' },
        schema: {
          summary: 'Updates a custom network target; omitted fields are unchanged',
          params,
          body: Type.Partial(NetworkTargetInput, { title: 'NetworkTargetChanges' }),
          response: { 200: data(NetworkTarget) },
        },
      },
      async (req) => {
        const { id } = req.params
        const { after } = audit.act(
          req,
          'network_probe.target.update',
          () => catalog.update(id, req.body),
          ({ before, after }) => ({ id, from: auditDetail(before), to: auditDetail(after) }),
        )
        onChanged(catalog.serversOf(id))
        return { data: after }
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
        const { servers, number } = audit.act(
          req,
          'network_probe.target.delete',
          () => catalog.remove(id),
          ({ name }) => ({ id, name }),
        )
        if (number !== undefined) onDeleted(number)
        onChanged(servers)
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
        const { before, after } = audit.act(
          req,
          'network_probe.setting',
          () => catalog.configure(req.body),
          ({ before, after }) => ({ from: before, to: after }),
        )
        if (before.interval !== after.interval || before.packet_count !== after.packet_count) onChanged()
        return { data: { ...after, ...limits } }
      },
    )
    app.put(
      '/api/network-probes/assignments',
      {
        config: { access: 'admin', errors: [404] },
        schema: {
          summary: 'Replaces the network targets of several servers, at most 20 each',
          body: TargetAssignments,
          response: { 200: Ok },
        },
      },
      async (req) => {
        const { server_ids, target_ids } = req.body
        for (const id of server_ids) servers.require(id, req.principal)
        audit.act(
          req,
          'network_probe.assign',
          () => catalog.assignMany(server_ids, target_ids),
          (to) => ({ server_ids, to }),
        )
        onChanged(server_ids)
        return ok
      },
    )
    app.get(
      '/api/servers/:id/network-probes/targets',
      {
        config: { access: 'member', server: 'id' },
        schema: {
          summary: 'The network targets of a server',
          params,
          response: { 200: data(Type.Array(NetworkTarget)) },
        },
      },
      async ({ visibleServer, principal }) => ({ data: targetsFor(principal, catalog.assigned(visibleServer.id)) }),
    )
    app.put(
      '/api/servers/:id/network-probes/targets',
      {
        config: { access: 'admin', server: 'id' },
        schema: {
          summary: 'Replaces the network targets of a server, at most 20',
          params,
          body: TargetAssignment,
          response: { 200: Ok },
        },
      },
      async (req) => {
        const { id } = req.visibleServer
        audit.act(
          req,
          'network_probe.assign',
          () => catalog.assign(id, req.body.target_ids),
          ({ before, after }) => ({ server_id: id, from: before, to: after }),
        )
        onChanged([id])
        return ok
      },
    )
  }
