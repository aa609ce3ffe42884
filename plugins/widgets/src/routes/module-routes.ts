import { Type } from '@sinclair/typebox'
import { data, type Role, type Routes, toTimestamp } from '@svc/plugin-sdk'
import { Module } from '../module-schema.ts'
import type { ApplyChange } from '../modules/apply-change.ts'
import type { Modules } from '../modules/modules.ts'
import type { ModuleRow } from '../modules/modules-store.ts'

const view = (row: ModuleRow, role: Role): Module => ({
  id: row.id,
  version: row.version,
  source_type: row.source_type,
  ...(row.source_url && role === 'admin' ? { source_url: row.source_url } : {}),
  entry_path: row.entry_path,
  code_sha256: row.code_sha256,
  package_sha256: row.package_sha256,
  manifest: JSON.parse(row.manifest_json),
  enabled: row.enabled === 1,
  installed_at: toTimestamp(row.installed_at),
})

const ModuleParams = Type.Object({ id: Type.String() })

export const moduleRoutes =
  ({ modules, applyChange }: { readonly modules: Modules; readonly applyChange: ApplyChange }): Routes =>
  async (app) => {
    app.get(
      '/api/widget-modules',
      {
        config: { access: 'member' },
        schema: {
          summary: 'Installed widget modules by id; admins can include disabled ones',
          querystring: Type.Object({ include_disabled: Type.Optional(Type.Boolean()) }),
          response: { 200: data(Type.Array(Module)) },
        },
      },
      async ({ query, principal: { role } }) => {
        const all = query.include_disabled === true && role === 'admin'
        const shown = modules.list().filter(({ enabled }) => all || enabled === 1)
        return { data: shown.map((row) => view(row, role)) }
      },
    )

    app.put(
      '/api/widget-modules/:id',
      {
        config: { access: 'admin' },
        schema: {
          summary: 'Enables or disables a module',
          params: ModuleParams,
          body: Type.Object({ enabled: Type.Boolean() }),
          response: { 200: data(Module) },
        },
      },
      async (req) => {
        const { enabled } = req.body
        applyChange(req, enabled ? 'enable' : 'disable', () => modules.enable(req.params.id, enabled))
        return { data: view(modules.get(req.params.id), req.principal.role) }
      },
    )

    app.delete(
      '/api/widget-modules/:id',
      {
        config: { access: 'admin' },
        schema: {
          summary: 'Uninstalls a module; dashboards keep its place. Not for built-in modules',
          params: ModuleParams,
          response: { 204: Type.Null() },
        },
      },
      async (req, reply) => {
        applyChange(req, 'uninstall', () => [modules.remove(req.params.id)])
        return reply.code(204).send(null)
      },
    )
  }
