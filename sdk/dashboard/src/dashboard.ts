import type { Fill } from './fill.ts'
import type { Page } from './page.ts'
import type { WidgetSource, WidgetType } from './widget-type.ts'

/** What a plugin adds to the dashboard. */
export interface DashboardPlugin {
  /** id of the server plugin; the dashboard plugin is only active while that one is running */
  readonly plugin: string
  readonly pages: readonly Page[]
  /** contributions to other plugins' slots, made with `fill` */
  readonly slots: readonly Fill[]
  /** built-in widget types */
  readonly widgets: readonly WidgetType[]
  /** imports a source of further widget types, when a dashboard is shown */
  readonly widgetSource?: () => Promise<{ default: WidgetSource }>
  /** imports and installs the widget runtime; for one plugin only */
  readonly widgetHost?: () => Promise<unknown>
}

type Optional = 'pages' | 'slots' | 'widgets'

/**
 * The default export of a plugin's `dashboard/index.tsx`. A table of contents without component code. The texts
 * of the plugin are in `locales/<language>.json` of its folder.
 *
 * @example
 * export default defineDashboard({
 *   plugin: 'metrics',
 *   pages: [],
 *   slots: [fill(serverBadges, { id: 'notes', order: 10, component: () => import('./note-badge.js') })],
 * })
 */
export function defineDashboard(
  options: Omit<DashboardPlugin, Optional> & Partial<Pick<DashboardPlugin, Optional>>,
): DashboardPlugin {
  return { pages: [], slots: [], widgets: [], ...options }
}
