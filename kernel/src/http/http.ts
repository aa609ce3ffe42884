import { type Clock, credentialsRevoked, listen } from '@svc/plugin-sdk'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { LoadedPlugin } from '../candidate.ts'
import type { KernelConfig } from '../config/kernel-config.ts'
import type { Services } from '../container.ts'
import type { Events } from '../events.ts'
import { type HttpWorld, makeApp } from './app.ts'
import { makeClientResolver } from './client.ts'
import { makeHeldConnections } from './held-connections.ts'
import { mount } from './mount.ts'
import { makeRehearsal, type Rehearse } from './rehearse.ts'
import { addSite } from './site.ts'

export interface Http {
  readonly rehearse: Rehearse
  /** The application with the routes of all plugins, and what lists them. */
  build(plugins: readonly LoadedPlugin[]): Promise<{ app: FastifyInstance; routes(): string[] }>
  /** Stops listening, lets requests under way finish, closes sockets. */
  close(): Promise<void>
}

interface Options {
  readonly log: Logger
  readonly services: Pick<Services, 'find'>
  readonly events: Pick<Events, 'listen'>
  readonly clock: Clock
  readonly config: KernelConfig
  readonly version: string
}

/** How long requests under way may take once the kernel closes. */
const graceMs = 3000

export function makeHttp({ log, services, events, clock, config, version }: Options): Http {
  let app: FastifyInstance | undefined
  let closing = false
  const held = makeHeldConnections(clock)
  events.listen('kernel', [listen(credentialsRevoked, held.revoke)], log)
  const world: HttpWorld = {
    log,
    services,
    held,
    clientOf: makeClientResolver(config.server.trusted_proxies),
    closing: () => closing,
  }
  const site = async () => {
    const made = await makeApp(world)
    return { made, routes: await addSite(made, version) }
  }
  return {
    rehearse: makeRehearsal(async () => (await site()).made),
    async build(plugins) {
      const { made, routes } = await site()
      app = made
      for (const plugin of plugins) if (plugin.parts?.routes) mount(made, plugin, plugin.parts.routes)
      await made.ready()
      return { app: made, routes }
    },
    async close() {
      closing = true
      const cut = setTimeout(() => app?.server.closeAllConnections(), graceMs)
      await app?.close()
      clearTimeout(cut)
    },
  }
}
