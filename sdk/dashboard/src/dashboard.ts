import type { Fill } from './fill.ts'
import type { Page } from './page.ts'
import type { WidgetSource, WidgetType } from './widget-type.ts'

/** Texts of one language: nested objects of strings, i18next syntax (`{{name}}`, `_one`, `_other`). */
export interface Texts {
  readonly [key: string]: string | Texts
}

/** The texts, or preferably a function that imports them, so that only the chosen language is loaded. */
export type TextSource = Texts | (() => Promise<{ default: Texts }>)

/** Texts in all supported languages. */
export interface TextSources {
  readonly en: TextSource
  readonly zh: TextSource
}

/** What a plugin adds to the dashboard. */
export interface DashboardPlugin {
  /** id of the server plugin; the dashboard plugin is only active while that one is running */
  readonly plugin: string
  readonly pages: readonly Page[]
  /** texts of its own parts, loaded with the first of them */
  readonly locales: TextSources
  /**
   * Texts shown outside of its own parts: names of its pages, tabs and widgets. They are always loaded before the first
   * page, so keep them few.
   */
  readonly labels: TextSources
  /** contributions to other plugins' slots, made with `fill` */
  readonly slots: readonly Fill[]
  /** built-in widget types */
  readonly widgets: readonly WidgetType[]
  /** imports a source of further widget types, when a dashboard is shown */
  readonly widgetSource?: () => Promise<{ default: WidgetSource }>
  /** imports and installs the widget runtime; for one plugin only */
  readonly widgetHost?: () => Promise<unknown>
}

type Optional = 'pages' | 'slots' | 'widgets' | 'labels'

/**
 * The default export of a plugin's `dashboard/index.tsx`. Names pages and texts, contains no component code.
 *
 * @example
 * export default defineDashboard({
 *   plugin: 'metrics',
 *   pages: [],
 *   locales: { en: () => import('./locales/en.json'), zh: () => import('./locales/zh.json') },
 *   labels: { en: () => import('./locales/labels.en.json'), zh: () => import('./locales/labels.zh.json') },
 *   slots: [fill(serverSections, { id: 'metrics.charts', order: 10, component: () => import('./charts.js') })],
 * })
 */
export function defineDashboard(
  options: Omit<DashboardPlugin, Optional> & Partial<Pick<DashboardPlugin, Optional>>,
): DashboardPlugin {
  return { pages: [], slots: [], widgets: [], labels: { en: {}, zh: {} }, ...options }
}
