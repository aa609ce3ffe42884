import { type Static, Type } from '@sinclair/typebox'
import { type Core, data, parseEnd, parseInstant, QueryInstant, type Routes } from '@svc/plugin-sdk'
import type { makeAuditRow } from './audit.ts'
import { AuditLogOptions, AuditLogPage } from './audit-log-schema.ts'
import type { AuditFilter, AuditLogStore } from './audit-log-store.ts'

const Text = (description: string) => Type.Optional(Type.String({ maxLength: 256, description }))

const Time = Type.Optional(Type.Union([Type.Literal(''), QueryInstant('inclusive')]))

const Query = Type.Object({
  limit: Type.Integer({ minimum: 1, default: 50, description: 'capped at 200' }),
  offset: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: 0 }),
  action: Text('exact match; empty: no filter, as for all parameters'),
  user_id: Text('exact match'),
  ip: Text('exact match'),
  q: Text('substring of action, user, address or detail'),
  from: Time,
  to: Time,
})

const filterOf = ({ from, to, limit, ...exact }: Static<typeof Query>): AuditFilter => ({
  ...exact,
  limit: Math.min(limit, 200),
  from: from ? parseInstant('from', from) : undefined,
  to: to ? parseEnd('to', to) : undefined,
})

interface Deps {
  readonly store: AuditLogStore
  readonly row: ReturnType<typeof makeAuditRow>
  readonly offload: Core['offload']
}

export const auditRoutes =
  ({ store, row, offload }: Deps): Routes =>
  async (app) => {
    app.get(
      '/api/audit-logs',
      {
        config: { access: 'admin' },
        schema: { summary: 'Audit log', querystring: Query, response: { 200: data(AuditLogPage) } },
      },
      async (req) => {
        const filter = filterOf(req.query)
        const page = filter.q
          ? await offload<AuditFilter, AuditLogPage>(new URL('./audit-search.js', import.meta.url), filter)
          : store.page(filter)
        return { data: page }
      },
    )

    app.get(
      '/api/audit-logs/options',
      {
        config: { access: 'admin' },
        schema: { summary: 'Filter options of the audit log', response: { 200: data(AuditLogOptions) } },
      },
      async () => ({ data: store.options() }),
    )

    app.delete(
      '/api/audit-logs',
      {
        config: { access: 'admin' },
        schema: { summary: 'Clear the audit log', response: { 200: data(Type.Object({ deleted: Type.Integer() })) } },
      },
      async (req) => {
        const deleted = store.clear((count) =>
          row({
            userId: req.principal.userId,
            action: 'audit_log_clear',
            detail: { deleted: count },
            ip: req.ip,
          }),
        )
        return { data: { deleted } }
      },
    )
  }
