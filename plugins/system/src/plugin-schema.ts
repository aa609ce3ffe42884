import { type Static, Type } from '@sinclair/typebox'
import { Nullable, nameSchemas, Timestamp } from '@svc/plugin-sdk'

const Job = Type.Object({
  name: Type.String(),
  every_ms: Type.Integer(),
  runs: Type.Integer(),
  failures: Type.Integer(),
  last_run_at: Nullable(Timestamp),
  last_duration_ms: Nullable(Type.Number()),
  last_error: Nullable(Type.String()),
})

const ForMembers = Type.Object({
  id: Type.String(),
  title: Type.String(),
  description: Type.String(),
  version: Nullable(Type.String()),
  state: Type.Union(
    (['running', 'failed', 'refused', 'disabled', 'absent'] as const).map((state) => Type.Literal(state)),
  ),
  required: Type.Boolean({ description: 'cannot be disabled' }),
  bundled: Type.Boolean({ description: 'included with the server' }),
  locked: Type.Boolean({ description: 'disabled by plugins.disabled in the configuration' }),
})

/** Reasons, services, tables and jobs are for admins only. */
const ForAdmins = Type.Object({
  reason: Nullable(Type.String()),
  requires: Type.Array(Type.String()),
  provides: Type.Array(Type.String()),
  tables: Type.Array(Type.String()),
  jobs: Type.Array(Job),
})

export const PluginView = Type.Composite([ForMembers, Type.Partial(ForAdmins)])
export type PluginView = Static<typeof PluginView>

/** What the dashboard must know before its first page. */
export const DashboardSession = Type.Object({
  user_id: Type.String(),
  username: Type.String(),
  role: Type.Union((['admin', 'member'] as const).map((role) => Type.Literal(role))),
  must_change_password: Type.Boolean(),
  plugins: Type.Array(Type.String(), { description: 'ids of the running plugins' }),
})

nameSchemas({ Job, PluginView, DashboardSession })
