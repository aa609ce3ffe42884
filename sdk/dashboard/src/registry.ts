import type { DashboardPlugin } from './dashboard.js'
import type { Fill } from './fill.js'
import type { Page } from './page.js'

/** A contribution together with the plugin that made it. */
export interface Owned<T> {
  readonly plugin: string
  readonly item: T
}

/** Everything the running plugins contribute, looked up by id. */
export interface Registry {
  readonly plugins: readonly DashboardPlugin[]
  readonly pages: ReadonlyMap<string, Owned<Page>>
  /** by slot id, in ascending order */
  readonly fills: ReadonlyMap<string, readonly Owned<Fill>[]>
}

/** Keeps the contributions of the plugins for which `isRunning` holds. Throws on two pages with one id. */
export function makeRegistry(dashboards: readonly DashboardPlugin[], isRunning: (plugin: string) => boolean): Registry {
  const plugins = dashboards.filter((dashboard) => isRunning(dashboard.plugin))
  const pages = new Map<string, Owned<Page>>()
  const fills = new Map<string, Owned<Fill>[]>()
  for (const { plugin, pages: own, slots } of plugins) {
    for (const item of own) {
      const other = pages.get(item.id)
      if (other) throw new Error(`page ${item.id} is declared by ${other.plugin} and by ${plugin}`)
      pages.set(item.id, { plugin, item })
    }
    for (const item of slots) fills.set(item.slot, [...(fills.get(item.slot) ?? []), { plugin, item }])
  }
  for (const list of fills.values()) list.sort((a, b) => a.item.order - b.item.order)
  return { plugins, pages, fills }
}
