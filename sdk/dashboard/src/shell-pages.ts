import { House, Settings } from 'lucide-react'
import type { PageRef } from './page.ts'
import { slot } from './slot.tsx'

/** The start page. Its content are the fills of `homeSections`, which share its query string. */
export const homePage: PageRef<'/', Readonly<Record<string, string>>> = {
  id: 'shell.home',
  path: '/',
  title: 'home.title',
  access: 'member',
  frame: 'app',
  nav: { group: 'main', icon: House, order: 0 },
}

/** All pages with a `settings` entry, by section. */
export const settingsPage: PageRef<'/settings', { readonly q: string }> = {
  id: 'shell.settings',
  path: '/settings',
  title: 'settings.title',
  access: 'member',
  frame: 'app',
  nav: { group: 'main', icon: Settings, order: 1000 },
  search: (raw) => ({ q: raw.q ?? '' }),
}

/** The figures at the top of the start page, each a `HomeFigure`: what is wrong, in numbers. */
export const homeFigures = slot('shell.homeFigures')

/**
 * What is wrong now, on the start page below its figures: cards that stand side by side where there is room. One without
 * anything to say renders nothing.
 */
export const homeProblems = slot('shell.homeProblems')

/** Further sections of the start page: the fleet (order below 40) and where one goes next (40 and above). */
export const homeSections = slot('shell.homeSections')

/**
 * Components without content that stay mounted on every signed-in page, for what concerns the user wherever they are: a toast
 * about a live message, for example.
 */
export const watchers = slot('shell.watchers')

/**
 * Counts in the sidebar: a fill has the id of the page beside whose entry it stands, and renders a `NavCount`, or nothing.
 */
export const navCounts = slot('shell.navCounts')

/** In the bar above every page, before the search: what has to be reachable from everywhere. */
export const headerItems = slot('shell.headerItems')

/** Between that bar and every page: what everybody has to know wherever they are, as one line each. */
export const pageBanners = slot('shell.pageBanners')

/** What a source of the command palette receives. */
export interface PaletteSource {
  /** what was typed, trimmed */
  readonly query: string
}

/**
 * Sources of the command palette: components that render `PaletteGroup` and `PaletteItem`. They are loaded when the
 * palette is opened for the first time.
 */
export const paletteSources = slot<PaletteSource>('shell.paletteSources')
