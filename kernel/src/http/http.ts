import { type Clock, credentialsRevoked, listen, type Routes } from '@svc/plugin-sdk'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { isLoaded, type LoadedPlugin, type PluginRecord } from '../candidate.ts'
import type { KernelConfig } from '../config/kernel-config.ts'
import type { Services } from '../container.ts'
import type { Events } from '../events.ts'
import type { RenderText } from '../texts.ts'
import { makeUserOf } from './access.ts'
import { type HttpWorld, makeApp } from './app.ts'
import { makeClientResolver, makeProxyCheck } from './client.ts'
import type { Compilers } from './compilers.ts'
import { makeConnections } from './connections.ts'
import { mount } from './mount.ts'
import { addDocs, forwardDocs } from './openapi.ts'
import { makeRehearsal } from './rehearse.ts'
import { addSite } from './site.ts'
import { makeStrangers } from './strangers.ts'

export interface Http {
  /** Accepts the routes of a plugin. Those of third parties are rehearsed first, which throws if they are broken. */
  admit(plugin: PluginRecord, routes: Routes): Promise<void>
  /** Builds the application with the routes of all plugins, and a function that lists them. */
  build(plugins: readonly LoadedPlugin[], compilers?: Compilers): Promise<{ app: FastifyInstance; routes(): string[] }>
  /** Stops listening, lets pending requests finish and closes WebSockets. */
  close(): Promise<void>
}

interface Options {
  readonly log: Logger
  readonly services: Pick<Services, 'find'>
  readonly events: Pick<Events, 'listen'>
  readonly clock: Clock
  readonly config: KernelConfig
  readonly version: string
  readonly renderText: RenderText
  /** English texts of the errors of plugins, by code */
  listErrors(owners: readonly string[]): Record<string, string>
  /** rehearse the routes of bundled plugins as well */
  readonly rehearseAll: boolean
  readonly records: readonly PluginRecord[]
}

/** Time for pending requests to finish when the kernel closes. */
const graceMs = 3000

export function makeHttp(options: Options): Http {
  const { log, services, events, clock, config, version, renderText, listErrors, rehearseAll, records } = options
  let app: FastifyInstance | undefined
  let closing = false
  const connections = makeConnections(clock)
  const strangers = makeStrangers(makeProxyCheck(config.server.trusted_proxies))
  events.listen('kernel', [listen(credentialsRevoked, connections.revoke)], log)
  const world: HttpWorld = {
    log,
    services,
    connections,
    strangers,
    clock,
    renderText,
    clientOf: makeClientResolver(config.server.trusted_proxies),
    publicUrl: config.server.public_url,
    closing: () => closing,
  }
  const health = { records, userOf: makeUserOf(services, log) }
  const makeDocs = async () => {
    const docs = await makeApp(world)
    await addSite(docs, { health, clock })
    const tags = records
      .filter(isLoaded)
      .map(({ candidate: { id, title, description } }) => ({ name: id, description: description || title }))
    const listCodes = () => listErrors(['kernel', ...tags.map(({ name }) => name)])
    await addDocs(docs, { version, tags, renderText, listCodes })
    return docs
  }
  const mountAll = (target: FastifyInstance, plugins: readonly LoadedPlugin[]) => {
    for (const plugin of plugins) {
      if (plugin.parts?.routes || plugin.dashboard) mount(target, plugin, plugin.parts?.routes)
    }
    return target.ready()
  }
  const rehearsal = makeRehearsal(makeDocs)
  return {
    async admit(plugin, routes) {
      if (plugin.candidate.bundled && !rehearseAll) rehearsal.accept(plugin, routes)
      else await rehearsal.rehearse(plugin, routes)
    },
    async build(plugins, compilers) {
      const made = await makeApp(world, compilers)
      app = made
      strangers.watch(made.server)
      const routes = await addSite(made, { health, clock })
      forwardDocs(made, async () => {
        const docs = await makeDocs()
        await mountAll(docs, plugins)
        return docs
      })
      await mountAll(made, plugins)
      return { app: made, routes }
    },
    async close() {
      closing = true
      const timer = setTimeout(() => app?.server.closeAllConnections(), graceMs)
      await app?.close()
      clearTimeout(timer)
    },
  }
}
