import type { Fill } from './fill.ts'
import type { Page } from './page.ts'
import type { WidgetSource, WidgetType } from './widget-type.ts'

/** Texts of one language: nested objects of strings, i18next syntax (`{{name}}`, `_one`, `_other`). */
export interface Texts {
  readonly [key: string]: string | Texts
}

/** The texts themselves, or (better) a function that imports them: only the chosen language is then fetched. */
export type TextSource = Texts | (() => Promise<{ default: Texts }>)

/** Texts in every language that we speak. */
export interface TextSources {
  readonly en: TextSource
  readonly zh: TextSource
}

/** What a plugin adds to the dashboard. */
export interface DashboardPlugin {
  /** id of the server plugin; nothing of this is shown while that plugin is not running */
  readonly plugin: string
  readonly pages: readonly Page[]
  /** what its own parts say; loaded with the first of them */
  readonly locales: TextSources
  /**
   * Those of its texts that are shown outside of its parts: names of its pages, tabs and widgets. Everybody loads them
   * before the first page, so they are few.
   */
  readonly labels: TextSources
  /** contributions to other plugins' slots, made with `fill` */
  readonly slots: readonly Fill[]
  /** kinds of widgets for boards */
  readonly widgets: readonly WidgetType[]
  /** imports the source of more of them, when a board is shown */
  readonly widgetSource?: () => Promise<{ default: WidgetSource }>
  /** imports and installs what widgets find around them; for one plugin only */
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
