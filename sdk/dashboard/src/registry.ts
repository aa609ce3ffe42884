import type { DashboardPlugin } from './dashboard.ts'
import type { Fill } from './fill.ts'
import type { Page } from './page.ts'
import type { WidgetType } from './widget-type.ts'

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
  /** by type */
  readonly widgets: ReadonlyMap<string, Owned<WidgetType>>
}

function claim<T>(taken: Map<string, Owned<T>>, kind: string, id: string, owned: Owned<T>) {
  const other = taken.get(id)
  if (other) throw new Error(`${kind} ${id} is declared by ${other.plugin} and by ${owned.plugin}`)
  taken.set(id, owned)
}

/** Keeps the contributions of the plugins for which `isRunning` holds. Throws on two pages or widgets with one id. */
export function makeRegistry(dashboards: readonly DashboardPlugin[], isRunning: (plugin: string) => boolean): Registry {
  const plugins = dashboards.filter((dashboard) => isRunning(dashboard.plugin))
  const pages = new Map<string, Owned<Page>>()
  const fills = new Map<string, Owned<Fill>[]>()
  const widgets = new Map<string, Owned<WidgetType>>()
  for (const { plugin, pages: own, slots, widgets: kinds } of plugins) {
    for (const item of own) claim(pages, 'page', item.id, { plugin, item })
    for (const item of kinds) claim(widgets, 'widget', item.type, { plugin, item })
    for (const item of slots) fills.set(item.slot, [...(fills.get(item.slot) ?? []), { plugin, item }])
  }
  for (const list of fills.values()) list.sort((a, b) => a.item.order - b.item.order)
  return { plugins, pages, fills, widgets }
}
