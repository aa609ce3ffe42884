import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'
import type { ApiQuery } from './api/query.ts'
import type { FirstContributions } from './fill.ts'

/** Who may open a page. `member` (default) is any signed-in user, admins included. */
export type PageAccess = 'public' | 'member' | 'admin'

/** The names after `$` in a path: `PathParams<'/servers/$id'>` is `{ id: string }`. */
export type PathParams<Path extends string> = Path extends `${infer Head}/${infer Rest}`
  ? PathParams<Head> & PathParams<Rest>
  : Path extends `$${infer Name}`
    ? { readonly [K in Name]: string }
    : unknown

/** The headings of the settings page, in this order. */
export const settingsSections = ['account', 'access', 'monitoring', 'alerting', 'system'] as const
/** The section of an entry on the settings page. */
export type SettingsSection = (typeof settingsSections)[number]

/**
 * An entry of the sidebar: a page of daily use. A page that is `within` another one shares its entry instead: the pages of
 * such an area are tabs above each of them.
 */
export interface MainEntry {
  readonly group: 'main'
  readonly icon: LucideIcon
  /** ascending, in the sidebar or among the tabs of the area; leave gaps of ten */
  readonly order: number
  /** the page that has the entry; while nobody can open that one, this page has an entry of its own */
  readonly within?: PageRef
  /** key in the plugin's labels: the name of the entry, if it is not the title of the page */
  readonly label?: string
  /** key in the plugin's labels: the name of the tab, if it is not the title of the page */
  readonly tab?: string
  /** lists the page on the settings page too, for those who look for it there */
  readonly settings?: Pick<SettingsEntry, 'section' | 'order' | 'hint'>
}

/** An entry of the settings page, under one of its headings. */
export interface SettingsEntry {
  readonly group: 'settings'
  readonly section: SettingsSection
  readonly icon: LucideIcon
  /** ascending within the section; leave gaps of ten */
  readonly order: number
  /** key in the plugin's labels: one sentence on what can be set there; the search of the settings page reads it too */
  readonly hint: string
}

/** Where users find a page. Pages without an entry are reached by links only. */
export type NavEntry = MainEntry | SettingsEntry

/** A page of a plugin: a light reference that others can import to link to it. The component is loaded on demand. */
export interface Page<Path extends string = string, Search = unknown> {
  /** `<plugin>.<name>`, unique in the dashboard */
  readonly id: string
  /** absolute, with `$name` for parameters */
  readonly path: Path
  /** key in the plugin's texts */
  readonly title: string
  readonly access: PageAccess
  /** `bare` pages have no sidebar and header */
  readonly frame: 'app' | 'bare'
  /** shown before this page in the breadcrumbs */
  readonly parent?: Page
  readonly nav?: NavEntry
  /** turns the raw query string (strings only) into the typed search of the page; must accept anything */
  readonly search?: (raw: Readonly<Record<string, string>>) => Search
  /** what the page queries first: requested with its code when the dashboard opens with this page */
  data?(params: PathParams<Path>): readonly ApiQuery[]
  /** slots of which the page shows some contributions at once */
  readonly opensWith?: readonly FirstContributions[]
  /** imports the module whose default export is the page's component */
  readonly load: () => Promise<{ default: ComponentType }>
}

/** What a link needs to know of a page. */
export type PageRef<Path extends string = string, Search = unknown> = Omit<
  Page<Path, Search>,
  'load' | 'data' | 'opensWith'
>

type PageOptions<Path extends string, Search> = Omit<Page<Path, Search>, 'access' | 'frame'> &
  Partial<Pick<Page, 'access' | 'frame'>>

/**
 * Declares a page.
 *
 * @example
 * export const serverPage = definePage({
 *   id: 'enrollment.server',
 *   path: '/servers/$id',
 *   title: 'server.title',
 *   parent: serversPage,
 *   search: (raw) => ({ range: raw.range ?? 'realtime' }),
 *   load: () => import('./server-page.js'),
 * })
 */
export function definePage<const Path extends string, Search = Record<string, never>>(
  options: PageOptions<Path, Search>,
): Page<Path, Search> {
  return { access: 'member', frame: 'app', ...options }
}
