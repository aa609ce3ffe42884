import { Type } from '@sinclair/typebox'
import {
  data,
  type JobInfo,
  type PluginAdministration,
  type PluginInfo,
  type Registry,
  type Role,
  type Routes,
  toSeconds,
  toTimestamp,
} from '@svc/plugin-sdk'
import type { Audit, SettingsForm } from './contract.ts'
import { DashboardSession, PluginView } from './plugin-schema.ts'

const jobView = ({ last_run_ms, ...job }: JobInfo) => ({
  ...job,
  last_run_at: last_run_ms === null ? null : toTimestamp(toSeconds(last_run_ms)),
})

function view(info: PluginInfo, role: Role, forms: Registry<SettingsForm>): PluginView {
  const { reason, requires, provides, tables, jobs, dashboard, ...open } = info
  if (role !== 'admin') return open
  return {
    ...open,
    reason,
    requires: [...requires],
    provides: [...provides],
    tables: [...tables],
    jobs: jobs.map(jobView),
    settings: forms.get(info.id) !== undefined,
    dashboard: dashboard?.module ? { bytes: dashboard.bytes, error: dashboard.error } : null,
  }
}

/** What the dashboard shows; code of third parties not before the password was changed. */
function runningIn(all: readonly PluginInfo[], flagged: boolean) {
  const running = all.filter(({ state }) => state === 'running')
  const dashboards = (flagged ? [] : running).flatMap(({ id, dashboard }) => {
    if (!dashboard || dashboard.error !== null) return []
    const { hash, bytes, languages, module, styles } = dashboard
    if (!module && languages.length === 0) return []
    return [{ plugin: id, address: `/api/plugins/${id}/@${hash}`, bytes, languages: [...languages], module, styles }]
  })
  return { plugins: running.map(({ id }) => id), dashboards }
}

/** Lists, enables and disables plugins. Changes apply by an in-process restart after the response is sent. */
export function pluginRoutes({
  plugins,
  audit,
  forms,
}: {
  readonly plugins: PluginAdministration
  readonly audit: Audit
  readonly forms: Registry<SettingsForm>
}): Routes {
  // Until the restart the state is stale, so a second change must not be compared with it.
  let restarting = false
  const isUnchanged = (id: string, enabled: boolean) => {
    const state = plugins.list().find((info) => info.id === id)?.state
    return !restarting && state === (enabled ? 'running' : 'disabled')
  }

  return async (app) => {
    app.get(
      '/api/plugins',
      {
        config: { access: 'member' },
        schema: { summary: 'All plugins', response: { 200: data(Type.Array(PluginView)) } },
      },
      async (req) => ({ data: plugins.list().map((info) => view(info, req.principal.role, forms)) }),
    )

    app.get(
      '/api/session',
      {
        config: { access: 'member', whileFlagged: true },
        schema: { summary: 'Who is signed in, and which plugins run', response: { 200: data(DashboardSession) } },
      },
      async ({ principal: { userId, username, role, flagged } }) => ({
        data: {
          user_id: userId,
          username,
          role,
          must_change_password: flagged,
          ...runningIn(plugins.list(), flagged),
        },
      }),
    )

    app.put(
      '/api/plugins/:id',
      {
        config: { access: 'admin' },
        schema: {
          summary: 'Enable or disable a plugin',
          params: Type.Object({ id: Type.String() }),
          body: Type.Object({ enabled: Type.Boolean() }),
          response: { 200: data(PluginView) },
        },
      },
      async (req) => {
        const { id } = req.params
        const { enabled } = req.body
        const unchanged = isUnchanged(id, enabled)
        // Before the choice is stored: a plugin with which the program could not start stays off.
        const started = enabled && !unchanged ? await plugins.start(id) : undefined
        const info = audit.act(
          req,
          enabled ? 'plugin.enable' : 'plugin.disable',
          () => plugins.setEnabled(id, enabled),
          () => (unchanged ? undefined : { id }),
        )
        if (!unchanged) {
          restarting = true
          plugins.restart()
        }
        return { data: view(started ?? info, 'admin', forms) }
      },
    )
  }
}
