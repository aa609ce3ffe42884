import { type EventRef, event, type ServiceRef, service } from './refs.ts'

/**
 * `running`; `failed`: its migration, setup, routes or ready threw; `refused`: manifest, SDK range, config or a missing
 * requirement, its code never ran; `disabled`: switched off; `absent`: package missing, data retained.
 */
export type PluginState = 'running' | 'failed' | 'refused' | 'disabled' | 'absent'

/** How a plugin's periodic job is doing since boot. */
export interface JobInfo {
  readonly name: string
  readonly every_ms: number
  readonly runs: number
  readonly failures: number
  /** milliseconds since the epoch */
  readonly last_run_ms: number | null
  readonly last_duration_ms: number | null
  readonly last_error: string | null
}

/** The browser half of a third-party plugin, as the dashboard loads it: at least its texts. */
export interface DashboardInfo {
  /** of its content: its files are below `/api/plugins/{id}/@{hash}/` */
  readonly hash: string
  readonly bytes: number
  /** the languages of its texts, `locales/{language}.json` */
  readonly languages: readonly string[]
  /** it has the module `index.js`; otherwise only texts */
  readonly module: boolean
  /** it has a style sheet, `index.css` */
  readonly styles: boolean
  /** why it is not served, although the plugin runs */
  readonly error: string | null
}

/** One plugin as the administrator sees it, whatever its state. */
export interface PluginInfo {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly version: string | null
  readonly state: PluginState
  /** why it is not running; null when running */
  readonly reason: string | null
  /** the deployment cannot run without it */
  readonly required: boolean
  /** comes with the program, as opposed to {data_dir}/plugins */
  readonly bundled: boolean
  /** `plugins.disabled` in the configuration holds it off; the stored choice is ignored */
  readonly locked: boolean
  /** service ids it needs, derived from its refs */
  readonly requires: readonly string[]
  readonly provides: readonly string[]
  /** tables it owns that exist */
  readonly tables: readonly string[]
  readonly jobs: readonly JobInfo[]
  /** its browser half while it runs; null for those that come with the program, which the dashboard contains */
  readonly dashboard: DashboardInfo | null
}

/** Plugin administration, provided by the kernel itself. */
export interface PluginAdministration {
  list(): readonly PluginInfo[]
  /** The widget types of the running plugins, from their manifests (`svc.widgets`). */
  widgetTypes(): readonly string[]
  /**
   * Stores the choice; returns what `list` will say of it. Throws `ApiError` 404 `NOT_FOUND`, 409 `PLUGIN_REQUIRED`,
   * 409 `PLUGIN_LOCKED`, 409 `PLUGIN_PURGING`, 409 `PLUGIN_REFUSED`.
   */
  setEnabled(id: string, enabled: boolean): PluginInfo
  /**
   * Starts a plugin that is not running, before it is enabled, and returns the state it reached. Its routes and jobs follow
   * with the restart, and `list` shows it as running from then on. Throws like `setEnabled`, and 409 `PLUGIN_REFUSED` if the
   * program could not start with it.
   */
  start(id: string): Promise<PluginInfo>
  /**
   * Decides that the tables and the migration record of a plugin that is not installed or disabled are deleted, and returns the
   * names of the tables. Part of the current transaction; after its commit they are emptied in the background and dropped, and if
   * the server ends meanwhile, at the next start. Throws `ApiError` 404 `NOT_FOUND`, 409 `PLUGIN_ACTIVE`.
   */
  purge(id: string): readonly string[]
  /** Resolves when nothing that `purge` deletes is left of a plugin; rejects if that has to wait for the next start. */
  purged(id: string): Promise<void>
  /** Restarts the kernel inside the process soon, after the current answer has left. */
  restart(): void
}

/** Provided by the kernel; needs no other plugin. */
export const pluginAdministration: ServiceRef<PluginAdministration> = service('core.pluginAdministration')

/** The dashboard of a linked plugin was built again, so that open browsers have to load another one. */
export const dashboardsChanged: EventRef<{ readonly plugin: string }> = event('core.dashboardsChanged')
