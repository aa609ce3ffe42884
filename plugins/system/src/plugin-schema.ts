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

/** The browser half of a third-party plugin that runs. */
const Dashboard = Type.Object({
  bytes: Type.Integer({ description: 'size of all its files' }),
  error: Nullable(Type.String({ description: 'why it is not served, although the plugin runs' })),
})

/** Reasons, services, tables, jobs and settings are for admins only. */
const ForAdmins = Type.Object({
  reason: Nullable(Type.String()),
  requires: Type.Array(Type.String()),
  provides: Type.Array(Type.String()),
  tables: Type.Array(Type.String()),
  jobs: Type.Array(Job),
  settings: Type.Boolean({ description: 'it runs and has settings with a form' }),
  dashboard: Nullable(Dashboard),
})

export const PluginView = Type.Composite([ForMembers, Type.Partial(ForAdmins)])
export type PluginView = Static<typeof PluginView>

const InstalledDashboard = Type.Object({
  plugin: Type.String({ description: 'id of the plugin' }),
  address: Type.String({
    description: 'its files are below it, such as `index.js`; another content has another address',
  }),
  bytes: Type.Integer(),
  languages: Type.Array(Type.String(), { description: 'of its texts, `locales/<language>.json`' }),
  module: Type.Boolean({ description: 'it has the module `index.js`; otherwise only texts' }),
  styles: Type.Boolean({ description: 'it has a style sheet, `index.css`' }),
})

/** What the dashboard must know before its first page. */
export const DashboardSession = Type.Object({
  user_id: Type.String(),
  username: Type.String(),
  role: Type.Union((['admin', 'member'] as const).map((role) => Type.Literal(role))),
  must_change_password: Type.Boolean(),
  plugins: Type.Array(Type.String(), { description: 'ids of the running plugins' }),
  dashboards: Type.Array(InstalledDashboard, {
    description: 'the browser halves of the third-party plugins among them',
  }),
})

nameSchemas({ Job, PluginView, InstalledDashboard, DashboardSession })
