import type { MainEntry, Me, Page, SettingsEntry } from '@svc/dashboard-sdk'
import { homeFigures, homePage, homeProblems, homeSections, settingsPage, settingsSections } from '@svc/dashboard-sdk'
import type { Contributed, Registry } from '@svc/dashboard-sdk/host'

/** A page with an entry in the sidebar, or within that of another one. */
export type MainNavPage = Contributed<Page & { readonly nav: MainEntry }>
/** A page that the settings page lists. */
export interface SettingsNavPage extends Contributed<Page> {
  readonly entry: Pick<SettingsEntry, 'section' | 'order' | 'hint' | 'icon'>
}

/** An entry of the sidebar: its page, and those within it. */
export interface Area {
  readonly page: MainNavPage
  /** in the order of the tabs, `page` included */
  readonly pages: readonly MainNavPage[]
}

const mayOpen = (me: Me | undefined, { access }: Pick<Page, 'access'>) => access !== 'admin' || me?.isAdmin === true

function settingsEntry({ nav }: Page): SettingsNavPage['entry'] | undefined {
  if (nav?.group === 'settings') return nav
  return nav?.settings && { ...nav.settings, icon: nav.icon }
}

/** The settings pages that `me` may open, by section. */
export function settingsPages(registry: Registry, me: Me | undefined): SettingsNavPage[] {
  const pages = [...registry.pages.values()]
    .filter(({ item }) => mayOpen(me, item))
    .flatMap((owned) => {
      const entry = settingsEntry(owned.item)
      return entry ? [{ ...owned, entry }] : []
    })
    .sort((a, b) => a.entry.order - b.entry.order)
  return settingsSections.flatMap((section) => pages.filter(({ entry }) => entry.section === section))
}

const byOrder = (a: MainNavPage, b: MainNavPage) => a.item.nav.order - b.item.nav.order

/** The sidebar entries that `me` may open, in order. Home and Settings are left out while they would be empty. */
export function areas(registry: Registry, me: Me | undefined): Area[] {
  const isEmpty: Readonly<Record<string, boolean>> = {
    [homePage.id]: ![homeFigures, homeProblems, homeSections].some(({ id }) => registry.fills.has(id)),
    [settingsPage.id]: settingsPages(registry, me).length === 0,
  }
  const pages = [...registry.pages.values()]
    .filter((owned): owned is MainNavPage => owned.item.nav?.group === 'main')
    .filter(({ item }) => mayOpen(me, item) && !isEmpty[item.id])
    .sort(byOrder)
  const ids = new Set(pages.map(({ item }) => item.id))
  const ownerOf = ({ item }: MainNavPage) => {
    const { within } = item.nav
    return within && ids.has(within.id) ? within.id : item.id
  }
  return pages
    .filter((page) => ownerOf(page) === page.item.id)
    .map((page) => ({
      page,
      pages: [page, ...pages.filter((other) => other !== page && ownerOf(other) === page.item.id)],
    }))
}

/** All pages of the sidebar and of its areas. */
export const mainPages = (registry: Registry, me: Me | undefined): MainNavPage[] =>
  areas(registry, me).flatMap(({ pages }) => pages)

/** The entry under which a page is found: its own, that of its parents, or the settings. */
export function areaOf(all: readonly Area[], registry: Registry, page: Page | undefined): Area | undefined {
  if (!page) return undefined
  const own = all.find(({ pages }) => pages.some(({ item }) => item.id === page.id))
  if (own) return own
  if (page.nav?.group === 'settings') return all.find((area) => area.page.item.id === settingsPage.id)
  return areaOf(all, registry, page.parent && registry.pages.get(page.parent.id)?.item)
}

/** The first page that `me` can open from the sidebar; `/` redirects there while no plugin has anything for the home page. */
export const startPath = (registry: Registry, me: Me | undefined): string | undefined =>
  areas(registry, me).find(({ page: { item } }) => item.id !== settingsPage.id)?.page.item.path ??
  settingsPages(registry, me)[0]?.item.path
