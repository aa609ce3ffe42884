import { type TProperties, Type } from '@sinclair/typebox'
import type { Agents } from '@svc/plugin-enrollment/contract'
import {
  cutPage,
  data,
  forbidden,
  formatCursor,
  Nullable,
  nameSchemas,
  PageCursor,
  parseCursor,
  type Routes,
} from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'
import { maskEnvironment } from '../environment.ts'
import { type EventsStore, toEvent } from '../events/events-store.ts'
import type { HostState } from '../host-state.ts'
import { sanitizeImages, sanitizeNetworks, sanitizeVolumes } from '../sanitize.ts'
import {
  Container,
  ContainerStats,
  DockerEvent,
  DockerInfo,
  dockerExtrasFeature,
  dockerFeature,
  Image,
  inspectContainer,
  listImages,
  listNetworks,
  listVolumes,
  Network,
  Volume,
} from '../wire.ts'
import { checkContainerId, type Gate } from './gate.ts'

nameSchemas({ Container, ContainerStats, DockerInfo, DockerEvent, DockerNetwork: Network, Volume, Image })

interface Dependencies {
  readonly agents: Pick<Agents, 'request'>
  readonly audit: Pick<Audit, 'write'>
  readonly gate: Gate
  readonly events: EventsStore
  readonly state: HostState
}

const params = Type.Object({ id: Type.String() })
const config = { access: 'member', server: 'id', capability: 'docker', deniedAction: 'docker_view_denied' } as const
const schema = <P extends TProperties>(summary: string, fields: P) => ({
  summary,
  params,
  response: { 200: data(Type.Object(fields)) },
})

/** What is on a host. */
export const readRoutes =
  ({ agents, audit, gate, events, state }: Dependencies): Routes =>
  async (app) => {
    app.get(
      '/api/servers/:id/docker/containers',
      { config, schema: schema('Containers, running or not', { containers: Type.Array(Container) }) },
      async (req) => {
        const { id } = req.visibleServer
        gate.require(id, dockerFeature)
        gate.view(req, 'containers')
        return { data: { containers: await state.containers.get(id) } }
      },
    )

    app.get(
      '/api/servers/:id/docker/stats',
      { config, schema: schema('Statistics of running containers', { stats: Type.Array(ContainerStats) }) },
      async (req) => {
        const { id } = req.visibleServer
        gate.require(id, dockerFeature)
        gate.view(req, 'stats')
        return { data: { stats: await state.stats.get(id) } }
      },
    )

    app.get(
      '/api/servers/:id/docker/info',
      { config, schema: schema('The daemon and its host', { info: DockerInfo }) },
      async (req) => {
        const { id } = req.visibleServer
        gate.require(id, dockerFeature)
        gate.view(req, 'info')
        return { data: { info: await state.info.get(id) } }
      },
    )

    app.get(
      '/api/servers/:id/docker/events',
      {
        config: { ...config, whileOffline: true },
        schema: {
          ...schema('Stored events, newest first', {
            events: Type.Array(DockerEvent),
            next: Nullable(Type.String({ description: 'cursor of the next page; null on the last one' })),
          }),
          querystring: Type.Object({
            limit: Type.Integer({ minimum: 1, maximum: 1000, default: 100 }),
            cursor: PageCursor,
          }),
        },
      },
      async (req) => {
        gate.view(req, 'events')
        const { limit, cursor } = req.query
        const found = events.page(req.visibleServer.id, limit + 1, parseCursor(cursor, 2))
        const { rows, next } = cutPage(found, limit, ({ timestamp, id }) => formatCursor(timestamp, id))
        return { data: { events: rows.map(toEvent), next } }
      },
    )

    app.get(
      '/api/servers/:id/docker/networks',
      { config, schema: schema('Networks', { networks: Type.Array(Network) }) },
      async (req) => {
        const { id } = req.visibleServer
        gate.require(id, dockerFeature)
        gate.view(req, 'networks')
        const { networks } = await agents.request(id, listNetworks, {})
        return { data: { networks: sanitizeNetworks(networks) } }
      },
    )

    app.get(
      '/api/servers/:id/docker/volumes',
      { config, schema: schema('Volumes', { volumes: Type.Array(Volume) }) },
      async (req) => {
        const { id } = req.visibleServer
        gate.require(id, dockerFeature)
        gate.view(req, 'volumes')
        const { volumes } = await agents.request(id, listVolumes, {})
        return { data: { volumes: sanitizeVolumes(volumes) } }
      },
    )

    app.get(
      '/api/servers/:id/docker/images',
      { config, schema: schema('Images', { images: Type.Array(Image) }) },
      async (req) => {
        const { id } = req.visibleServer
        gate.require(id, dockerExtrasFeature)
        gate.view(req, 'images')
        const { images } = await agents.request(id, listImages, {})
        return { data: { images: sanitizeImages(images) } }
      },
    )

    app.get(
      '/api/servers/:id/docker/containers/:cid',
      {
        config,
        schema: {
          ...schema('What the daemon says about a container; values of environment variables are masked', {
            container: Type.Record(Type.String(), Type.Unknown()),
          }),
          params: Type.Object({ id: Type.String(), cid: Type.String() }),
          querystring: Type.Object({
            reveal: Type.Boolean({ default: false, description: 'with the values; for admins, and audited' }),
          }),
        },
      },
      async (req) => {
        const { visibleServer, ip } = req
        const { userId, role } = req.principal
        const { cid: container_id } = req.params
        const { reveal } = req.query
        checkContainerId(container_id)
        const detail = { server_id: visibleServer.id, container_id }
        // The same route serves members without the values, so this is not up to its declared access.
        if (reveal && role !== 'admin') {
          const deny_reason = 'role_forbidden'
          audit.write({ userId, ip, action: 'docker_env_reveal_denied', detail: { ...detail, deny_reason } })
          throw forbidden('kernel.ADMIN_ONLY')
        }
        gate.require(visibleServer.id, dockerExtrasFeature)
        if (reveal) audit.write({ userId, ip, action: 'docker_env_revealed', detail })
        else gate.view(req, 'container')
        const { container } = await agents.request(visibleServer.id, inspectContainer, { container_id, reveal })
        return { data: { container: reveal ? container : maskEnvironment(container) } }
      },
    )
  }
