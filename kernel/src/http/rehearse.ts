import type { Routes } from '@svc/plugin-sdk'
import type { FastifyInstance } from 'fastify'
import type { PluginRecord } from '../candidate.ts'
import { compilers } from './compilers.ts'
import { mount } from './mount.ts'

export interface Rehearsal {
  /** Takes the routes of a plugin as they are. */
  accept(plugin: PluginRecord, routes: Routes): void
  /** Accepts the routes of a plugin unless they are broken or another plugin's: then it throws the reason. */
  rehearse(plugin: PluginRecord, routes: Routes): Promise<void>
}

/**
 * Registers a plugin's routes on a scratch application beside the routes accepted so far, because a mistake found by
 * the real one is fatal: Fastify's boot errors are sticky, even inside try/catch. Costs time at every start, so it is
 * for third-party plugins; the tests do the same for ours.
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
