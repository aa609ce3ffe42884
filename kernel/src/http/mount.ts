import { ApiError, type Routes } from '@svc/plugin-sdk'
import type { FastifyInstance, RouteOptions } from 'fastify'
import type { PluginRecord } from '../candidate.ts'
import type { Compilers } from './compilers.ts'
import { addDashboardHalf } from './dashboard-half-files.ts'
import { addPageFiles } from './page-files.ts'

const accessLevels: readonly unknown[] = ['public', 'member', 'admin', 'agent']

function tagRoute(plugin: string) {
  return (route: RouteOptions & { path: string }) => {
    const { access, server, capability } = route.config ?? {}
    const fail = (what: string): never => {
      throw new Error(`route ${[route.method].flat().join(', ')} ${route.url} ${what}`)
    }
    if (!accessLevels.includes(access)) fail(`does not say its access: ${accessLevels.join(', ')}`)
    if (capability !== undefined && server === undefined) fail('needs a capability, but does not say of which server')
    if (server !== undefined) {
      if (access !== 'member' && access !== 'admin') fail('is about a server, which only signed-in users may see')
      if (!route.url.split('/').includes(`:${server}`)) fail(`has no path parameter :${server}`)
    }
    route.config = { ...route.config, plugin }
  }
}

interface MountOptions {
  /** called with each route as it is declared; may throw */
  readonly onRoute?: (route: RouteOptions) => void
  /** default: those of the application */
  readonly compilers?: Compilers
}

/** Adds the routes of a plugin in a scope of its own. If the plugin failed after boot, they answer 503. */
export function mount(
  app: FastifyInstance,
  plugin: PluginRecord,
  routes: Routes | undefined,
  options: MountOptions = {},
): void {
  const { id, title, page } = plugin.candidate
  const { onRoute, compilers } = options
  void app.register(async (scope) => {
    if (onRoute) scope.addHook('onRoute', onRoute)
    if (compilers) scope.setValidatorCompiler(compilers.validator).setSerializerCompiler(compilers.serializer)
    scope.addHook('onRoute', tagRoute(id))
    // It would answer requests without declaring their access.
    scope.setNotFoundHandler = () => {
      throw new Error('it sets a not-found handler, which is reserved for the kernel')
    }
    scope.addHook('onRequest', async () => {
      if (plugin.state === 'failed') throw new ApiError(503, 'kernel.PLUGIN_FAILED', { plugin: title })
    })
    if (routes) await scope.register(routes)
    if (page) await addPageFiles(scope, id, page)
    if (plugin.dashboard) addDashboardHalf(scope, plugin)
  })
}
