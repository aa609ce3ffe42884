import type { FastifyInstance } from 'fastify'

type Register = (this: FastifyInstance, plugin: object, options?: object) => unknown

const displayName = Symbol.for('fastify.display-name')

/**
 * Names what is registered here and in scopes below. A plugin without that name is compared by Fastify with every loaded
 * CommonJS module, which in tests takes longer than the rest of its registration.
 */
export function nameRegistered(app: FastifyInstance): void {
  const register = app.register as unknown as Register
  const named: Register = function (plugin, options) {
    if (typeof plugin === 'function' && !(displayName in plugin))
      Object.defineProperty(plugin, displayName, { value: plugin.name || 'routes' })
    return register.call(this, plugin, options)
  }
  app.register = named as unknown as typeof app.register
}
