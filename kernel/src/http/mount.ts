import { ApiError, type Routes } from '@svc/plugin-sdk'
import type { FastifyInstance, RouteOptions } from 'fastify'
import type { PluginRecord } from '../candidate.ts'

const words: readonly unknown[] = ['public', 'member', 'admin', 'agent']

function claim(plugin: string) {
  return (route: RouteOptions & { path: string }) => {
    const access = route.config?.access
    if (!words.includes(access)) {
      throw new Error(
        `route ${[route.method].flat().join(', ')} ${route.url} does not say its access: ${words.join(', ')}`,
      )
    }
    route.config = { ...route.config, plugin }
  }
}

/** Adds the routes of a plugin, encapsulated. Routes of a plugin that failed after boot answer 503. */
export function mount(app: FastifyInstance, plugin: PluginRecord, routes: Routes): void {
  const { id, title } = plugin.candidate
  void app.register(async (scope) => {
    scope.addHook('onRoute', claim(id))
    // it would answer addresses that say no access
    scope.setNotFoundHandler = () => {
      throw new Error('it declares a handler for what is not found, which is for the kernel to answer')
    }
    scope.addHook('onRequest', async () => {
      if (plugin.state === 'failed') throw new ApiError(503, 'PLUGIN_FAILED', `The plugin ${title} failed to start`)
    })
    await scope.register(routes)
  })
}
