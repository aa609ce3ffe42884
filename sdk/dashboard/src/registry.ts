import type { DashboardPlugin } from './dashboard.ts'
import type { Fill } from './fill.ts'
import type { Page } from './page.ts'
import type { WidgetType } from './widget-type.ts'

/** A contribution together with the plugin that made it. */
export interface Contributed<T> {
  readonly plugin: string
  readonly item: T
}

/** Everything the running plugins contribute, looked up by id. */
export interface Registry {
  readonly plugins: readonly DashboardPlugin[]
  readonly pages: ReadonlyMap<string, Contributed<Page>>
  /** by slot id, in ascending order */
  readonly fills: ReadonlyMap<string, readonly Contributed<Fill>[]>
  /** by type */
  readonly widgets: ReadonlyMap<string, Contributed<WidgetType>>
}

function claim<T>(taken: Map<string, Contributed<T>>, kind: string, id: string, contribution: Contributed<T>) {
  const other = taken.get(id)
  if (other) throw new Error(`${kind} ${id} is declared by ${other.plugin} and by ${contribution.plugin}`)
  taken.set(id, contribution)
}

/**
 * Keeps the contributions of the plugins for which `isRunning` holds. Throws on two pages, widgets or fills of one slot
 * with the same id.
 */
export function makeRegistry(dashboards: readonly DashboardPlugin[], isRunning: (plugin: string) => boolean): Registry {
  const plugins = dashboards.filter((dashboard) => isRunning(dashboard.plugin))
  const pages = new Map<string, Contributed<Page>>()
  const fills = new Map<string, Contributed<Fill>[]>()
  const widgets = new Map<string, Contributed<WidgetType>>()
  const fillIds = new Map<string, Contributed<Fill>>()
  for (const { plugin, pages: own, slots, widgets: kinds } of plugins) {
    for (const item of own) claim(pages, 'page', item.id, { plugin, item })
    for (const item of kinds) claim(widgets, 'widget', item.type, { plugin, item })
    for (const item of slots) {
      claim(fillIds, 'fill', `${item.id} of ${item.slot}`, { plugin, item })
      fills.set(item.slot, [...(fills.get(item.slot) ?? []), { plugin, item }])
    }
  }
  for (const list of fills.values()) list.sort((a, b) => a.item.order - b.item.order)
  return { plugins, pages, fills, widgets }
}
