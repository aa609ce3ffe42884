import type { LucideIcon } from 'lucide-react'
import type { ComponentType } from 'react'

/** Who may open a page. `member` (default) is any signed-in user, admins included. */
export type PageAccess = 'public' | 'member' | 'admin'

/** The names after `$` in a path: `PathParams<'/servers/$id'>` is `{ id: string }`. */
export type PathParams<Path extends string> = Path extends `${infer Head}/${infer Rest}`
  ? PathParams<Head> & PathParams<Rest>
  : Path extends `$${infer Name}`
    ? { readonly [K in Name]: string }
    : unknown

/** An entry of the sidebar. `settings` entries stand below the `main` ones. */
export interface NavEntry {
  readonly group: 'main' | 'settings'
  readonly icon: LucideIcon
  /** ascending; leave gaps of ten */
  readonly order: number
}

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
  /** imports the module whose default export is the page's component */
  readonly load: () => Promise<{ default: ComponentType }>
}

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
