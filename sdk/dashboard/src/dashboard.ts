import type { Fill } from './fill.js'
import type { Page } from './page.js'
import type { WidgetSource, WidgetType } from './widget-type.js'

/** Texts of one language: nested objects of strings, i18next syntax (`{{name}}`, `_one`, `_other`). */
export interface Texts {
  readonly [key: string]: string | Texts
}

/** The texts themselves, or (better) a function that imports them: only the chosen language is then fetched. */
export type TextSource = Texts | (() => Promise<{ default: Texts }>)

/** What a plugin adds to the dashboard. */
export interface DashboardPlugin {
  /** id of the server plugin; nothing of this is shown while that plugin is not running */
  readonly plugin: string
  readonly pages: readonly Page[]
  readonly locales: { readonly en: TextSource; readonly zh: TextSource }
  /** contributions to other plugins' slots, made with `fill` */
  readonly slots: readonly Fill[]
  /** kinds of widgets for boards */
  readonly widgets: readonly WidgetType[]
  /** imports the source of more of them, when a board is shown */
  readonly widgetSource?: () => Promise<{ default: WidgetSource }>
  /** imports and installs what widgets find around them; for one plugin only */
  readonly widgetHost?: () => Promise<unknown>
}

/**
 * The default export of a plugin's `dashboard/index.tsx`. Names pages and texts, contains no component code.
 *
 * @example
 * export default defineDashboard({
 *   plugin: 'metrics',
 *   pages: [],
 *   locales: { en: () => import('./locales/en.json'), zh: () => import('./locales/zh.json') },
 *   slots: [fill(serverSections, { id: 'metrics.charts', order: 10, component: () => import('./charts.js') })],
 * })
 */
export function defineDashboard(
  options: Omit<DashboardPlugin, 'pages' | 'slots' | 'widgets'> &
    Partial<Pick<DashboardPlugin, 'pages' | 'slots' | 'widgets'>>,
): DashboardPlugin {
  return { pages: [], slots: [], widgets: [], ...options }
}
