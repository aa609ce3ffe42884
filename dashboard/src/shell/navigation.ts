import type { Me, NavEntry, Page } from '@svc/dashboard-sdk'
import type { Contributed, Registry } from '@svc/dashboard-sdk/host'

/** A page with a sidebar entry. */
export type NavPage = Contributed<Page & { readonly nav: NavEntry }>

/** The sidebar entries of a group that `me` may open, in order. */
export function navPages(registry: Registry, group: NavEntry['group'], me: Me | undefined): NavPage[] {
  return [...registry.pages.values()]
    .filter((owned): owned is NavPage => owned.item.nav?.group === group)
    .filter(({ item }) => item.access !== 'admin' || me?.isAdmin === true)
    .sort((a, b) => a.item.nav.order - b.item.nav.order)
}

/** The first page of the sidebar; `/` redirects there if no page has that path. */
export const homePath = (registry: Registry, me: Me | undefined): string | undefined =>
  [...navPages(registry, 'main', me), ...navPages(registry, 'settings', me)][0]?.item.path
