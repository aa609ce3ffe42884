import type { MainEntry, Me, Page, SettingsEntry } from '@svc/dashboard-sdk'
import { homePage, homeSections, settingsPage, settingsSections } from '@svc/dashboard-sdk'
import type { Contributed, Registry } from '@svc/dashboard-sdk/host'

/** A page with an entry in the sidebar. */
export type MainNavPage = Contributed<Page & { readonly nav: MainEntry }>
/** A page with an entry on the settings page. */
export type SettingsNavPage = Contributed<Page & { readonly nav: SettingsEntry }>

function pagesFor<T extends MainNavPage | SettingsNavPage>(
  registry: Registry,
  group: T['item']['nav']['group'],
  me: Me | undefined,
): T[] {
  return [...registry.pages.values()]
    .filter((owned): owned is T => owned.item.nav?.group === group)
    .filter(({ item }) => item.access !== 'admin' || me?.isAdmin === true)
    .sort((a, b) => a.item.nav.order - b.item.nav.order)
}

/** The settings pages that `me` may open, by section. */
export function settingsPages(registry: Registry, me: Me | undefined): SettingsNavPage[] {
  const pages = pagesFor<SettingsNavPage>(registry, 'settings', me)
  return settingsSections.flatMap((section) => pages.filter(({ item }) => item.nav.section === section))
}

/** The sidebar entries that `me` may open, in order. Home and Settings are left out while they would be empty. */
export function mainPages(registry: Registry, me: Me | undefined): MainNavPage[] {
  const isEmpty: Readonly<Record<string, boolean>> = {
    [homePage.id]: !registry.fills.has(homeSections.id),
    [settingsPage.id]: settingsPages(registry, me).length === 0,
  }
  return pagesFor<MainNavPage>(registry, 'main', me).filter(({ item }) => !isEmpty[item.id])
}

/** The first page that `me` can open from the sidebar; `/` redirects there while no plugin has anything for the home page. */
export const startPath = (registry: Registry, me: Me | undefined): string | undefined =>
  mainPages(registry, me).find(({ item }) => item.id !== settingsPage.id)?.item.path ??
  settingsPages(registry, me)[0]?.item.path
