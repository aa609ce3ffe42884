import type { PluginView } from '@svc/plugin-system/contract'

export const states = ['running', 'failed', 'refused', 'disabled', 'absent'] as const
export type State = PluginView['state']

export const origins = ['bundled', 'third', 'absent'] as const
export type Origin = (typeof origins)[number]

export const originOf = ({ state, bundled }: Pick<PluginView, 'state' | 'bundled'>): Origin =>
  state === 'absent' ? 'absent' : bundled ? 'bundled' : 'third'

/** A plugin with its translated texts. */
export interface ListedPlugin {
  readonly plugin: PluginView
  readonly title: string
  readonly description: string
}

/** Number of plugins per state; empty states are left out. */
export function countStates(plugins: readonly PluginView[]): ReadonlyMap<State, number> {
  const counts = new Map<State, number>()
  for (const state of states) {
    const count = plugins.filter((plugin) => plugin.state === state).length
    if (count > 0) counts.set(state, count)
  }
  return counts
}

/** Matching plugins by origin; required ones first, then by title. */
export function sectionsOf(
  plugins: readonly ListedPlugin[],
  filter: { readonly q: string; readonly state: State | undefined },
): readonly { readonly origin: Origin; readonly plugins: readonly ListedPlugin[] }[] {
  const q = filter.q.trim().toLowerCase()
  const matching = plugins.filter(
    ({ plugin, title, description }) =>
      (filter.state === undefined || plugin.state === filter.state) &&
      (q === '' || [plugin.id, title, description].some((text) => text.toLowerCase().includes(q))),
  )
  return origins
    .map((origin) => ({
      origin,
      plugins: matching
        .filter(({ plugin }) => originOf(plugin) === origin)
        .sort((a, b) => Number(b.plugin.required) - Number(a.plugin.required) || a.title.localeCompare(b.title)),
    }))
    .filter(({ plugins }) => plugins.length > 0)
}
