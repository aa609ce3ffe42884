import type { Routes } from '@svc/plugin-sdk'
import type { FastifyInstance, RouteOptions } from 'fastify'
import type { PluginRecord } from '../candidate.ts'
import { mount } from './mount.ts'

export type Rehearse = (plugin: PluginRecord, routes: Routes) => Promise<void>

type Declared = Pick<RouteOptions, 'method' | 'url'> & { readonly plugin: string }

/**
 * Registers a plugin's routes on a scratch application like the real one, beside the routes accepted so far, because a
 * mistake found by the real one is fatal: Fastify's boot errors are sticky, even inside try/catch.
 */
export function makeRehearsal(build: () => Promise<FastifyInstance>): Rehearse {
  const accepted: Declared[] = []
  return async (plugin, routes) => {
    const scratch = await build()
    const declared: Declared[] = []
    try {
      for (const { method, url } of accepted) {
        scratch.route({ method, url, exposeHeadRoute: false, handler: () => undefined })
      }
      scratch.addHook('onRoute', ({ method, url }) => {
        const rival = accepted.find((route) => route.url === url && String(route.method) === String(method))
        if (rival) throw new Error(`route ${method} ${url} belongs to ${rival.plugin}`)
        declared.push({ method, url, plugin: plugin.candidate.id })
      })
      mount(scratch, plugin, routes)
      await scratch.ready()
      accepted.push(...declared)
    } finally {
      await scratch.close()
    }
  }
}
