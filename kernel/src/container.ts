import type { Core, OptionalRef, Registry, ServiceRef } from '@svc/plugin-sdk'
import { aliasTo, asFunction, asValue, createContainer, InjectionMode } from 'awilix/browser'
import type { AnyParts, AnyPlugin } from './candidate.ts'

export interface Services {
  provide(id: string, implementation: unknown): void
  find<T>(ref: ServiceRef<T>): T | undefined
  /** Runs `setup` in a scope that contains only what the plugin requires, under the names it chose. */
  setup(plugin: AnyPlugin, given: Core & { config: unknown }, registry: (point: string) => Registry<unknown>): AnyParts
}

/** Wraps Awilix: plugins get plain objects and never use the container. */
export function makeServices(): Services {
  const root = createContainer({ injectionMode: InjectionMode.PROXY, strict: true })
  return {
    provide: (id, implementation) => void root.register(id, asValue(implementation)),
    find: <T>(ref: ServiceRef<T>) => root.resolve<T | undefined>(ref.id, { allowUnregistered: true }),
    setup(plugin, given, registry) {
      const scope = root.createScope()
      const { requires = {}, points = {} } = plugin
      for (const [name, value] of Object.entries(given)) scope.register(name, asValue(value))
      for (const [name, ref] of Object.entries<ServiceRef<unknown> | OptionalRef<unknown>>(requires)) {
        const { id } = ref.kind === 'optional' ? ref.ref : ref
        scope.register(name, root.hasRegistration(id) ? aliasTo(id) : asValue(undefined))
      }
      for (const [name, ref] of Object.entries(points)) scope.register(name, asValue(registry(ref.id)))
      const names = Object.keys({ ...given, ...requires, ...points })
      // The scope itself shows every service, and copying it takes a tenth of the start.
      const pick = (all: Record<string, unknown>) => Object.fromEntries(names.map((name) => [name, all[name]]))
      return scope.build(asFunction((all) => plugin.setup(pick(all) as never) as AnyParts))
    },
  }
}
