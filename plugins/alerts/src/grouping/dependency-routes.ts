import { Type } from '@sinclair/typebox'
import type { Servers } from '@svc/plugin-enrollment/contract'
import { data, type Routes } from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'
import type { Dependencies } from './dependencies.ts'
import { AlertDependency, DependencyInput } from './grouping-schema.ts'

interface Context {
  readonly audit: Audit
  readonly dependencies: Dependencies
  readonly servers: Pick<Servers, 'get'>
}

const admin = { access: 'admin' } as const

export const dependencyRoutes =
  ({ audit, dependencies, servers }: Context): Routes =>
  async (app) => {
    app.get(
      '/api/alert-dependencies',
      {
        config: admin,
        schema: {
          summary: 'Servers that can only be reached through others',
          response: { 200: data(Type.Array(AlertDependency)) },
        },
      },
      async () => ({
        data: [...dependencies.all()].map(([server_id, depends_on]) => ({ server_id, depends_on: [...depends_on] })),
      }),
    )

    app.put(
      '/api/alert-dependencies/:id',
      {
        config: admin,
        schema: {
          summary: 'Sets the servers without which a server cannot be reached; alerts about them become one message',
          params: Type.Object({ id: Type.String({ maxLength: 64, description: 'server' }) }),
          body: DependencyInput,
          response: { 200: data(AlertDependency) },
        },
      },
      async (req) => {
        const { id } = req.params
        const { depends_on } = req.body
        const before = dependencies.snapshot()(id)
        audit.act(
          req,
          'alert_dependency.update',
          () => dependencies.set(id, depends_on),
          (changed) =>
            changed ? { server_id: id, server_name: servers.get(id)?.name, from: before, to: depends_on } : undefined,
        )
        return { data: { server_id: id, depends_on: [...dependencies.snapshot()(id)] } }
      },
    )
  }
