import type { Routes } from '@svc/plugin-sdk'
import type { FastifyInstance } from 'fastify'
import type { PluginRecord } from '../candidate.ts'
import { compilers } from './compilers.ts'
import { mount } from './mount.ts'

export interface Rehearsal {
  /** Accepts the routes of a plugin without checking them. */
  accept(plugin: PluginRecord, routes: Routes): void
  /** Accepts the routes of a plugin, or throws if they are broken or already belong to another plugin. */
  rehearse(plugin: PluginRecord, routes: Routes): Promise<void>
}

/**
 * Registers a plugin's routes on a scratch application together with the routes accepted so far. On the real application
 * a broken route would be fatal: Fastify's boot errors are sticky, even inside try/catch. It costs time at every start,
 * so only third-party plugins are rehearsed; the tests rehearse the bundled ones.
 */
export function makeRehearsal(makeScratch: () => Promise<FastifyInstance>): Rehearsal {
  const accepted: { plugin: PluginRecord; routes: Routes }[] = []
  return {
    accept: (plugin, routes) => void accepted.push({ plugin, routes }),
    async rehearse(plugin, routes) {
      const scratch = await makeScratch()
      const owners = new Map<string, string>()
      try {
        for (const other of accepted) {
          const onRoute = ({ method, url }: { method: unknown; url: string }) =>
            void owners.set(`${method} ${url}`, other.plugin.candidate.id)
          mount(scratch, other.plugin, other.routes, { onRoute })
        }
        const onRoute = ({ method, url }: { method: unknown; url: string }) => {
          const owner = owners.get(`${method} ${url}`)
          if (owner) throw new Error(`route ${method} ${url} belongs to ${owner}`)
        }
        mount(scratch, plugin, routes, { onRoute, compilers })
        await scratch.ready()
        accepted.push({ plugin, routes })
      } finally {
        await scratch.close()
      }
    },
  }
}
