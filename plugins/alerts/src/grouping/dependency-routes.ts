import { Type } from '@sinclair/typebox'
import { data, type Routes } from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'
import type { Dependencies } from './dependencies.ts'
import { AlertDependency, DependencyInput, DependencyTargetView } from './grouping-schema.ts'

interface Context {
  readonly audit: Audit
  readonly dependencies: Dependencies
}

const admin = { access: 'admin' } as const

export const dependencyRoutes =
  ({ audit, dependencies }: Context): Routes =>
  async (app) => {
    app.get(
      '/api/alert-dependencies',
      {
        config: admin,
        schema: {
          summary: 'What servers and monitors can only be reached through',
          response: { 200: data(Type.Array(AlertDependency)) },
        },
      },
      async () => ({ data: dependencies.list() }),
    )

    app.get(
      '/api/alert-dependency-targets',
      {
        config: admin,
        schema: {
          summary: 'What servers and monitors can depend on besides servers',
          response: { 200: data(Type.Array(DependencyTargetView)) },
        },
      },
      async () => ({ data: dependencies.targets() }),
    )

    app.put(
      '/api/alert-dependencies/:id',
      {
        config: admin,
        schema: {
          summary: 'Sets what a server or monitor cannot be reached without; alerts about them become one message',
          params: Type.Object({ id: Type.String({ maxLength: 64, description: 'server or monitor' }) }),
          body: DependencyInput,
          response: { 200: data(AlertDependency) },
        },
      },
      async (req) => {
        const { id } = req.params
        const { depends_on } = req.body
        const dependsOn = () => dependencies.all().get(id) ?? []
        const before = dependsOn()
        audit.act(
          req,
          'alert_dependency.update',
          () => dependencies.set(id, depends_on),
          (changed) => (changed ? { id, name: dependencies.nameOf(id), from: before, to: depends_on } : undefined),
        )
        return { data: { id, kind: dependencies.kindOf(id) ?? 'server', depends_on: dependsOn() } }
      },
    )
  }
